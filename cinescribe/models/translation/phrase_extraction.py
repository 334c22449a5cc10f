"""Phrase pairs that are consistent with a word alignment (Och and Ney 2004, section 3), with lexical weights."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.models.translation.alignment_kernels import SentencePairs
from cinescribe.models.translation.symmetrised import grow_diag_final_and

# Columns of an extracted phrase pair: sentence; first source word and the one after the last; the same of the target.
N_COLUMNS = 5


class Occurrences(NamedTuple):
    """Every occurrence of a phrase pair in the sentences.

    Attributes:
        places: sentence; first source word and the one after the last; the same of the target, (N, 5).
        forward: lexical weight of the target phrase given the source phrase, (N,).
        backward: lexical weight of the source phrase given the target phrase, (N,).
    """

    places: NDArray[np.int32]
    forward: NDArray[np.float64]
    backward: NDArray[np.float64]


@njit(cache=True)
def consistent_phrases(links: NDArray[np.bool_], max_source: int, max_target: int) -> NDArray[np.int32]:
    """Return the phrase pairs of a sentence pair, as spans (first source, end, first target, end), (N, 4).

    A pair holds at least one link, and no word of it is linked with a word outside. Target words without a link may
    be at its edges.

    Args:
        links: the alignment, (J, I).
        max_source: words of the longest source phrase.
        max_target: words of the longest target phrase.
    """
    n_source, n_target = links.shape
    has_target = np.zeros(n_target, np.bool_)
    first_of, last_of = np.full(n_source, n_target), np.full(n_source, -1)  # linked target words of a source word
    for j in range(n_source):
        for i in range(n_target):
            if links[j, i]:
                has_target[i] = True
                first_of[j], last_of[j] = min(first_of[j], i), i
    found = [(0, 0, 0, 0) for _ in range(0)]
    for start in range(n_source):
        first, last = n_target, -1
        for end in range(start + 1, min(n_source, start + max_source) + 1):
            first, last = min(first, first_of[end - 1]), max(last, last_of[end - 1])
            if last < 0 or last - first >= max_target or links[:start, first : last + 1].any():
                continue
            if links[end:, first : last + 1].any():
                continue
            low = first
            while True:
                high = last
                while high - low < max_target:
                    found.append((start, end, low, high + 1))
                    high += 1
                    if high >= n_target or has_target[high]:
                        break
                low -= 1
                if low < 0 or has_target[low]:
                    break
    spans = np.empty((len(found), 4), np.int32)
    for n, (start, end, low, above) in enumerate(found):
        spans[n, 0], spans[n, 1], spans[n, 2], spans[n, 3] = start, end, low, above
    return spans


@njit(cache=True)
def symmetrised_links(
    sentences: SentencePairs, forward: NDArray[np.int32], backward: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Return the symmetrised alignment of all pairs: tables (J, I), concatenated in row order.

    Args:
        sentences: the pairs, source to target.
        forward: the source word of each target word, -1 for none, (target words,).
        backward: the target word of each source word, -1 for none, (source words,).
    """
    lengths = sentences.source_lengths * sentences.target_lengths
    found, at, source, target = np.empty(lengths.sum(), np.bool_), 0, 0, 0
    for n in range(len(lengths)):
        n_source, n_target = sentences.source_lengths[n], sentences.target_lengths[n]
        one, other = np.zeros((n_source, n_target), np.bool_), np.zeros((n_source, n_target), np.bool_)
        for i in range(n_target):
            if forward[target + i] >= 0:
                one[forward[target + i], i] = True
        for j in range(n_source):
            if backward[source + j] >= 0:
                other[j, backward[source + j]] = True
        found[at : at + lengths[n]] = grow_diag_final_and(one, other).ravel()
        at, source, target = at + lengths[n], source + n_source, target + n_target
    return found


@njit(cache=True)
def _links_of(sentences: SentencePairs, links: NDArray[np.bool_], at: int, n: int) -> NDArray[np.bool_]:
    n_source, n_target = sentences.source_lengths[n], sentences.target_lengths[n]
    return links[at : at + n_source * n_target].reshape(n_source, n_target)


@njit(cache=True)
def link_counts(sentences: SentencePairs, links: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return how often the words of each cell are linked; a target word without a link counts for the empty word.

    Args:
        sentences: the pairs.
        links: the alignment of all pairs, (J, I) tables of `sentences`.
    """
    counts, at = np.zeros(sentences.cells.max() + 1), 0
    for n in range(len(sentences.source_lengths)):
        n_source, n_target = sentences.source_lengths[n], sentences.target_lengths[n]
        here = _links_of(sentences, links, at, n)
        cells = sentences.cells[sentences.bounds[n] : sentences.bounds[n + 1]].reshape(n_target, n_source + 1)
        for i in range(n_target):
            is_empty = True
            for j in range(n_source):
                if here[j, i]:
                    counts[cells[i, j + 1]] += 1
                    is_empty = False
            if is_empty:
                counts[cells[i, 0]] += 1
        at += n_source * n_target
    return counts


@njit(cache=True)
def _lexical(
    cells: NDArray[np.int32], links: NDArray[np.bool_], weights: NDArray[np.float64], first: int, end: int
) -> float:
    """Return the product over the target words `first` to `end` of their mean weight given their source words.

    Koehn et al. 2003, equation 4.
    """
    product = 1.0
    for i in range(first, end):
        n, total = 0, 0.0
        for j in range(len(links)):
            if links[j, i]:
                n += 1
                total += weights[cells[i, j + 1]]
        product *= total / n if n else weights[cells[i, 0]]
    return product


@njit(cache=True)
def extract_phrases(
    sentences: SentencePairs,
    reverse: SentencePairs,
    links: NDArray[np.bool_],
    weights: tuple[NDArray[np.float64], NDArray[np.float64]],
    longest: tuple[int, int],
) -> Occurrences:
    """Return every occurrence of a phrase pair that is consistent with the alignment.

    Args:
        sentences: the pairs.
        reverse: the same pairs in the other direction.
        links: the alignment of all pairs, (J, I) tables.
        weights: w(target word | source word) of the cells of `sentences`, and the other way round.
        longest: words of the longest source phrase and of the longest target phrase.
    """
    n_found, at = 0, 0
    places, ahead, behind = np.empty((1024, N_COLUMNS), np.int32), np.empty(1024), np.empty(1024)
    for n in range(len(sentences.source_lengths)):
        n_source, n_target = sentences.source_lengths[n], sentences.target_lengths[n]
        here = _links_of(sentences, links, at, n)
        at += n_source * n_target
        cells = sentences.cells[sentences.bounds[n] : sentences.bounds[n + 1]].reshape(n_target, n_source + 1)
        turned = reverse.cells[reverse.bounds[n] : reverse.bounds[n + 1]].reshape(n_source, n_target + 1)
        spans = consistent_phrases(here, longest[0], longest[1])
        while n_found + len(spans) > len(places):
            places = np.concatenate((places, np.empty_like(places)))
            ahead, behind = (
                np.concatenate((ahead, np.empty_like(ahead))),
                np.concatenate((behind, np.empty_like(behind))),
            )
        for k in range(len(spans)):
            places[n_found, 0] = n
            places[n_found, 1:] = spans[k]
            ahead[n_found] = _lexical(cells, here, weights[0], spans[k, 2], spans[k, 3])
            behind[n_found] = _lexical(turned, here.T, weights[1], spans[k, 0], spans[k, 1])
            n_found += 1
    return Occurrences(places[:n_found], ahead[:n_found], behind[:n_found])
