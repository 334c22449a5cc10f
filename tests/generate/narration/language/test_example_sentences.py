import re
from collections import Counter
from itertools import chain
from typing import get_args

import pytest

from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES, read_guidelines
from cinescribe.describe.guidelines.lint import lint_script
from cinescribe.describe.narration.sentence_faults import sentence_faults
from cinescribe.generate.narration.film_grammar import ShotScale
from cinescribe.generate.narration.language.example_sentences import example_sentences
from cinescribe.generate.narration.language.sample_texts import sample_texts
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span

NAMES = ("Anna", "Ben", "Lena", "Maria", "Omar", "Sara", "Tom")
PEOPLE = tuple(Person(f"p{n}", f"P{n}", name) for n, name in enumerate(NAMES))
LENGTHS = (4, 7, 10, 14, 20)  # words of four sentences each, in the order of the file
FILED = sample_texts("en").examples
ALL = tuple(chain.from_iterable(FILED.values()))


def test_each_scale_has_four_sentences_of_each_length():
    assert tuple(FILED) == get_args(ShotScale)
    for texts in FILED.values():
        assert len(texts) == 4 * len(LENGTHS)
        for n, text in enumerate(texts):
            assert abs(len(text.split()) - LENGTHS[n // 4]) <= 1, text


@pytest.mark.slow
def test_example_sentences_have_no_fault():
    assert {text: faults for text, faults in zip(ALL, sentence_faults(ALL, PEOPLE), strict=True) if faults} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED_GUIDELINES)
def test_example_sentences_pass_the_guidelines(name):
    cues = tuple(Cue(Span(n * 20.0, n * 20.0 + 10), text, id=f"s{n}") for n, text in enumerate(ALL))
    found = lint_script(Script(Film("", len(ALL) * 20.0), people=PEOPLE, cues=cues), read_guidelines(name))
    # A list of sentences is no film, in which somebody would be introduced first.
    assert [one for one in found if one.rule != "name-before-introduction"] == []


def test_example_sentences_differ_and_vary_their_openings():
    assert len(set(ALL)) == len(ALL)
    openings = Counter(" ".join(text.split()[:2]) for text in ALL)
    assert openings.most_common(1)[0][1] <= 2
    every = [set(re.findall(r"\w{4,}", text.casefold())) for text in ALL]
    for n, one in enumerate(every):
        assert all(len(one & other) <= 2 for other in every[:n]), ALL[n]


def test_the_nearest_in_length_come_first():
    four = example_sentences("medium", length=8, n=4)
    assert four == tuple(FILED["medium"][4:8])
    assert [len(text.split()) for text in example_sentences("long", length=20, n=5)][-1] == 14
    assert example_sentences("close", length=1, n=0) == ()


def test_without_a_scale_examples_are_of_all():
    three = example_sentences(None, length=4, n=3)
    assert [next(scale for scale in FILED if text in FILED[scale]) for text in three] == list(get_args(ShotScale))
