import pytest

from cinescribe.language.tokens.stems import stems
from cinescribe.language.tokens.stop_words import STOP_WORDS, stop_words


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Traurige", "trauriger"),
        ("fr", "heureux", "heureuse"),
        ("es", "observamos", "observar"),
        ("it", "sembra", "sembrano"),
        ("pt", "tristes", "triste"),
        ("nl", "denkt", "denken"),
        ("pl", "kamerą", "kamery"),
    ],
)
def test_forms_of_a_word_share_a_stem(language, one, other):
    assert len({*stems([one, other], language)}) == 1


def test_words_of_an_unknown_language_stay_but_for_capitals():
    assert stems(["Kamera", "kameran"], "xx") == ["kamera", "kameran"]


def test_stop_words_are_those_of_the_language():
    assert {"und", "der"} <= stop_words("de")
    assert stop_words("en") == STOP_WORDS
    assert stop_words("xx") == frozenset()
