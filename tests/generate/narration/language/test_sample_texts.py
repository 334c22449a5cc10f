import re
from itertools import chain
from typing import get_args

import pytest

from cinescribe.errors import LanguageError
from cinescribe.generate.narration.controls import MARKS
from cinescribe.generate.narration.film_grammar import ShotScale
from cinescribe.generate.narration.language.sample_texts import SAMPLE_LANGUAGES, SampleTexts, sample_texts
from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.language.identification.sentence_language import is_in_language
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES

NAMES = {"anna", "anną", "ben", "lena", "maria", "maria's", "marias", "marii", "omar", "sara", "tom"}


def every(tag: str) -> list[str]:
    own = sample_texts(tag)
    return [own.pace, *own.squares.values(), *chain.from_iterable(own.examples.values()), *own.stock]


def test_each_language_of_descriptions_has_all_kinds():
    assert set(SPOKEN_LANGUAGES) <= set(SAMPLE_LANGUAGES)
    for tag in SPOKEN_LANGUAGES:
        own = sample_texts(tag)
        assert set(own.squares) == set(MARKS)
        assert list(own.examples) == list(get_args(ShotScale))
        assert sum(map(len, own.examples.values())) >= 20
        assert len(own.stock) >= 16


@pytest.mark.parametrize("tag", SPOKEN_LANGUAGES)
def test_each_sentence_is_one_of_the_language(tag):
    texts = every(tag)
    assert len(set(texts)) == len(texts)
    assert [text for text in texts if not is_in_language(text, tag, names=NAMES)] == []
    assert [text for text in texts if not re.fullmatch(r"[^\Wa-z_].*\.", text)] == []


@pytest.mark.parametrize("tag", SPOKEN_LANGUAGES)
def test_examples_are_of_all_lengths(tag):
    for texts in sample_texts(tag).examples.values():
        lengths = [SpokenLanguage(tag).length(text) for text in texts]
        assert min(lengths) <= 5
        assert max(lengths) >= 15


@pytest.mark.parametrize("tag", SPOKEN_LANGUAGES)
def test_squares_differ_in_their_colour_only(tag):
    words = [text.split() for text in sample_texts(tag).squares.values()]
    assert len({len(one) for one in words}) == 1
    assert sum(len(set(each)) > 1 for each in zip(*words, strict=True)) <= 2  # A yellow, an orange


def test_unknown_language_has_no_sample_texts():
    assert sample_texts("hsb") == SampleTexts()
    assert sample_texts("de-AT") == sample_texts("de")


def test_invalid_language_tag_is_refused():
    with pytest.raises(LanguageError, match="unknown language"):
        sample_texts("no language")
