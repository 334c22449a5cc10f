"""Expected counts and best paths of the alignment models, for all sentences.

The cells of a sentence pair are a table: a row for each target word, a column for the empty word and one for each
source word. A cell holds the number of the pair of words in the table of translations.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

MAX_JUMP = 7  # longer jumps count as this one
N_JUMPS = 2 * MAX_JUMP + 1


class SentencePairs(NamedTuple):
    """Sentence pairs for the kernels.

    Attributes:
        cells: number of the pair of words, all tables concatenated in row order.
        bounds: the table of pair n is `cells[bounds[n]:bounds[n + 1]]`.
        source_lengths, target_lengths: words of each sentence.
    """

    cells: NDArray[np.int32]
    bounds: NDArray[np.int64]
    source_lengths: NDArray[np.int64]
    target_lengths: NDArray[np.int64]


@njit(cache=True)
def model1_counts(sentences: SentencePairs, translations: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Return the expected count of each pair of words, and the log-likelihood (Brown et al. 1993, equation 6)."""
    counts, value = np.zeros(len(translations)), 0.0
    for n in range(len(sentences.source_lengths)):
        width = sentences.source_lengths[n] + 1
        for row in range(sentences.bounds[n], sentences.bounds[n + 1], width):
            total = 0.0
            for cell in sentences.cells[row : row + width]:
                total += translations[cell]
            for cell in sentences.cells[row : row + width]:
                counts[cell] += translations[cell] / total
            value += np.log(total / width)
    return counts, value


@njit(cache=True)
def _bucket(jump: int) -> int:
    return min(max(jump, -MAX_JUMP), MAX_JUMP) + MAX_JUMP


@njit(cache=True)
def _transitions(n_source: int, jumps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of the next aligned source word by the last one, 0 for the start, (J + 1, J)."""
    found = np.empty((n_source + 1, n_source))
    for last in range(n_source + 1):
        for j in range(n_source):
            found[last, j] = jumps[_bucket(j + 1 - last)]
        found[last] /= found[last].sum()
    return found


@njit(cache=True)
def _forward(
    emissions: NDArray[np.float64], steps: NDArray[np.float64], null_share: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return scaled forward probabilities of aligned words (I, J) and of empty ones (I, J + 1), and the scales (I,).

    An empty state remembers the last aligned source word (Och and Ney 2003, section 2.1.2), or 0, the start.
    """
    n_target, n_source = len(emissions), emissions.shape[1] - 1
    real, empty, scales = np.zeros((n_target, n_source)), np.zeros((n_target, n_source + 1)), np.empty(n_target)
    before = np.zeros(n_source + 1)
    before[0] = 1.0
    for i in range(n_target):
        for last in range(n_source + 1):
            empty[i, last] = before[last] * null_share * emissions[i, 0]
            for j in range(n_source):
                real[i, j] += before[last] * (1 - null_share) * steps[last, j]
        for j in range(n_source):
            real[i, j] *= emissions[i, j + 1]
        scales[i] = real[i].sum() + empty[i].sum()
        real[i] /= scales[i]
        empty[i] /= scales[i]
        before[:] = empty[i]
        before[1:] += real[i]
    return real, empty, scales


@njit(cache=True)
def hmm_counts(
    sentences: SentencePairs, translations: NDArray[np.float64], jumps: NDArray[np.float64], null_share: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float, float]:
    """Return the expected counts of the HMM, and the log-likelihood.

    Returns:
        Counts of the pairs of words; of the jumps, (N_JUMPS,); of the departures by sentence length and last aligned
        source word, (J + 1, J + 1) for the longest J; of empty words; the log-likelihood.
    """
    longest = sentences.source_lengths.max()
    counts, jump_counts = np.zeros(len(translations)), np.zeros(N_JUMPS)
    contexts, n_null, value = np.zeros((longest + 1, longest + 1)), 0.0, 0.0
    for n in range(len(sentences.source_lengths)):
        n_source, n_target = sentences.source_lengths[n], sentences.target_lengths[n]
        cells = sentences.cells[sentences.bounds[n] : sentences.bounds[n + 1]].reshape(n_target, n_source + 1)
        emissions = np.empty(cells.shape)
        for i in range(n_target):
            for j in range(n_source + 1):
                emissions[i, j] = translations[cells[i, j]]
        steps = _transitions(n_source, jumps)
        real, empty, scales = _forward(emissions, steps, null_share)
        value += np.log(scales).sum()
        after = np.ones(n_source + 1)  # scaled backward probability, by last aligned source word
        for i in range(n_target - 1, -1, -1):
            for last in range(n_source + 1):
                share = empty[i, last] * after[last]
                counts[cells[i, 0]] += share
                n_null += share
            for j in range(n_source):
                counts[cells[i, j + 1]] += real[i, j] * after[j + 1]
            earlier = np.zeros(n_source + 1)
            for last in range(n_source + 1):
                here = 1.0 if i == 0 and last == 0 else 0.0
                if i > 0:
                    here = empty[i - 1, last] + (real[i - 1, last - 1] if last else 0.0)
                earlier[last] = null_share * emissions[i, 0] * after[last] / scales[i]
                for j in range(n_source):
                    step = (1 - null_share) * steps[last, j] * emissions[i, j + 1] * after[j + 1] / scales[i]
                    earlier[last] += step
                    jump_counts[_bucket(j + 1 - last)] += here * step
                    contexts[n_source, last] += here * step
            after = earlier
    return counts, jump_counts, contexts, n_null, value


@njit(cache=True)
def raised_jumps(
    counts: NDArray[np.float64], contexts: NDArray[np.float64], jumps: NDArray[np.float64], n_updates: int
) -> NDArray[np.float64]:
    """Return weights of the jumps under which their expected counts are more probable.

    A jump competes only with those that stay inside the sentence, so that shares of counts are not the best weights.
    Each update c_b = N_b / sum_x N_x n_xb / Z_x, over the contexts x, raises the likelihood (Hunter 2004, equation 3).

    Args:
        counts: expected count of each jump, (N_JUMPS,).
        contexts: expected count of departures by sentence length and last aligned source word, (J + 1, J + 1).
        jumps: weights to begin with.
        n_updates: number of updates.
    """
    found = jumps.copy()
    for _ in range(n_updates):
        chances = np.zeros(len(counts))
        for n_source in range(1, len(contexts)):
            for last in range(n_source + 1):
                if contexts[n_source, last] > 0:
                    whole = 0.0
                    for j in range(n_source):
                        whole += found[_bucket(j + 1 - last)]
                    for j in range(n_source):
                        chances[_bucket(j + 1 - last)] += contexts[n_source, last] / whole
        for b in range(len(counts)):
            found[b] = counts[b] / chances[b] if chances[b] > 0 else found[b]
        found /= found.sum()
    return found


@njit(cache=True)
def hmm_paths(
    sentences: SentencePairs, translations: NDArray[np.float64], jumps: NDArray[np.float64], null_share: float
) -> NDArray[np.int32]:
    """Return the source word of each target word on the most probable path, -1 for none, all sentences concatenated."""
    links, at = np.empty(sentences.target_lengths.sum(), np.int32), 0
    for n in range(len(sentences.source_lengths)):
        n_source, n_target = sentences.source_lengths[n], sentences.target_lengths[n]
        cells = sentences.cells[sentences.bounds[n] : sentences.bounds[n + 1]].reshape(n_target, n_source + 1)
        steps = np.log(_transitions(n_source, jumps)) + np.log(1 - null_share)
        # States: the empty ones by last aligned source word, then the source words.
        values = np.full(2 * n_source + 1, -np.inf)
        values[0] = 0.0
        back = np.zeros((n_target, 2 * n_source + 1), np.int32)
        for i in range(n_target):
            new = np.full(2 * n_source + 1, -np.inf)
            for state in range(2 * n_source + 1):
                last = state if state <= n_source else state - n_source
                if values[state] == -np.inf:
                    continue
                value = values[state] + np.log(null_share) + np.log(translations[cells[i, 0]])
                if value > new[last]:
                    new[last], back[i, last] = value, state
                for j in range(n_source):
                    value = values[state] + steps[last, j] + np.log(translations[cells[i, j + 1]])
                    if value > new[n_source + 1 + j]:
                        new[n_source + 1 + j], back[i, n_source + 1 + j] = value, state
            values = new
        state = int(np.argmax(values))
        for i in range(n_target - 1, -1, -1):
            links[at + i] = state - n_source - 1 if state > n_source else -1
            state = int(back[i, state])
        at += n_target
    return links
