import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.description.described_film import described_films

PAIRS = Pairs.of({"1": "a", "2": "b", "3": "c"}, {"1": "A", "2": "B", "3": "C"})


def test_items_are_grouped_by_film_in_order():
    films = described_films(PAIRS, {"1": "x", "2": "y", "3": "x"}, metric="CRITIC")
    assert [(one.name, one.ids, one.candidates, one.references) for one in films] == [
        ("x", ("1", "3"), ("a", "c"), ("A", "C")),
        ("y", ("2",), ("b",), ("B",)),
    ]


def test_all_items_are_of_one_film_by_default():
    [film] = described_films(PAIRS, metric="CRITIC")
    assert (film.name, film.ids) == ("", ("1", "2", "3"))


def test_an_item_without_a_film_is_refused():
    with pytest.raises(ScoreError, match=r"item '2' has no film; give the film of every item \(`films`\)"):
        described_films(PAIRS, {"1": "x"}, metric="CRITIC")


def test_two_references_are_refused():
    pairs = Pairs.of({"1": "a"}, {"1": ["A", "B"]})
    with pytest.raises(ScoreError, match="item '1' has 2 references; CRITIC reads a film's description in order"):
        described_films(pairs, metric="CRITIC")
