from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from cinescribe.metrics.meteor.alignment import BEAM, best_alignment
from cinescribe.metrics.meteor.matches import EXACT, PARAPHRASE, STEM, Match

N_WORDS = 5


@njit(cache=True)
def _aligned_rows(rows, n_words, n_ref):
    chosen = best_alignment([Match(row[0], row[1], row[2], row[3], row[4]) for row in rows], n_words, n_ref)
    found = np.empty((len(chosen), 5), np.int64)
    for n, match in enumerate(chosen):
        found[n] = match
    return found


def align(matches, n_words=N_WORDS, n_ref=N_WORDS):
    rows = np.array(matches, dtype=np.int64).reshape(-1, 5)
    return [Match(*row) for row in _aligned_rows(rows, n_words, n_ref).tolist()]


@pytest.mark.slow
def test_no_matches_give_an_empty_alignment():
    assert align([]) == []
    assert align([], n_words=0, n_ref=0) == []


def test_fewer_chunks_are_better():
    """Candidate "a b a", reference "c a b": the first a stays with its b."""
    matches = [Match(EXACT, 0, 1, 1, 1), Match(EXACT, 2, 1, 1, 1), Match(EXACT, 1, 1, 2, 1)]
    assert align(matches) == [matches[0], matches[2]]


def test_more_words_are_better_than_fewer_chunks():
    """Candidate "a b c a", reference "a d b c": one chunk of two words and one of one, not the first alone."""
    matches = [Match(EXACT, 0, 1, 0, 1), Match(EXACT, 3, 1, 0, 1), Match(EXACT, 1, 1, 2, 1), Match(EXACT, 2, 1, 3, 1)]
    assert align(matches) == [matches[0], matches[2], matches[3]]


def test_an_exact_match_is_better_than_a_stem():
    stem, exact = Match(STEM, 0, 1, 0, 1), Match(EXACT, 0, 1, 1, 1)
    assert align([stem, exact]) == [exact]


def test_a_phrase_is_better_than_a_stem_inside_it():
    phrase, stem = Match(PARAPHRASE, 0, 2, 1, 3), Match(STEM, 1, 1, 2, 1)
    assert align([stem, phrase]) == [phrase]


def test_the_first_of_equal_alignments_is_chosen():
    matches = [Match(EXACT, 1, 1, 3, 1), Match(EXACT, 3, 1, 3, 1)]
    assert align(matches) == [matches[0]]


def test_an_isolated_match_is_always_chosen():
    """A stem match covers no extra word and adds a chunk, but is kept as the only match of its words."""
    matches = [Match(EXACT, 0, 1, 0, 1), Match(STEM, 4, 1, 2, 1)]
    assert align(matches) == matches


def test_the_beam_finds_the_straight_alignment_of_a_long_text():
    """Twenty equal words in both texts have more alignments than the beam holds; the straight one is best."""
    n = 20
    matches = [Match(EXACT, i, 1, j, 1) for j in range(n) for i in range(n)]
    assert n > BEAM // n
    assert [(match.start, match.ref_start) for match in align(matches, n, n)] == [(i, i) for i in range(n)]


def _match():
    short, place = st.integers(1, 2), st.integers(0, N_WORDS - 2)
    phrase = st.builds(Match, st.just(PARAPHRASE), place, short, place, short)
    word = st.builds(Match, st.sampled_from([EXACT, STEM]), place, st.just(1), place, st.just(1))
    return st.one_of(word, phrase)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(_match(), max_size=5))
def test_alignment_is_the_best_of_all_possible_ones(matches):
    """Five matches have fewer alignments than the beam holds, so no better one can be dropped."""
    forced = [m for m in matches if not any(_overlap(m, other) for other in _without(matches, m))]
    every = [chosen for n in range(len(matches) + 1) for chosen in combinations(matches, n)]
    whole = [chosen for chosen in every if _is_alignment(chosen) and all(m in chosen for m in forced)]
    found = align(matches)
    assert _is_alignment(found)
    assert set(forced) <= set(found)
    assert _rank(found) == max(map(_rank, whole))


def _without(matches, match):
    n = matches.index(match)
    return matches[:n] + matches[n + 1 :]


def _overlap(one, other):
    in_text = one.start < other.start + other.n and other.start < one.start + one.n
    return in_text or (one.ref_start < other.ref_start + other.ref_n and other.ref_start < one.ref_start + one.ref_n)


def _is_alignment(chosen):
    return not any(_overlap(one, other) for one, other in combinations(chosen, 2))


def _rank(chosen):
    """Words of both sides (inexact ones count half, rounded down per side), then the negated number of chunks."""
    covered = sum(m.n + m.ref_n if m.module == EXACT else m.n // 2 + m.ref_n // 2 for m in chosen)
    ordered = sorted(chosen, key=lambda m: m.ref_start)
    breaks = [b.start != a.start + a.n or b.ref_start != a.ref_start + a.ref_n for a, b in pairwise(ordered)]
    return covered, -(len(ordered) > 0) - sum(breaks)
