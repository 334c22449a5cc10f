"""The stack search of the decoder."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.models.translation.language_model import END_NUMBER, Automaton, follow

_N_HYPOTHESES = 512  # for which there is room at first


class Options(NamedTuple):
    """The translations of the phrases of one source sentence.

    Attributes:
        starts, ends: source words that each translates.
        scores: without the language model.
        estimates: log-probability of its words without those before it.
        firsts, lasts: its words are `words[firsts[o]:lasts[o]]`.
        words: numbers of target words, of all phrases of the table.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    scores: NDArray[np.float64]
    estimates: NDArray[np.float64]
    firsts: NDArray[np.int64]
    lasts: NDArray[np.int64]
    words: NDArray[np.int64]


class SearchLimits(NamedTuple):
    """What the search weighs and where it ends.

    Attributes:
        start: state of the language model before the first word.
        language: weight of the language model.
        distortion: weight of the source words jumped over.
        stack_size: hypotheses that are kept of each stack; 0 keeps all.
        beam: how far the score of a hypothesis may be below the best of its stack.
    """

    start: int
    language: float
    distortion: float
    stack_size: int
    beam: float


class _Hypotheses(NamedTuple):
    """Partial translations, in stacks by the number of source words that they translate.

    Attributes:
        numbers: coverage as bits, state of the language model, end of the last source phrase, hypothesis that it
            extends, option added, next hypothesis of the stack, (N, 6).
        scores: score so far, and with the estimate of what is left, (N, 2).
        table: hash table of the hypotheses by coverage, state and end, -1 where it is free.
        firsts: the latest hypothesis of each stack, -1 for none, and at last the number of hypotheses, (n + 2,).
        bests: highest score of each stack, with the estimate, (n + 1,).
    """

    numbers: NDArray[np.int64]
    scores: NDArray[np.float64]
    table: NDArray[np.int64]
    firsts: NDArray[np.int64]
    bests: NDArray[np.float64]


_COVERAGE, _STATE, _END, _PARENT, _OPTION, _NEXT = range(6)


@njit(cache=True)
def estimates(model: Automaton, words: NDArray[np.int64], bounds: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the log-probability of each phrase without the words before it, (N,)."""
    found = np.empty(len(bounds) - 1)
    for n in range(len(found)):
        found[n] = follow(model, 0, words[bounds[n] : bounds[n + 1]])[0]
    return found


@njit(cache=True)
def _future(options: Options, n_words: int, language: float) -> NDArray[np.float64]:
    """Return the estimated score of the best translation of each source span, (n + 1, n + 1)."""
    best = np.full((n_words + 1, n_words + 1), -np.inf)
    for o in range(len(options.starts)):
        value = options.scores[o] + language * options.estimates[o]
        best[options.starts[o], options.ends[o]] = max(best[options.starts[o], options.ends[o]], value)
    for length in range(2, n_words + 1):
        for start in range(n_words - length + 1):
            end = start + length
            for middle in range(start + 1, end):
                best[start, end] = max(best[start, end], best[start, middle] + best[middle, end])
    return best


@njit(cache=True)
def _futures(best: NDArray[np.float64], n_words: int) -> NDArray[np.float64]:
    """Return the estimated score of the source words that each coverage leaves, (2**n,)."""
    found = np.zeros(1 << n_words)
    for coverage in range(1 << n_words):
        start = 0
        while start < n_words:
            end = start
            while end < n_words and not coverage >> end & 1:
                end += 1
            if end > start:
                found[coverage] += best[start, end]
            start = end + 1
    return found


@njit(cache=True)
def _slot(hypotheses: _Hypotheses, coverage: int, state: int, end: int) -> int:
    """Return the slot of the hypothesis with this coverage, state and end, or the free slot where it would go."""
    mask = len(hypotheses.table) - 1
    mixed = (np.uint64(state) * np.uint64(0x9E3779B97F4A7C15)) ^ (
        np.uint64(coverage * 64 + end) * np.uint64(0xC2B2AE3D27D4EB4F)
    )
    slot = int(mixed >> np.uint64(33)) & mask
    while hypotheses.table[slot] >= 0:
        h = hypotheses.table[slot]
        if (
            hypotheses.numbers[h, _COVERAGE] == coverage
            and hypotheses.numbers[h, _STATE] == state
            and hypotheses.numbers[h, _END] == end
        ):
            break
        slot = (slot + 1) & mask
    return slot


@njit(cache=True)
def _with_room(hypotheses: _Hypotheses, n_more: int) -> _Hypotheses:
    """Return the hypotheses with room for more, so that they fill at most half of the hash table."""
    size, n_rows = hypotheses.firsts[-1], len(hypotheses.numbers)
    if size + n_more <= n_rows:
        return hypotheses
    while n_rows < size + n_more:
        n_rows *= 2
    numbers, scores = np.empty((n_rows, 6), np.int64), np.empty((n_rows, 2))
    grown = _Hypotheses(numbers, scores, np.full(2 * n_rows, -1), hypotheses.firsts, hypotheses.bests)
    for h in range(size):
        for column in range(6):
            numbers[h, column] = hypotheses.numbers[h, column]
        scores[h, 0], scores[h, 1] = hypotheses.scores[h, 0], hypotheses.scores[h, 1]
        grown.table[_slot(grown, numbers[h, _COVERAGE], numbers[h, _STATE], numbers[h, _END])] = h
    return grown


@njit(cache=True)
def _kept(hypotheses: _Hypotheses, stack: int, limits: SearchLimits) -> NDArray[np.int64]:
    """Return the hypotheses of a stack that are extended, the best first (histogram and threshold pruning)."""
    n_members, h = 0, hypotheses.firsts[stack]
    while h >= 0:
        n_members, h = n_members + 1, hypotheses.numbers[h, _NEXT]
    found, totals, h = np.empty(n_members, np.int64), np.empty(n_members), hypotheses.firsts[stack]
    for at in range(n_members - 1, -1, -1):
        found[at], totals[at], h = h, hypotheses.scores[h, 1], hypotheses.numbers[h, _NEXT]
    order = np.argsort(-totals, kind="mergesort")
    if limits.stack_size:
        order = order[: limits.stack_size]
    kept: NDArray[np.int64] = found[order[totals[order] >= hypotheses.bests[stack] - limits.beam]]
    return kept


@njit(cache=True)
def _add(
    hypotheses: _Hypotheses, new: tuple[int, int, int], step: tuple[int, int, int], scores: tuple[float, float]
) -> None:
    """Add a hypothesis, unless a better one has the same future: only that one can be part of the best translation.

    Args:
        hypotheses: with room for one more.
        new: its coverage, state and end.
        step: the hypothesis that it extends, the option added, its stack.
        scores: its score, and with the estimate of what is left.
    """
    slot = _slot(hypotheses, new[0], new[1], new[2])
    found = hypotheses.table[slot]
    if found < 0:
        found = hypotheses.firsts[-1]
        hypotheses.firsts[-1] += 1
        hypotheses.table[slot] = found
        hypotheses.numbers[found, _COVERAGE] = new[0]
        hypotheses.numbers[found, _STATE] = new[1]
        hypotheses.numbers[found, _END] = new[2]
        hypotheses.numbers[found, _NEXT] = hypotheses.firsts[step[2]]
        hypotheses.firsts[step[2]] = found
    elif scores[0] <= hypotheses.scores[found, 0]:
        return
    hypotheses.numbers[found, _PARENT], hypotheses.numbers[found, _OPTION] = step[0], step[1]
    hypotheses.scores[found, 0], hypotheses.scores[found, 1] = scores
    hypotheses.bests[step[2]] = max(hypotheses.bests[step[2]], scores[1])


@njit(cache=True)
def search(options: Options, n_words: int, model: Automaton, limits: SearchLimits) -> tuple[NDArray[np.int64], float]:
    """Return the options of the best translation in their order, and its score.

    Args:
        options: at least one for every source word.
        n_words: of the source sentence.
        model: the language model.
        limits: its weights, and how far the search goes.
    """
    futures = _futures(_future(options, n_words, limits.language), n_words)
    masks = (np.int64(1) << options.ends) - (np.int64(1) << options.starts)
    numbers, scores = np.empty((_N_HYPOTHESES, 6), np.int64), np.empty((_N_HYPOTHESES, 2))
    firsts = np.full(n_words + 2, -1)
    firsts[-1] = 0
    hypotheses = _Hypotheses(numbers, scores, np.full(2 * _N_HYPOTHESES, -1), firsts, np.full(n_words + 1, -np.inf))
    _add(hypotheses, (0, limits.start, 0), (-1, -1, 0), (0.0, futures[0]))
    for stack in range(n_words):
        for h in _kept(hypotheses, stack, limits):
            hypotheses = _with_room(hypotheses, len(masks))
            _extend(hypotheses, h, (options, masks, futures), model, limits)
    best = hypotheses.firsts[n_words]
    return _path(hypotheses, best), float(hypotheses.scores[best, 0])


@njit(cache=True)
def _extend(
    hypotheses: _Hypotheses,
    h: int,
    choices: tuple[Options, NDArray[np.int64], NDArray[np.float64]],
    model: Automaton,
    limits: SearchLimits,
) -> None:
    """Add a hypothesis for each option that translates words which `h` leaves.

    Args:
        hypotheses: with room for all of them.
        h: the hypothesis that is extended.
        choices: the options, their source words as bits, and the estimated score that each coverage leaves.
        model: the language model.
        limits: its weights, and how far the search goes.
    """
    options, masks, futures = choices
    coverage, end = hypotheses.numbers[h, _COVERAGE], hypotheses.numbers[h, _END]
    for o in range(len(masks)):
        if coverage & masks[o]:
            continue
        covered, last = coverage | masks[o], options.ends[o]
        is_whole = covered == len(futures) - 1
        stack = len(hypotheses.bests) - 1
        for word in range(len(hypotheses.bests) - 1):
            stack -= 1 - (covered >> word & 1)
        least = hypotheses.bests[stack] - limits.beam - futures[covered]
        score = hypotheses.scores[h, 0] + options.scores[o] - limits.distortion * abs(options.starts[o] - end)
        # Probabilities are at most 1, so that the language model does not raise the score.
        if limits.language >= 0 and score < least:
            continue
        log, state = follow(model, hypotheses.numbers[h, _STATE], options.words[options.firsts[o] : options.lasts[o]])
        if is_whole:
            log, state, last = log + follow(model, state, np.array([END_NUMBER]))[0], 0, 0
        score += limits.language * log
        if score >= least:
            _add(hypotheses, (covered, state, last), (h, o, stack), (score, score + futures[covered]))


@njit(cache=True)
def _path(hypotheses: _Hypotheses, last: int) -> NDArray[np.int64]:
    """Return the options of a hypothesis in their order."""
    length, h = 0, last
    while hypotheses.numbers[h, _PARENT] >= 0:
        length, h = length + 1, hypotheses.numbers[h, _PARENT]
    path, h = np.empty(length, np.int64), last
    for at in range(length - 1, -1, -1):
        path[at], h = hypotheses.numbers[h, _OPTION], hypotheses.numbers[h, _PARENT]
    return path
