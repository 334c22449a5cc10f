"""Candidates and references have the same items; all are texts, and none is empty unless allowed."""

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs


def test_pairs_keep_the_candidates_order():
    pairs = Pairs.of({"b": "two", "a": "one"}, {"a": "eins", "b": ["zwei", "deux"]})
    assert pairs.ids == ("b", "a")
    assert pairs.candidates == ("two", "one")
    assert pairs.references == (("zwei", "deux"), ("eins",))


def test_a_numeric_id_equals_its_text():
    assert Pairs.of({12: "one"}, {"12": "eins"}).ids == ("12",)


@pytest.mark.parametrize(
    ("candidates", "references", "words"),
    [
        ({}, {}, "there is no candidate to score"),
        ({"a": "x", "b": "y"}, {"a": "x"}, "item 'b' has a candidate but no reference"),
        ({"a": "x"}, {"a": "x", "c": "y"}, "item 'c' has references but no candidate"),
        ({"a": " "}, {"a": "x"}, "the candidate of item 'a' is empty"),
        ({"a": "x"}, {"a": ["x", ""]}, "a reference of item 'a' is empty"),
        ({"a": "x"}, {"a": []}, "item 'a' has an empty list of references"),
        (
            {"a": "x"},
            {"a": ["x", "y " * 5001]},
            "a reference of item 'a' has 10,002 letters; expected a caption, of at",
        ),
        ({"a": "x \ud83d"}, {"a": "x"}, r"the candidate of item 'a' is 'x \\ud83d' with half a character in it"),
        ({"a\ud83d": "x"}, {"a": "x"}, r"the candidates have the id 'a\\ud83d' with half a character"),
        ({"a": None}, {"a": "x"}, "the candidate of item 'a' is None, of type NoneType"),
        ({"a": "x"}, {"a": ["x", 3]}, "a reference of item 'a' is 3, of type int"),
        ({"a": "x"}, {"a": 3}, "the references of item 'a' are 3; expected a text or a list of texts"),
        ({1.5: "x"}, {"1.5": "x"}, "the candidates have the id 1.5; expected a text or a whole number"),
        ({"1": "x"}, {1: "x", "1": "y"}, "the references have the id '1' twice"),
    ],
)
def test_an_item_that_cannot_be_paired_is_named(candidates, references, words):
    with pytest.raises(ScoreError, match=words):
        Pairs.of(candidates, references)


def test_empty_candidates_are_kept_if_allowed():
    pairs = Pairs.of({"a": ""}, {"a": "x"}, allow_empty=True)
    assert pairs.candidates == ("",)
    assert pairs.allow_empty
    with pytest.raises(ScoreError, match="a reference of item 'a' is empty"):
        Pairs.of({"a": ""}, {"a": ""}, allow_empty=True)
