import pytest

from cinescribe.corpus.metaphors.word_list import is_word, near_words, word_set


@pytest.mark.parametrize(
    "word", ["cheetahs", "Running", "colour", "whom", "themselves", "well-known", "dog's", "unhurried"]
)
def test_words_of_any_form_are_known(word):
    assert is_word(word)


@pytest.mark.parametrize("word", ["fsat", "chheetah", "zorblax", "well-knwon"])
def test_unknown_words_are_rejected(word):
    assert not is_word(word)


def test_near_words_are_one_letter_away():
    assert near_words("chheetah") == ["cheetah"]
    assert near_words("zorblaxe", allowed={"zorblax"}) == ["zorblax"]
    assert near_words("x" * 60) == near_words("na\u00efvv") == []


def test_a_set_of_words():
    assert word_set("a b  a") == {"a", "b"}
