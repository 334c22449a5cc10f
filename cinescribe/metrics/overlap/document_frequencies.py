"""Document frequencies: in how many items each n-gram occurs, which gives CIDEr's weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import ScoreError
from cinescribe.metrics.core.ngrams import N_MAX, TextNgrams, Trie, empty_trie, with_ngrams, with_texts
from cinescribe.metrics.core.tokens import Texts


@dataclass(frozen=True)
class DocumentFrequencies:
    """The n-grams of a corpus of references, and how many items have each in at least one reference.

    Attributes:
        name: the corpus's name in signatures, as `coco-train2014`.
        documents: number of items.
        vocabulary: the word of each number, in the tokens of the captions to be scored.
        ngrams: word numbers, -1 after the last, (G, 4).
        counts: number of items with each n-gram, (G,).
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
        cls, references: Texts, item_bounds: NDArray[np.int64], *, vocabulary: Sequence[str], name: str
    ) -> DocumentFrequencies:
        """Count the n-grams of references.

        Args:
            references: the references of all items, item by item.
            item_bounds: item n has the references `item_bounds[n]` to `item_bounds[n + 1]`, (items + 1,).
            vocabulary: the word of each number.
            name: the corpus's name in signatures.

        Raises:
            ScoreError: when there are fewer than two items.
        """
        trie, grams = with_texts(empty_trie(), references.words, references.bounds)
        ngrams = np.full((trie.size, N_MAX), -1, np.int32)
        _fill_ngrams(grams, references.words, ngrams)
        counts = item_counts(grams, item_bounds, trie.size)
        return cls(name, len(item_bounds) - 1, tuple(vocabulary), ngrams[1:], counts[1:])

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
            raise ScoreError(
                f"{str(path)!r} holds no document frequencies: {min(missing)} is missing; count them again"
            )
        documents, ngrams, counts = arrays["documents"], arrays["ngrams"], arrays["counts"]
        name, *vocabulary = arrays["words"].tobytes().decode(errors="replace").split("\n")
        fit = [array.dtype for array in (documents, ngrams, counts)] == list(
            map(np.dtype, (np.int64, np.int32, np.int64))
        )
        fit = fit and documents.shape == (1,) and ngrams.shape == (counts.size, N_MAX) and counts.ndim == 1
        known = fit and ngrams.min(initial=-1) >= -1 and ngrams.max(initial=-1) < len(vocabulary)
        if not known or ngrams[:, :1].min(initial=0) < 0 or counts.min(initial=0) < 0:
            raise ScoreError(f"{str(path)!r} holds other numbers than document frequencies; count them again")
        return cls(name, int(documents[0]), tuple(vocabulary), ngrams, counts)

    def renumbered(self, vocabulary: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the n-grams of words in another vocabulary, in its numbers, (g, 4), and their counts, (g,)."""
        numbers = {word: n for n, word in enumerate(vocabulary)}
        # The last entry keeps the -1 after an n-gram's end; unknown words become -2.
        renumbering = np.array([*(numbers.get(word, -2) for word in self.vocabulary), -1], np.int32)
        ngrams = renumbering[self.ngrams]
        known = (ngrams != -2).all(axis=1)
        return ngrams[known], self.counts[known]


def add_frequencies(
    trie: Trie, frequencies: DocumentFrequencies, vocabulary: Sequence[str]
) -> tuple[Trie, NDArray[np.int64]]:
    """Return a copy of the trie with the n-grams of `frequencies`, and the count of each node, (trie.size,)."""
    ngrams, ngram_counts = frequencies.renumbered(vocabulary)
    trie, nodes = with_ngrams(trie, ngrams)
    counts = np.zeros(trie.size, np.int64)
    counts[nodes] = ngram_counts
    return trie, counts


@njit(cache=True)
def item_counts(grams: TextNgrams, item_bounds: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return how many items have each node, (size,); item n has the texts `item_bounds[n]` to `item_bounds[n + 1]`."""
    counts, last = np.zeros(size, np.int64), np.full(size, -1, np.int64)
    for item in range(len(item_bounds) - 1):
        for s in range(grams.bounds[item_bounds[item]], grams.bounds[item_bounds[item + 1]]):
            for n in range(N_MAX):
                node = grams.nodes[s, n]
                if last[node] != item:
                    last[node] = item
                    counts[node] += 1
    return counts


@njit(cache=True)
def _fill_ngrams(grams: TextNgrams, words: NDArray[np.int32], ngrams: NDArray[np.int32]) -> None:
    """Write the words of each node into `ngrams`, (size, 4)."""
    for s in range(len(words)):
        for n in range(N_MAX):
            node = grams.nodes[s, n]
            if node > 0:
                ngrams[node, : n + 1] = words[s : s + n + 1]
