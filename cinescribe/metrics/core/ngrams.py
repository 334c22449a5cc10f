"""A trie that numbers every n-gram of up to four words, so that n-grams are counted as whole numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

N_MAX = 4
ROOT = 0  # the node above single words; also marks an n-gram that would run past the end of its text
UNKNOWN = -1  # an n-gram that is not in the trie

_MIN_SLOTS = 1 << 12

_Number = np.signedinteger[Any]


class Trie(NamedTuple):
    """The node number of every n-gram.

    A hash table with open addressing maps the node of an n-gram's first words and the number of its last word to the
    n-gram's node. Keys hold both numbers in full, so no two n-grams share a node, however large the vocabulary.

    Attributes:
        table: in each slot a key (parent node << 32 | word number, or -1 if free) and, beside it for one memory read,
            the node, (slots, 2); the number of slots is a power of two.
        size: number of nodes, including the root.
    """

    table: NDArray[np.int64]
    size: int


class TextNgrams(NamedTuple):
    """The n-grams of texts.

    Attributes:
        nodes: [s, n - 1] is the node of the n words from word s, or ROOT where the text ends before them, (S, 4).
        bounds: text t is `nodes[bounds[t]:bounds[t + 1]]`, (texts + 1,).
    """

    nodes: NDArray[np.int32]
    bounds: NDArray[np.int64]


def empty_trie() -> Trie:
    """Return a trie that has only the root."""
    return Trie(np.full((_MIN_SLOTS, 2), -1, np.int64), 1)


def with_texts(trie: Trie, words: NDArray[np.int32], bounds: NDArray[np.int64]) -> tuple[Trie, TextNgrams]:
    """Return a copy of the trie with the n-grams of more texts, and those n-grams.

    Args:
        trie: it is not changed.
        words: word numbers of all texts, (S,).
        bounds: text t is `words[bounds[t]:bounds[t + 1]]`, (texts + 1,).
    """
    grown, nodes = _with_texts(trie, words, bounds)
    return grown, TextNgrams(nodes, bounds)


@njit(cache=True)
def child_node(trie: Trie, parent: _Number, word: _Number) -> np.int64:
    """Return the node of an n-gram from the node of its first words and its last word, or UNKNOWN."""
    key = (np.int64(parent) << 32) | np.int64(word)
    slot = _slot(trie.table, key)
    return trie.table[slot, 1] if trie.table[slot, 0] == key else np.int64(UNKNOWN)


def with_ngrams(trie: Trie, ngrams: NDArray[np.int32]) -> tuple[Trie, NDArray[np.int32]]:
    """Return a copy of the trie with more n-grams and their prefixes, and the nodes of the n-grams, (G,).

    Args:
        trie: it is not changed.
        ngrams: word numbers, -1 after the last, (G, 4).
    """
    is_word = ngrams >= 0
    lengths = is_word.sum(axis=1)
    bounds = np.concatenate([[0], np.cumsum(lengths)])
    trie, grams = with_texts(trie, ngrams[is_word], bounds)
    return trie, grams.nodes[bounds[:-1], lengths - 1]


@njit(cache=True)
def _with_texts(trie: Trie, words: NDArray[np.int32], bounds: NDArray[np.int64]) -> tuple[Trie, NDArray[np.int32]]:
    # A corpus has about as many distinct n-grams as words, so that usually the table is resized only once.
    table, size = _resized(trie.table, trie.size + len(words)), trie.size
    nodes = np.zeros((len(words), N_MAX), np.int32)
    for t in range(len(bounds) - 1):
        max_size = size + N_MAX * (bounds[t + 1] - bounds[t])
        if 2 * max_size > len(table):
            table = _resized(table, max_size)
        for s in range(bounds[t], bounds[t + 1]):
            node = np.int64(ROOT)
            for n in range(min(N_MAX, bounds[t + 1] - s)):
                key = (node << 32) | np.int64(words[s + n])
                slot = _slot(table, key)
                if table[slot, 0] != key:
                    table[slot, 0], table[slot, 1] = key, size
                    size += 1
                node = table[slot, 1]
                nodes[s, n] = node
    return Trie(table, size), nodes


@njit(cache=True)
def _resized(table: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return a copy of the table with enough slots that `size` nodes fill at most half of them."""
    n_slots = len(table)
    while n_slots < 2 * size:
        n_slots *= 2
    resized = np.full((n_slots, 2), -1, np.int64)
    for i in range(len(table)):
        if table[i, 0] != -1:
            slot = _slot(resized, table[i, 0])
            resized[slot, 0], resized[slot, 1] = table[i, 0], table[i, 1]
    return resized


@njit(cache=True)
def _slot(table: NDArray[np.int64], key: _Number) -> np.int64:
    """Return the slot of `key`, or the free slot where it would go."""
    mask = np.uint64(len(table) - 1)
    # Multiplying by 2^64 over the golden ratio spreads neighbouring keys; the high bits are the best mixed.
    slot = ((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(24)) & mask
    while table[slot, 0] != key and table[slot, 0] != -1:
        slot = (slot + np.uint64(1)) & mask
    return np.int64(slot)
