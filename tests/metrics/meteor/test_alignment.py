from itertools import combinations, pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from cinescribe.metrics.meteor.alignment import BEAM, aligned
from cinescribe.metrics.meteor.matches import EXACT, PARAPHRASE, STEM, Match

N_WORDS = 5


@njit(cache=True)
def _rows(rows, n_words, n_ref):
    taken = aligned([Match(row[0], row[1], row[2], row[3], row[4]) for row in rows], n_words, n_ref)
    found = np.empty((len(taken), 5), np.int64)
    for n, match in enumerate(taken):
        found[n] = match
    return found


def align(matches, n_words=N_WORDS, n_ref=N_WORDS):
    rows = np.array(matches, dtype=np.int64).reshape(-1, 5)
    return [Match(*row) for row in _rows(rows, n_words, n_ref).tolist()]


def test_nothing_to_align():
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


def test_a_phrase_is_better_than_a_stem_within():
    phrase, stem = Match(PARAPHRASE, 0, 2, 1, 3), Match(STEM, 1, 1, 2, 1)
    assert align([stem, phrase]) == [phrase]


def test_the_first_of_equals_is_taken():
    matches = [Match(EXACT, 1, 1, 3, 1), Match(EXACT, 3, 1, 3, 1)]
    assert align(matches) == [matches[0]]


def test_a_match_that_touches_no_other_is_always_taken():
    """A stem gains nothing and adds a chunk; where it is the only match of its words it stands all the same."""
    matches = [Match(EXACT, 0, 1, 0, 1), Match(STEM, 4, 1, 2, 1)]
    assert align(matches) == matches


def test_a_long_text_keeps_to_the_beam():
    """Twenty times the same word in both: more ways than the beam holds, of which the straight one is best."""
    n = 20
    matches = [Match(EXACT, i, 1, j, 1) for j in range(n) for i in range(n)]
    assert n > BEAM // n
    assert [(match.at, match.ref_at) for match in align(matches, n, n)] == [(i, i) for i in range(n)]


def _match():
    short, place = st.integers(1, 2), st.integers(0, N_WORDS - 2)
    phrase = st.builds(Match, st.just(PARAPHRASE), place, short, place, short)
    word = st.builds(Match, st.sampled_from([EXACT, STEM]), place, st.just(1), place, st.just(1))
    return st.one_of(word, phrase)


@settings(max_examples=300, deadline=None)
@given(st.lists(_match(), max_size=5))
def test_it_is_the_best_of_all_alignments(matches):
    """Five matches make fewer alignments than the beam holds, so that nothing better can have been left out."""
    forced = [m for m in matches if not any(_meet(m, other) for other in _without(matches, m))]
    every = [chosen for n in range(len(matches) + 1) for chosen in combinations(matches, n)]
    whole = [chosen for chosen in every if _is_alignment(chosen) and all(m in chosen for m in forced)]
    found = align(matches)
    assert _is_alignment(found)
    assert set(forced) <= set(found)
    assert _worth(found) == max(map(_worth, whole))


def _without(matches, match):
    n = matches.index(match)
    return matches[:n] + matches[n + 1 :]


def _meet(one, other):
    in_text = one.at < other.at + other.n and other.at < one.at + one.n
    return in_text or (one.ref_at < other.ref_at + other.ref_n and other.ref_at < one.ref_at + one.ref_n)


def _is_alignment(chosen):
    return not any(_meet(one, other) for one, other in combinations(chosen, 2))


def _worth(chosen):
    """Words of both sides, those not matched exactly by half, rounded down for each side; then few chunks."""
    gain = sum(m.n + m.ref_n if m.module == EXACT else m.n // 2 + m.ref_n // 2 for m in chosen)
    ordered = sorted(chosen, key=lambda m: m.ref_at)
    breaks = [b.at != a.at + a.n or b.ref_at != a.ref_at + a.ref_n for a, b in pairwise(ordered)]
    return gain, -(len(ordered) > 0) - sum(breaks)
