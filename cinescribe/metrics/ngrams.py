"""Every n-gram of up to four words once, as a node of one trie, so that counting n-grams is counting whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.tokens import Texts

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
        keys: parent node << 32 | word number, or -1 where a place is free, (places,), places a power of two.
        nodes: the node of the key at each place, (places,).
        size: number of nodes, the root counted.
    """

    keys: NDArray[np.int64]
    nodes: NDArray[np.int32]
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
    return Trie(np.full(_N_FEWEST_PLACES, -1, np.int64), np.zeros(_N_FEWEST_PLACES, np.int32), 1)


def with_texts(trie: Trie, texts: Texts) -> tuple[Trie, Grams]:
    """The trie that knows the n-grams of `texts` too, and those n-grams."""
    grown, nodes = _with_texts(trie, texts.words, texts.bounds)
    return grown, Grams(nodes, texts.bounds)


def numbered(texts: Sequence[Texts]) -> tuple[Trie, list[Grams]]:
    """A trie of the n-grams of all `texts`, and the n-grams of each."""
    trie, grams = empty_trie(), []
    for each in texts:
        trie, found = with_texts(trie, each)
        grams.append(found)
    return trie, grams


@njit(cache=True)
def child(trie: Trie, parent: Number, word: Number) -> np.int64:
    """The node of an n-gram from the node of its first words and its last word, or UNKNOWN."""
    key = (np.int64(parent) << 32) | np.int64(word)
    at = _place(trie.keys, key)
    return np.int64(trie.nodes[at]) if trie.keys[at] == key else np.int64(UNKNOWN)


@njit(cache=True)
def with_ngrams(trie: Trie, ngrams: NDArray[np.int32]) -> tuple[Trie, NDArray[np.int32]]:
    """The trie that knows `ngrams` too, and their nodes.

    Args:
        trie: it is left as it is.
        ngrams: word numbers, -1 after the last, (G, 4).
    """
    trie = Trie(trie.keys.copy(), trie.nodes.copy(), trie.size)
    ends = np.zeros(len(ngrams), np.int32)
    for g in range(len(ngrams)):
        node = np.int64(ROOT)
        for n in range(N_MAX):
            if ngrams[g, n] >= 0:
                trie, node = _with_child(trie, node, ngrams[g, n])
        ends[g] = node
    return trie, ends


@njit(cache=True)
def _with_texts(trie: Trie, words: NDArray[np.int32], bounds: NDArray[np.int64]) -> tuple[Trie, NDArray[np.int32]]:
    trie = Trie(trie.keys.copy(), trie.nodes.copy(), trie.size)
    nodes = np.zeros((len(words), N_MAX), np.int32)
    for t in range(len(bounds) - 1):
        for s in range(bounds[t], bounds[t + 1]):
            node = np.int64(ROOT)
            for n in range(min(N_MAX, bounds[t + 1] - s)):
                trie, node = _with_child(trie, node, words[s + n])
                nodes[s, n] = node
    return trie, nodes


@njit(cache=True)
def _with_child(trie: Trie, parent: Number, word: Number) -> tuple[Trie, np.int64]:
    """As `child`, made where it is not yet. The table is written into; its owner copied it."""
    key = (np.int64(parent) << 32) | np.int64(word)
    at = _place(trie.keys, key)
    if trie.keys[at] == key:
        return trie, np.int64(trie.nodes[at])
    trie.keys[at], trie.nodes[at] = key, trie.size
    node = np.int64(trie.size)
    trie = Trie(trie.keys, trie.nodes, trie.size + 1)
    return (_with_room(trie) if 2 * trie.size > len(trie.keys) else trie), node


@njit(cache=True)
def _with_room(trie: Trie) -> Trie:
    """The same trie with twice the places."""
    keys, nodes = np.full(2 * len(trie.keys), -1, np.int64), np.zeros(2 * len(trie.keys), np.int32)
    for i in range(len(trie.keys)):
        if trie.keys[i] != -1:
            at = _place(keys, trie.keys[i])
            keys[at], nodes[at] = trie.keys[i], trie.nodes[i]
    return Trie(keys, nodes, trie.size)


@njit(cache=True)
def _place(keys: NDArray[np.int64], key: Number) -> np.int64:
    """Where `key` is, or the free place where it would be."""
    mask = np.uint64(len(keys) - 1)
    # Multiplying by 2^64 over the golden ratio spreads neighbouring keys; the high bits are the well mixed ones.
    at = ((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(24)) & mask
    while keys[at] != key and keys[at] != -1:
        at = (at + np.uint64(1)) & mask
    return np.int64(at)
