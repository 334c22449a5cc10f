"""METEOR's alignment of a candidate with a reference (Denkowski and Lavie 2014, section 2): a beam over matches.

A match covers words of the candidate and of the reference; an alignment is a set of matches that share no word. The
best one covers the most words, then has the fewest chunks (runs that are contiguous and in the same order in both
texts), then has the smallest distance between positions. The beam goes through the reference word by word. What the
paper leaves open follows the authors' release 1.5, because it decides between equally good alignments.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.meteor.matches import EXACT, Lexicon, Match, ParaphraseTable, Text, TextBatch, find_matches

BEAM = 40  # partial alignments kept after each word

N_MODULES = 4
# The statistics of an alignment: lengths of candidate and reference, function words of both; for each module matched
# content words of both, matched function words of both; chunks, all matched words of both.
N_STATISTICS = 4 + 4 * N_MODULES + 3
CHUNKS = N_STATISTICS - 3

# Columns of a partial alignment: words covered, chunks ended, distance; the reference's next word, the candidate's word
# after the last match (-1 after an unmatched word); the partial alignment it extends, and the match added (or -1).
_COVERED, _ENDED, _DISTANCE, _NEXT, _LAST, _PARENT, _ADDED = range(7)


@njit(cache=True)
def align_all(
    texts: TextBatch, refs: TextBatch, owners: NDArray[np.int64], lexicon: Lexicon, table: ParaphraseTable
) -> NDArray[np.float64]:
    """Return the statistics of every reference's alignment with its candidate, (references, N_STATISTICS).

    Args:
        texts: the candidates.
        refs: the references.
        owners: number of each reference's candidate, (references,).
        lexicon: stems and synsets of the words.
        table: paraphrases of the phrases.
    """
    statistics = np.empty((len(owners), N_STATISTICS), np.float64)
    for r, c in enumerate(owners):
        text, ref = _text(texts, c), _text(refs, r)
        chosen = best_alignment(find_matches(text, ref, lexicon, table), len(text.words), len(ref.words))
        statistics[r] = _statistics(text, ref, chosen, lexicon.is_function)
    return statistics


@njit(cache=True)
def _text(texts: TextBatch, n: int) -> Text:
    first, end = texts.bounds[n], texts.bounds[n + 1]
    return Text(texts.words[first:end], texts.phrases[first:end])


@njit(cache=True)
def _statistics(text: Text, ref: Text, chosen: list[Match], function_words: NDArray[np.bool_]) -> NDArray[np.int64]:
    counts = np.zeros(N_STATISTICS, np.int64)
    is_function, ref_is_function = function_words[text.words], function_words[ref.words]
    counts[0], counts[1] = len(text.words), len(ref.words)
    counts[2], counts[3] = is_function.sum(), ref_is_function.sum()
    end, ref_end = -1, -1
    for match in chosen:
        n_function = is_function[match.start : match.start + match.n].sum()
        n_ref_function = ref_is_function[match.ref_start : match.ref_start + match.ref_n].sum()
        first = 4 + 4 * match.module
        counts[first] += match.n - n_function
        counts[first + 1] += match.ref_n - n_ref_function
        counts[first + 2] += n_function
        counts[first + 3] += n_ref_function
        counts[CHUNKS] += match.start != end or match.ref_start != ref_end
        counts[CHUNKS + 1] += match.n
        counts[CHUNKS + 2] += match.ref_n
        end, ref_end = match.start + match.n, match.ref_start + match.ref_n
    # A perfect match is not fragmented: its chunk counts as 0, also in the corpus sums.
    is_whole = counts[CHUNKS + 1] == counts[0] and counts[CHUNKS + 2] == counts[1]
    counts[CHUNKS] -= is_whole and counts[CHUNKS] == 1
    return counts


@njit(cache=True)
def best_alignment(matches: list[Match], n_words: int, n_ref: int) -> list[Match]:
    """Return the matches of the best alignment of `n_words` with `n_ref` words, in the reference's order."""
    ordered, starts = _by_start(matches, n_ref)
    is_forced = _forced(matches, n_words, n_ref)
    paths, used = np.zeros((1, 7), np.int64), np.zeros((1, n_words), np.bool_)
    paths[0, _LAST] = -1
    steps = np.empty((n_ref, BEAM, 2), np.int64)
    for at in range(n_ref):
        paths, used = _extended(paths, used, at, ordered[starts[at] : starts[at + 1]], is_forced[at])
        order = _ranked(paths)
        paths, used = paths[order], used[order]
        steps[at, : len(paths)] = paths[:, _PARENT:]
    paths[:, _ENDED] += paths[:, _LAST] >= 0
    rank = _ranked(paths)[0]
    chosen = [Match(EXACT, 0, 0, 0, 0) for _ in range(0)]
    for at in range(n_ref - 1, -1, -1):
        rank, added = steps[at, rank]
        if added >= 0:
            chosen.append(ordered[starts[at] + added])
    return chosen[::-1]


@njit(cache=True)
def _by_start(matches: list[Match], n_ref: int) -> tuple[list[Match], NDArray[np.int64]]:
    """Return the matches sorted by their first word in the reference, and where those of each word begin."""
    starts = np.zeros(n_ref + 1, np.int64)
    for match in matches:
        starts[match.ref_start + 1] += 1
    starts = np.cumsum(starts)
    free = starts.copy()
    ordered = matches.copy()
    for match in matches:
        ordered[free[match.ref_start]] = match
        free[match.ref_start] += 1
    return ordered, starts


@njit(cache=True)
def _forced(matches: list[Match], n_words: int, n_ref: int) -> NDArray[np.bool_]:
    """Return at which words of the reference a match starts that shares no word with any other, so always belongs."""
    covered, ref_covered = np.zeros(n_words, np.int64), np.zeros(n_ref, np.int64)
    for match in matches:
        covered[match.start : match.start + match.n] += 1
        ref_covered[match.ref_start : match.ref_start + match.ref_n] += 1
    forced = np.zeros(n_ref, np.bool_)
    for match in matches:
        is_isolated = covered[match.start : match.start + match.n].max() == 1
        forced[match.ref_start] |= (
            is_isolated and ref_covered[match.ref_start : match.ref_start + match.ref_n].max() == 1
        )
    return forced


@njit(cache=True)
def _extended(
    paths: NDArray[np.int64], used: NDArray[np.bool_], at: int, new_matches: list[Match], is_forced: bool
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the extensions of `paths` by the reference's word `at`, at which `new_matches` start."""
    longer = np.empty((len(paths) * (1 + len(new_matches)), paths.shape[1]), np.int64)
    longer_used = np.empty((len(longer), used.shape[1]), np.bool_)
    n = 0
    for p in range(len(paths)):
        is_open = paths[p, _NEXT] <= at
        # Release 1.5 adds a match's distance not to the path with this match, but to the later extensions of the same
        # path, and to the one without a match.
        distance = 0
        for m in range(len(new_matches) if is_open else 0):
            if not used[p, new_matches[m].start : new_matches[m].start + new_matches[m].n].any():
                longer[n], longer_used[n] = paths[p], used[p]
                _add_match(longer[n], longer_used[n], new_matches[m])
                longer[n, _DISTANCE] += distance
                longer[n, _PARENT], longer[n, _ADDED] = p, m
                distance += abs(new_matches[m].ref_start - new_matches[m].start)
                n += 1
        if is_open and is_forced:
            longer[n - 1, _DISTANCE] += distance
            continue
        longer[n], longer_used[n] = paths[p], used[p]
        longer[n, _DISTANCE] += distance
        longer[n, _PARENT], longer[n, _ADDED] = p, -1
        if is_open:
            _skip_word(longer[n])
        n += 1
    return longer[:n], longer_used[:n]


@njit(cache=True)
def _add_match(path: NDArray[np.int64], used: NDArray[np.bool_], match: Match) -> None:
    """Extend a path by a match. Words that do not match exactly count half, rounded down for an odd number."""
    path[_COVERED] += match.n + match.ref_n if match.module == EXACT else match.n // 2 + match.ref_n // 2
    path[_ENDED] += path[_LAST] >= 0 and path[_LAST] != match.start
    path[_NEXT] = match.ref_start + match.ref_n
    path[_LAST] = match.start + match.n
    used[match.start : match.start + match.n] = True


@njit(cache=True)
def _skip_word(path: NDArray[np.int64]) -> None:
    """Extend a path by an unmatched word of the reference."""
    path[_ENDED] += path[_LAST] >= 0
    path[_LAST] = -1
    path[_NEXT] += 1


@njit(cache=True)
def _ranked(paths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the indices of the best `BEAM` partial alignments, best first; equals keep their order."""
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
    """Return whether a path covers more words, or else has fewer chunks, or else a smaller distance."""
    if path[_COVERED] != other[_COVERED]:
        return bool(path[_COVERED] > other[_COVERED])
    if path[_ENDED] != other[_ENDED]:
        return bool(path[_ENDED] < other[_ENDED])
    return bool(path[_DISTANCE] < other[_DISTANCE])
