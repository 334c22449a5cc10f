"""In how many items each n-gram occurs: what CIDEr weighs n-grams by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.ngrams import N_MAX, Grams, Trie, empty_trie, with_ngrams, with_texts
from cinescribe.metrics.core.tokens import Texts
from cinescribe.store import read_arrays, write_arrays


@dataclass(frozen=True)
class DocumentFrequencies:
    """N-grams of a corpus of references with the number of items that have them in at least one reference.

    Attributes:
        name: what stands in signatures, as `coco-train2014`.
        documents: number of items.
        vocabulary: the word of each number, in the tokens of the captions to be scored.
        ngrams: word numbers, -1 after the last, (G, 4).
        counts: items that have each n-gram, (G,).
    """

    name: str
    documents: int
    vocabulary: tuple[str, ...]
    ngrams: NDArray[np.int32]
    counts: NDArray[np.int64]

    def __post_init__(self) -> None:
        if self.documents < 2:
            raise ScoreError(
                f"the document frequencies {self.name!r} are of {self.documents} item(s), where every n-gram weighs "
                "log 1 = 0; count at least two items"
            )
        if self.counts.max(initial=0) > self.documents:
            raise ScoreError(
                f"the document frequencies {self.name!r} have an n-gram in {self.counts.max()} of {self.documents} "
                "items; count an n-gram once an item"
            )

    @classmethod
    def of(
        cls, references: Texts, owned: NDArray[np.int64], *, vocabulary: Sequence[str], name: str
    ) -> DocumentFrequencies:
        """Count the n-grams of references.

        Args:
            references: of all items, item by item.
            owned: item n has the references `owned[n]` to `owned[n + 1]`, (items + 1,).
            vocabulary: the word of each number.
            name: what stands in signatures.

        Raises:
            ScoreError: when there are fewer than two items.
        """
        trie, grams = with_texts(empty_trie(), references.words, references.bounds)
        ngrams = np.full((trie.size, N_MAX), -1, np.int32)
        _spell(grams, references.words, ngrams)
        counts = counted(grams, owned, trie.size)
        return cls(name, len(owned) - 1, tuple(vocabulary), ngrams[1:], counts[1:])

    def save(self, path: Path) -> None:
        """Write to one safetensors file."""
        arrays: dict[str, NDArray[Any]] = {
            "documents": np.array([self.documents], np.int64),
            "words": np.frombuffer("\n".join((self.name, *self.vocabulary)).encode(), np.uint8),
            "ngrams": self.ngrams,
            "counts": self.counts,
        }
        write_arrays(path, arrays)

    @classmethod
    def load(cls, path: Path) -> DocumentFrequencies:
        """Read what `save` wrote.

        Raises:
            RecordError: when the file is missing or is not safetensors.
            ScoreError: when it holds something else.
        """
        arrays = read_arrays(path)
        if missing := {"documents", "words", "ngrams", "counts"} - set(arrays):
            raise ScoreError(f"{str(path)!r} holds no document frequencies: {min(missing)} is missing; count them anew")
        name, *vocabulary = arrays["words"].tobytes().decode().split("\n")
        return cls(name, int(arrays["documents"][0]), tuple(vocabulary), arrays["ngrams"], arrays["counts"])

    def numbered_by(self, vocabulary: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The n-grams all of whose words are in another vocabulary, by its numbers, (g, 4), and their counts, (g,)."""
        numbers = {word: n for n, word in enumerate(vocabulary)}
        # The last place is for the -1 after an n-gram's end, which stays; words that are not there become -2.
        there = np.array([*(numbers.get(word, -2) for word in self.vocabulary), -1], np.int32)
        ngrams = there[self.ngrams]
        known = (ngrams != -2).all(axis=1)
        return ngrams[known], self.counts[known]


def placed(trie: Trie, frequencies: DocumentFrequencies, vocabulary: Sequence[str]) -> tuple[Trie, NDArray[np.int64]]:
    """The trie that knows the n-grams of `frequencies` too, and the count of each node, (trie.size,)."""
    ngrams, found = frequencies.numbered_by(vocabulary)
    trie, nodes = with_ngrams(trie, ngrams)
    counts = np.zeros(trie.size, np.int64)
    counts[nodes] = found
    return trie, counts


@njit(cache=True)
def counted(grams: Grams, owned: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """In how many items each node is, (size,); item n has the texts `owned[n]` to `owned[n + 1]`."""
    counts, last = np.zeros(size, np.int64), np.full(size, -1, np.int64)
    for item in range(len(owned) - 1):
        for s in range(grams.bounds[owned[item]], grams.bounds[owned[item + 1]]):
            for n in range(N_MAX):
                node = grams.nodes[s, n]
                if last[node] != item:
                    last[node] = item
                    counts[node] += 1
    return counts


@njit(cache=True)
def _spell(grams: Grams, words: NDArray[np.int32], ngrams: NDArray[np.int32]) -> None:
    """Write the words of each node into `ngrams`, (size, 4)."""
    for s in range(len(words)):
        for n in range(N_MAX):
            node = grams.nodes[s, n]
            if node > 0:
                ngrams[node, : n + 1] = words[s : s + n + 1]
