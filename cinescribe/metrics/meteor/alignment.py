"""METEOR's alignment of a candidate with a reference (Denkowski and Lavie 2014, section 2): a beam over matches.

A match covers words of the candidate and of the reference; an alignment takes matches that share no word. The one
wanted covers most words, then has fewest chunks (runs that are contiguous and alike ordered in both texts), then lies
closest in position. The beam goes through the reference word by word. What the paper leaves open is settled as in the
authors' release 1.5, because it decides between alignments of equal worth.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.meteor.matches import EXACT, Laid, Lexicon, Match, Table, Text, matches_of

BEAM = 40  # partial alignments kept after each word

N_MODULES = 4
# One alignment as the numbers that its score needs: lengths of candidate and reference, function words of both; for
# each module matched content words of both, matched function words of both; chunks, all matched words of both.
N_STATISTICS = 4 + 4 * N_MODULES + 3
CHUNKS = N_STATISTICS - 3

# Columns of a partial alignment: words gained, chunks ended, distance; the reference's next word, the candidate's word
# after the last match (-1 after an unmatched word); which alignment it goes on from, and which match it took (or -1).
_GAIN, _ENDED, _DISTANCE, _NEXT, _LAST, _FROM, _TOOK = range(7)


@njit(cache=True)
def align_all(
    texts: Laid, refs: Laid, owners: NDArray[np.int64], lexicon: Lexicon, table: Table
) -> NDArray[np.float64]:
    """The statistics of every reference's alignment with the candidate that it belongs to, (references, N_STATISTICS).

    Args:
        texts: the candidates.
        refs: the references.
        owners: number of each reference's candidate, (references,).
        lexicon: what is known of the words.
        table: what is known of the phrases.
    """
    found = np.empty((len(owners), N_STATISTICS), np.float64)
    for r, c in enumerate(owners):
        text, ref = _text(texts, c), _text(refs, r)
        taken = aligned(matches_of(text, ref, lexicon, table), len(text.words), len(ref.words))
        found[r] = _statistics(text, ref, taken, lexicon.is_function)
    return found


@njit(cache=True)
def _text(texts: Laid, n: int) -> Text:
    first, end = texts.bounds[n], texts.bounds[n + 1]
    return Text(texts.words[first:end], texts.phrases[first:end])


@njit(cache=True)
def _statistics(text: Text, ref: Text, taken: list[Match], function_words: NDArray[np.bool_]) -> NDArray[np.int64]:
    counts = np.zeros(N_STATISTICS, np.int64)
    is_function, ref_is_function = function_words[text.words], function_words[ref.words]
    counts[0], counts[1] = len(text.words), len(ref.words)
    counts[2], counts[3] = is_function.sum(), ref_is_function.sum()
    after, ref_after = -1, -1
    for match in taken:
        n_function = is_function[match.at : match.at + match.n].sum()
        n_ref_function = ref_is_function[match.ref_at : match.ref_at + match.ref_n].sum()
        first = 4 + 4 * match.module
        counts[first] += match.n - n_function
        counts[first + 1] += match.ref_n - n_ref_function
        counts[first + 2] += n_function
        counts[first + 3] += n_ref_function
        counts[CHUNKS] += match.at != after or match.ref_at != ref_after
        counts[CHUNKS + 1] += match.n
        counts[CHUNKS + 2] += match.ref_n
        after, ref_after = match.at + match.n, match.ref_at + match.ref_n
    # A perfect match is not fragmented, and its chunk counts for nothing in a corpus's sum either.
    is_whole = counts[CHUNKS + 1] == counts[0] and counts[CHUNKS + 2] == counts[1]
    counts[CHUNKS] -= is_whole and counts[CHUNKS] == 1
    return counts


@njit(cache=True)
def aligned(matches: list[Match], n_words: int, n_ref: int) -> list[Match]:
    """The matches of the best alignment of `n_words` with `n_ref` words, in the reference's order."""
    ordered, starts = _by_start(matches, n_ref)
    is_forced = _forced(matches, n_words, n_ref)
    paths, used = np.zeros((1, 7), np.int64), np.zeros((1, n_words), np.bool_)
    paths[0, _LAST] = -1
    steps = np.empty((n_ref, BEAM, 2), np.int64)
    for at in range(n_ref):
        paths, used = _extended(paths, used, at, ordered[starts[at] : starts[at + 1]], is_forced[at])
        order = _ranked(paths)
        paths, used = paths[order], used[order]
        steps[at, : len(paths)] = paths[:, _FROM:]
    paths[:, _ENDED] += paths[:, _LAST] >= 0
    rank = _ranked(paths)[0]
    taken = [Match(EXACT, 0, 0, 0, 0) for _ in range(0)]
    for at in range(n_ref - 1, -1, -1):
        rank, took = steps[at, rank]
        if took >= 0:
            taken.append(ordered[starts[at] + took])
    return taken[::-1]


@njit(cache=True)
def _by_start(matches: list[Match], n_ref: int) -> tuple[list[Match], NDArray[np.int64]]:
    """Matches by the reference's word at which they start, else in the order they came, and where each word's start."""
    starts = np.zeros(n_ref + 1, np.int64)
    for match in matches:
        starts[match.ref_at + 1] += 1
    starts = np.cumsum(starts)
    free = starts.copy()
    ordered = matches.copy()
    for match in matches:
        ordered[free[match.ref_at]] = match
        free[match.ref_at] += 1
    return ordered, starts


@njit(cache=True)
def _forced(matches: list[Match], n_words: int, n_ref: int) -> NDArray[np.bool_]:
    """Whether at each word of the reference a match starts that shares no word with any other: it is always taken."""
    covered, ref_covered = np.zeros(n_words, np.int64), np.zeros(n_ref, np.int64)
    for match in matches:
        covered[match.at : match.at + match.n] += 1
        ref_covered[match.ref_at : match.ref_at + match.ref_n] += 1
    forced = np.zeros(n_ref, np.bool_)
    for match in matches:
        is_alone = covered[match.at : match.at + match.n].max() == 1
        forced[match.ref_at] |= is_alone and ref_covered[match.ref_at : match.ref_at + match.ref_n].max() == 1
    return forced


@njit(cache=True)
def _extended(
    paths: NDArray[np.int64], used: NDArray[np.bool_], at: int, here: list[Match], is_forced: bool
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The partial alignments that go on from `paths` over the reference's word `at`, where the matches `here` start."""
    longer = np.empty((len(paths) * (1 + len(here)), paths.shape[1]), np.int64)
    longer_used = np.empty((len(longer), used.shape[1]), np.bool_)
    n = 0
    for p in range(len(paths)):
        is_open = paths[p, _NEXT] <= at
        # Release 1.5 adds a match's distance not to the alignment that takes it but to those which go on from the same
        # one after it, and to the one that takes none.
        passed = 0
        for m in range(len(here) if is_open else 0):
            if not used[p, here[m].at : here[m].at + here[m].n].any():
                longer[n], longer_used[n] = paths[p], used[p]
                _take(longer[n], longer_used[n], here[m])
                longer[n, _DISTANCE] += passed
                longer[n, _FROM], longer[n, _TOOK] = p, m
                passed += abs(here[m].ref_at - here[m].at)
                n += 1
        if is_open and is_forced:
            longer[n - 1, _DISTANCE] += passed
            continue
        longer[n], longer_used[n] = paths[p], used[p]
        longer[n, _DISTANCE] += passed
        longer[n, _FROM], longer[n, _TOOK] = p, -1
        if is_open:
            _leave(longer[n])
        n += 1
    return longer[:n], longer_used[:n]


@njit(cache=True)
def _take(path: NDArray[np.int64], used: NDArray[np.bool_], match: Match) -> None:
    """Go on with a match. Words that are not matched exactly count half, the half of an odd number rounded down."""
    path[_GAIN] += match.n + match.ref_n if match.module == EXACT else match.n // 2 + match.ref_n // 2
    path[_ENDED] += path[_LAST] >= 0 and path[_LAST] != match.at
    path[_NEXT] = match.ref_at + match.ref_n
    path[_LAST] = match.at + match.n
    used[match.at : match.at + match.n] = True


@njit(cache=True)
def _leave(path: NDArray[np.int64]) -> None:
    """Go on over a word that stays unmatched."""
    path[_ENDED] += path[_LAST] >= 0
    path[_LAST] = -1
    path[_NEXT] += 1


@njit(cache=True)
def _ranked(paths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of the best `BEAM` partial alignments, best first; equals stay in order."""
    order = np.empty(min(BEAM, len(paths)), np.int64)
    n = 0
    for p in range(len(paths)):
        if n == len(order):
            if not _is_better(paths[p], paths[order[n - 1]]):
                continue
            n -= 1
        k = n
        while k > 0 and _is_better(paths[p], paths[order[k - 1]]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = p
        n += 1
    return order


@njit(cache=True)
def _is_better(path: NDArray[np.int64], other: NDArray[np.int64]) -> bool:
    """More words, else fewer chunks, else less distance."""
    if path[_GAIN] != other[_GAIN]:
        return bool(path[_GAIN] > other[_GAIN])
    if path[_ENDED] != other[_ENDED]:
        return bool(path[_ENDED] < other[_ENDED])
    return bool(path[_DISTANCE] < other[_DISTANCE])
