"""Counting of judged tuples, on sentences written here; the judgements themselves are of sentences kept elsewhere."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from benchmarks.language.judged_sentences import (
    Filler,
    Found,
    JudgedSentence,
    JudgedTuple,
    counted,
    found_tuples,
    kappas,
    read_judgements,
    texts_of,
)
from tests.benchmarks.language.test_fitted_trees import FixedParser
from tests.language.parses import parsed

TEXT = "Anna lifts a cup in the bar."
PARSE = parsed(
    "Anna/PROPN/nsubj>2 lifts:lift/VERB+Fin/root a/DET/det>4 cup/NOUN+Sing/obj>2 in/ADP/case>7 the/DET/det>7 "
    "bar/NOUN+Sing/obl>2 ./PUNCT/punct>2"
)
ANNA, LIFTS, CUP, BAR = (0, 4), (5, 10), (13, 16), (24, 27)
NOTHING = Filler((None,))


def judged(*parts: Filler, second: tuple[Filler, ...] = (), is_optional: bool = False) -> JudgedSentence:
    first = JudgedTuple((parts[0], parts[1], parts[2], parts[3]), is_optional)
    other = JudgedTuple((second[0], second[1], second[2], second[3])) if second else first
    return JudgedSentence(hashlib.sha256(TEXT.encode()).hexdigest(), "film", True, (first,), (other,))


RIGHT = (Filler((ANNA,)), Filler((LIFTS,)), Filler((CUP,)), Filler((BAR,)))


def test_words_are_found_where_they_stand_in_the_text() -> None:
    expected: Found = (ANNA[0], LIFTS[0], CUP[0], BAR[0])
    assert found_tuples(TEXT, [PARSE]) == [expected]


def test_a_tuple_is_right_if_all_parts_are() -> None:
    counts = counted([judged(*RIGHT)], [TEXT], FixedParser(PARSE))
    assert (counts.n_judged, counts.n_found, counts.n_places, counts.n_places_right) == (1, 1, 1, 1)
    assert set(counts.right.values()) == {1}


def test_a_wrong_place_spoils_the_whole() -> None:
    counts = counted([judged(*RIGHT[:3], NOTHING)], [TEXT], FixedParser(PARSE))
    assert counts.right == {"who": 1, "verb": 1, "what": 1, "where": 0, "whole": 0}
    assert (counts.n_places, counts.n_false_places) == (0, 1)


def test_a_clause_that_is_missing_has_no_part_right() -> None:
    counts = counted([judged(RIGHT[0], Filler((CUP,)), NOTHING, NOTHING)], [TEXT], FixedParser(PARSE))
    assert set(counts.right.values()) == {0}
    assert (counts.n_judged, counts.n_found) == (1, 1)


def test_alternatives_and_parts_that_are_not_judged_are_right() -> None:
    free = Filler((), is_free=True)
    counts = counted([judged(free, RIGHT[1], Filler((None, CUP)), free)], [TEXT], FixedParser(PARSE))
    assert counts.right["whole"] == 1


def test_optional_clauses_count_neither_way() -> None:
    counts = counted([judged(*RIGHT, is_optional=True)], [TEXT], FixedParser(PARSE))
    assert (counts.n_judged, counts.n_found) == (0, 0)


def test_kappa_is_one_where_readings_agree_and_lower_elsewhere() -> None:
    assert set(kappas([judged(*RIGHT)], [TEXT]).values()) == {1.0}
    other = kappas([judged(*RIGHT, second=(*RIGHT[:3], NOTHING))], [TEXT])
    assert other["what"] == 1
    assert other["where"] < 0.1


def test_sentences_are_looked_up_by_their_digest(tmp_path: Path) -> None:
    path = tmp_path / "film.csv"
    path.write_text(f"movie,sentence\nx,{TEXT}\nx,Other.\n", encoding="utf-8")
    assert texts_of([judged(*RIGHT)], [path]) == [TEXT]
    path.write_text("movie,sentence\nx,Other.\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"1 of 1 sentences are not in .*film\.csv"):
        texts_of([judged(*RIGHT)], [path])


def test_the_judgements_have_two_halves_of_different_films() -> None:
    sentences = read_judgements()
    films = {is_test: {one.film for one in sentences if one.is_test == is_test} for is_test in (False, True)}
    assert len(sentences) == 200
    assert sum(one.is_test for one in sentences) == 100
    assert not films[False] & films[True]
    assert len({one.digest for one in sentences}) == 200
