"""N-gram language model: log-probabilities with back-off, and its lookup by state."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

UNKNOWN, START, END = "<unk>", "<s>", "</s>"
RESERVED = (UNKNOWN, START, END)  # the first words of every vocabulary, in this order
UNKNOWN_NUMBER, START_NUMBER, END_NUMBER = range(3)
MAX_ORDER = 5
LOG_ZERO = -99.0  # log10 of the probability of what never follows, as ARPA files write it
_ROOT = 0


class Automaton(NamedTuple):
    """The n-grams as states, for the kernels. State 0 is the empty context; each n-gram has a state.

    Attributes:
        keys: hash table: state * number of words + word, or -1 where it is free, (slots,).
        states: state of the n-gram of each slot.
        logs: natural log-probability of each n-gram, by state.
        backoffs: natural log of the back-off weight, by state.
        suffixes: state of the n-gram without its first word, by state.
        contexts: state after the n-gram: its longest suffix that begins another n-gram, by state.
        n_words: number of words.
    """

    keys: NDArray[np.int64]
    states: NDArray[np.int32]
    logs: NDArray[np.float64]
    backoffs: NDArray[np.float64]
    suffixes: NDArray[np.int32]
    contexts: NDArray[np.int32]
    n_words: int


@dataclass(frozen=True)
class BackOffModel:
    """A back-off language model, with base-10 logarithms as in ARPA files.

    Args:
        words: the vocabulary; begins with `RESERVED`.
        ngrams: word numbers of the n-grams of each order, sorted, (N, order); every prefix and suffix of an n-gram is
            there too, and every word is a unigram.
        logs: log-probability of each n-gram, by order.
        backoffs: log of the back-off weight of each n-gram, by order; 0 for the highest.
    """

    words: tuple[str, ...]
    ngrams: tuple[NDArray[np.int32], ...]
    logs: tuple[NDArray[np.float64], ...]
    backoffs: tuple[NDArray[np.float64], ...]

    @property
    def order(self) -> int:
        """Words of the longest n-gram."""
        return len(self.ngrams)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    def encode(self, words: Sequence[str]) -> list[int]:
        """Return the numbers of words, that of `UNKNOWN` for unknown ones and for `START` and `END`."""
        known = self.numbers
        return [UNKNOWN_NUMBER if word in RESERVED else known.get(word, UNKNOWN_NUMBER) for word in words]

    @cached_property
    def automaton(self) -> Automaton:
        """The n-grams as the kernels take them."""
        return _automaton(self)

    @property
    def start(self) -> int:
        """The state at the start of a sentence."""
        return int(self.automaton.contexts[1 + START_NUMBER])

    def log_prob(self, words: Sequence[str]) -> float:
        """Return the natural log-probability of a sentence and its end."""
        numbers = np.array([*self.encode(words), END_NUMBER])
        return float(follow(self.automaton, self.start, numbers)[0])


@njit(cache=True)
def follow(model: Automaton, state: int, words: NDArray[np.integer]) -> tuple[float, int]:
    """Return the natural log-probability of words after a state, and the state after them."""
    total = 0.0
    for word in words:
        log, state = step(model, state, word)
        total += log
    return total, state


@njit(cache=True)
def step(model: Automaton, state: int, word: int) -> tuple[float, int]:
    """Return the natural log-probability of a word after a state, and the state after it."""
    backed_off = 0.0
    while True:
        slot = _slot(model.keys, state * model.n_words + word)
        if model.keys[slot] >= 0:
            found = model.states[slot]
            return backed_off + model.logs[found], model.contexts[found]
        backed_off += model.backoffs[state]
        state = model.suffixes[state]


@njit(cache=True)
def _slot(keys: NDArray[np.int64], key: int) -> int:
    """Return the slot of a key, or the free one where it would go."""
    mask = np.uint64(len(keys) - 1)
    slot = ((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & mask
    while keys[slot] != key and keys[slot] != -1:
        slot = (slot + np.uint64(1)) & mask
    return int(slot)


@njit(cache=True)
def _filled(n_slots: int, keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return a hash table of keys, and the position of the key of each slot plus 1."""
    table, places = np.full(n_slots, -1, np.int64), np.zeros(n_slots, np.int32)
    for at, key in enumerate(keys):
        slot = _slot(table, key)
        table[slot], places[slot] = key, at + 1
    return table, places


def ngram_keys(
    ngrams: Sequence[NDArray[np.int32]], n_words: int
) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
    """Return the key of each n-gram, and the state of its suffix, by order; -1 where a prefix or suffix is missing.

    The key of an n-gram is the state of its prefix times the number of words plus its last word. Its state is its
    position among all n-grams, from 1.

    Args:
        ngrams: word numbers, by order, each sorted, (N, order).
        n_words: number of words.
    """
    keys: list[NDArray[np.int64]] = []
    suffixes: list[NDArray[np.int64]] = []
    starts = np.cumsum([1, *map(len, ngrams)])
    for order, grams in enumerate(ngrams, 1):
        prefix = _states(grams[:, :-1], keys, starts, n_words)
        suffixes.append(_states(grams[:, 1:], keys, starts, n_words))
        keys.append(np.where(prefix < 0, -1, prefix * n_words + grams[:, -1]))
        assert len(keys) == order
    return keys, suffixes


def _states(
    grams: NDArray[np.int32], keys: Sequence[NDArray[np.int64]], starts: NDArray[np.int64], n_words: int
) -> NDArray[np.int64]:
    """Return the states of n-grams (N, n), -1 for those that are missing; keys of each order ascend."""
    state = np.zeros(len(grams), np.int64)
    for n in range(grams.shape[1]):
        wanted = np.where(state < 0, -1, state * n_words + grams[:, n])
        at = np.searchsorted(keys[n], wanted)
        is_there = (at < len(keys[n])) & (wanted >= 0)
        is_there[is_there] = keys[n][at[is_there]] == wanted[is_there]
        state = np.where(is_there, starts[n] + at, -1)
    return state


def _automaton(model: BackOffModel) -> Automaton:
    keys, suffixes = ngram_keys(model.ngrams, len(model.words))
    flat = np.concatenate(keys)
    n_slots = 1 << max(4, math.ceil(math.log2(2 * len(flat) + 1)))
    table, places = _filled(n_slots, flat)
    ln10 = math.log(10)
    suffix = np.concatenate([[_ROOT], *suffixes]).astype(np.int32)
    is_context = np.zeros(len(flat) + 1, np.bool_)
    is_context[flat // len(model.words)] = True
    contexts = np.arange(len(flat) + 1, dtype=np.int32)
    # Shorter n-grams come first, so that the state of a suffix is known before it is needed.
    for start, end in zip(*_bounds(model), strict=True):
        part = slice(start, end)
        contexts[part] = np.where(is_context[part], contexts[part], contexts[suffix[part]])
    logs = np.concatenate([[0.0], *model.logs]) * ln10
    backoffs = np.concatenate([[0.0], *model.backoffs]) * ln10
    return Automaton(table, places, logs, backoffs, suffix, contexts, len(model.words))


def _bounds(model: BackOffModel) -> tuple[list[int], list[int]]:
    ends = np.cumsum([1, *map(len, model.ngrams)]).tolist()
    return ends[:-1], ends[1:]
