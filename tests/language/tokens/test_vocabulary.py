import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.errors import LanguageError
from cinescribe.language.tokens.vocabulary import SPECIAL, Tokens, Vocabulary, is_person, join_tokens, word_tokens
from tests.language.backlot_captions import backlot_captions

WORDS = st.sampled_from(["waves", "P1", "P12", "high-fives", "don't", "TV", "I", "a", "3.5", "[blank]", "'s", ",", "."])


@pytest.fixture(scope="module")
def vocabulary():
    return Vocabulary.from_texts(backlot_captions())


def test_every_caption_of_backlot_survives_a_round_trip(vocabulary):
    tokens: Tokens = vocabulary
    captions = list(backlot_captions())
    assert len(captions) > 3000
    assert [text for text in captions if tokens.decode(tokens.encode(text)) != text] == []
    assert not any(vocabulary.unknown in tokens.encode(text) for text in captions)


def test_ids_are_special_then_people_then_words():
    tokens = Vocabulary(("waves", "."), n_people=2)
    assert tokens.tokens == (*SPECIAL, "P1", "P2", "waves", ".")
    assert len(tokens) == len(tokens.tokens) == 10
    assert tokens.encode("P2 waves.") == [tokens.first_person + 1, 8, 9]
    assert [tokens.pad, tokens.start, tokens.end, tokens.separator, tokens.blank] == [0, 1, 2, 3, 4]


def test_only_blank_and_unknown_special_tokens_are_shown():
    tokens = Vocabulary(("waves", "."))
    said = [tokens.start, *tokens.encode("[blank] waves somewhere."), tokens.separator, tokens.end, tokens.pad]
    assert tokens.decode(said) == "[blank] waves [unk]."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P1's dog, and P2's.", ["P1", "'s", "dog", ",", "and", "P2", "'s", "."]),
        ("The man's hat. She high-fives Tom's son.", ["the", "man", "'s", "hat", ".", "she", "high-fives"]),
        ("[blank]'s hand, [blank].", ["[blank]", "'s", "hand", ",", "[blank]", "."]),
        ("TV is on! A T-shirt?", ["TV", "is", "on", "!", "a", "T-shirt", "?"]),
        ("I don't pay 3.50, or 1,000.", ["i", "don't", "pay", "3.50", ",", "or", "1,000", "."]),
        ("Paul sees P5x.", ["paul", "sees", "P5x", "."]),
        ("", []),
    ],
)
def test_captions_are_split_at_spaces_and_punctuation(text, expected):
    assert word_tokens(text)[: len(expected)] == expected


@settings(deadline=None)
@given(st.lists(WORDS, max_size=12))
def test_joined_words_survive_a_round_trip(words):
    text = join_tokens(words)
    assert join_tokens(word_tokens(text)) == text


def test_words_are_sorted_by_frequency():
    captions = ["P1 waves and waves.", "P2 sits.", "P3 waves and sits."]
    assert Vocabulary.from_texts(captions).words == (".", "waves", "and", "sits")
    assert Vocabulary.from_texts(captions, min_count=3).words == (".", "waves")
    with pytest.raises(LanguageError, match="no word that is used 9 times; give more captions"):
        Vocabulary.from_texts(captions, min_count=9)


@pytest.mark.parametrize("text", ["P1 sees P12.", "P0 waves."])
def test_people_beyond_the_tokens_are_an_error(text):
    with pytest.raises(LanguageError, match=r"'.*' has P\d+, but the vocabulary only knows P1 to P11; cut the"):
        Vocabulary(("sees", "waves")).encode(text)


def test_words_are_all_different():
    with pytest.raises(LanguageError, match="the vocabulary has the word 'a' twice"):
        Vocabulary(("a", "b", "a"))
    with pytest.raises(LanguageError, match="the vocabulary has the word 'P1' twice"):
        Vocabulary(("P1",))


def test_a_vocabulary_needs_a_person():
    with pytest.raises(LanguageError, match="a vocabulary of 0 people was asked for; give `n_people` of at least 1"):
        Vocabulary(("a",), n_people=0)


def test_people_are_p_with_a_number():
    assert [is_person(token) for token in ("P1", "P12", "P", "p1", "P1x", "PP1")] == [True, True] + [False] * 4
