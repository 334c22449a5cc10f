"""Every n-gram of up to four words once, as a node of one trie, so that counting n-grams is counting whole numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

N_MAX = 4
ROOT = 0  # the node above the single words; it stands where a text ends before an n-gram does
UNKNOWN = -1  # of an n-gram that the trie does not know

_N_FEWEST_PLACES = 1 << 12

Number = np.signedinteger[Any]


class Trie(NamedTuple):
    """N-grams by number.

    The node of an n-gram is found by the node of its first words and the number of its last, in a hash table of open
    addressing. The keys hold both whole, so that no two n-grams share a node, whatever the size of the vocabulary.

    Attributes:
        table: at each place a key, parent node << 32 | word number, or -1 where it is free, and beside it the node,
            which one read of memory so brings along, (places, 2), places a power of two.
        size: number of nodes, the root counted.
    """

    table: NDArray[np.int64]
    size: int


class Grams(NamedTuple):
    """The n-grams of texts.

    Attributes:
        nodes: of the n-gram that begins at word s, at [s, n - 1]; ROOT where the text ends before it does, (S, 4).
        bounds: text t is `nodes[bounds[t]:bounds[t + 1]]`, (texts + 1,).
    """

    nodes: NDArray[np.int32]
    bounds: NDArray[np.int64]


def empty_trie() -> Trie:
    """The trie that knows the root alone."""
    return Trie(np.full((_N_FEWEST_PLACES, 2), -1, np.int64), 1)


def with_texts(trie: Trie, words: NDArray[np.int32], bounds: NDArray[np.int64]) -> tuple[Trie, Grams]:
    """The trie that knows the n-grams of some texts too, and those n-grams.

    Args:
        trie: it is left as it is.
        words: word numbers of all texts, (S,).
        bounds: text t is `words[bounds[t]:bounds[t + 1]]`, (texts + 1,).
    """
    grown, nodes = _with_texts(trie, words, bounds)
    return grown, Grams(nodes, bounds)


@njit(cache=True)
def child(trie: Trie, parent: Number, word: Number) -> np.int64:
    """The node of an n-gram from the node of its first words and its last word, or UNKNOWN."""
    key = (np.int64(parent) << 32) | np.int64(word)
    at = _place(trie.table, key)
    return trie.table[at, 1] if trie.table[at, 0] == key else np.int64(UNKNOWN)


def with_ngrams(trie: Trie, ngrams: NDArray[np.int32]) -> tuple[Trie, NDArray[np.int32]]:
    """The trie that knows some n-grams and the shorter ones in them too, and the nodes of the former, (G,).

    Args:
        trie: it is left as it is.
        ngrams: word numbers, -1 after the last, (G, 4).
    """
    there = ngrams >= 0
    lengths = there.sum(axis=1)
    bounds = np.concatenate([[0], np.cumsum(lengths)])
    trie, grams = with_texts(trie, ngrams[there], bounds)
    return trie, grams.nodes[bounds[:-1], lengths - 1]


@njit(cache=True)
def _with_texts(trie: Trie, words: NDArray[np.int32], bounds: NDArray[np.int64]) -> tuple[Trie, NDArray[np.int32]]:
    # A corpus brings about as many n-grams as it has words: the table then has to be laid out anew but once.
    table, size = _with_room(trie.table, trie.size + len(words)), trie.size
    nodes = np.zeros((len(words), N_MAX), np.int32)
    for t in range(len(bounds) - 1):
        most = size + N_MAX * (bounds[t + 1] - bounds[t])
        if 2 * most > len(table):
            table = _with_room(table, most)
        for s in range(bounds[t], bounds[t + 1]):
            node = np.int64(ROOT)
            for n in range(min(N_MAX, bounds[t + 1] - s)):
                key = (node << 32) | np.int64(words[s + n])
                at = _place(table, key)
                if table[at, 0] != key:
                    table[at, 0], table[at, 1] = key, size
                    size += 1
                node = table[at, 1]
                nodes[s, n] = node
    return Trie(table, size), nodes


@njit(cache=True)
def _with_room(table: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The same table with places of its own, at most half of them taken by `size` nodes."""
    places = len(table)
    while places < 2 * size:
        places *= 2
    roomy = np.full((places, 2), -1, np.int64)
    for i in range(len(table)):
        if table[i, 0] != -1:
            at = _place(roomy, table[i, 0])
            roomy[at, 0], roomy[at, 1] = table[i, 0], table[i, 1]
    return roomy


@njit(cache=True)
def _place(table: NDArray[np.int64], key: Number) -> np.int64:
    """Where `key` is, or the free place where it would be."""
    mask = np.uint64(len(table) - 1)
    # Multiplying by 2^64 over the golden ratio spreads neighbouring keys; the high bits are the well mixed ones.
    at = ((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(24)) & mask
    while table[at, 0] != key and table[at, 0] != -1:
        at = (at + np.uint64(1)) & mask
    return np.int64(at)
