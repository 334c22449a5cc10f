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
    Reading,
    counted,
    differing,
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


def reading(*parts: Filler, is_optional: bool = False) -> Reading:
    return (JudgedTuple((parts[0], parts[1], parts[2], parts[3]), is_optional),)


RIGHT = (Filler((ANNA,)), Filler((LIFTS,)), Filler((CUP,)), Filler((BAR,)))


def test_words_are_found_where_they_stand_in_the_text() -> None:
    expected: Found = (ANNA[0], LIFTS[0], CUP[0], BAR[0])
    assert found_tuples(TEXT, [PARSE]) == [expected]


def test_a_tuple_is_right_if_all_parts_are() -> None:
    counts = counted([reading(*RIGHT)], [TEXT], FixedParser(PARSE))
    assert (counts.n_judged, counts.n_found, counts.n_places, counts.n_places_right) == (1, 1, 1, 1)
    assert set(counts.right.values()) == {1}


def test_a_wrong_place_spoils_the_whole() -> None:
    counts = counted([reading(*RIGHT[:3], NOTHING)], [TEXT], FixedParser(PARSE))
    assert counts.right == {"who": 1, "verb": 1, "what": 1, "where": 0, "whole": 0}
    assert (counts.n_places, counts.n_false_places) == (0, 1)


def test_a_clause_that_is_missing_has_no_part_right() -> None:
    counts = counted([reading(RIGHT[0], Filler((CUP,)), NOTHING, NOTHING)], [TEXT], FixedParser(PARSE))
    assert set(counts.right.values()) == {0}
    assert (counts.n_judged, counts.n_found) == (1, 1)


def test_alternatives_and_parts_that_are_not_judged_are_right() -> None:
    free = Filler((), is_free=True)
    counts = counted([reading(free, RIGHT[1], Filler((None, CUP)), free)], [TEXT], FixedParser(PARSE))
    assert counts.right["whole"] == 1


def test_optional_clauses_count_neither_way() -> None:
    counts = counted([reading(*RIGHT, is_optional=True)], [TEXT], FixedParser(PARSE))
    assert (counts.n_judged, counts.n_found) == (0, 0)


def test_kappa_is_one_where_readings_agree_and_lower_elsewhere() -> None:
    assert set(kappas([reading(*RIGHT)], [reading(*RIGHT)], [TEXT]).values()) == {1.0}
    other = kappas([reading(*RIGHT)], [reading(*RIGHT[:3], NOTHING)], [TEXT])
    assert other["what"] == 1
    assert other["where"] < 0.1
    more = reading(*RIGHT) + reading(RIGHT[0], Filler((CUP,)), *RIGHT[2:])
    assert kappas([reading(*RIGHT)], [more], [TEXT])["verb"] < 0.7


def test_clauses_that_two_readings_fill_with_other_words_are_counted_by_part() -> None:
    mine = (
        reading(*RIGHT) + reading(*RIGHT[:2], Filler((BAR,)), NOTHING) + reading(RIGHT[0], Filler((CUP,)), *RIGHT[2:])
    )
    theirs = reading(*RIGHT[:2], Filler(((11, 16),)), NOTHING) + reading(*RIGHT[:2], Filler((BAR,)), NOTHING)
    optional = reading(*RIGHT, is_optional=True)
    expected = {"first": 3, "second": 2, "both": 2, "who": 0, "verb": 0, "what": 0, "where": 1, "any": 1}
    assert differing([mine + optional], [theirs + optional]) == expected


def test_sentences_are_looked_up_by_their_digest(tmp_path: Path) -> None:
    path = tmp_path / "film.csv"
    path.write_text(f"movie,sentence\nx,{TEXT}\nx,Other.\n", encoding="utf-8")
    sentence = JudgedSentence(hashlib.sha256(TEXT.encode()).hexdigest(), "film", True, (), ())
    assert texts_of([sentence], [path]) == [TEXT]
    path.write_text("movie,sentence\nx,Other.\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"1 of 1 sentences are not in .*film\.csv"):
        texts_of([sentence], [path])


def test_the_judgements_have_two_halves_of_different_films() -> None:
    sentences = read_judgements()
    films = {is_test: {one.film for one in sentences if one.is_test == is_test} for is_test in (False, True)}
    assert len(sentences) == 200
    assert sum(one.is_test for one in sentences) == 100
    assert not films[False] & films[True]
    assert len({one.digest for one in sentences}) == 200


def test_a_second_reader_read_the_half_that_set_nothing_and_chose_other_words_in_14_clauses() -> None:
    sentences = read_judgements()
    assert all((one.other is not None) == one.is_test for one in sentences)
    tested = [one for one in sentences if one.is_test]
    counts = differing([one.first for one in tested], [one.other or () for one in tested])
    assert (counts["first"], counts["second"], counts["both"], counts["any"]) == (159, 159, 159, 14)
