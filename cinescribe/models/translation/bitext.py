"""Pairs of sentences of a source and a target language, as word numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError

MAX_WORDS = 200  # of a sentence: alignment takes time and memory by the product of both lengths


@dataclass(frozen=True)
class Bitext:
    """Sentence pairs; no sentence is empty.

    Args:
        source_words, target_words: the word of each number.
        source, target: word numbers of all sentences, concatenated.
        source_bounds, target_bounds: sentence n is `source[source_bounds[n]:source_bounds[n + 1]]`.
    """

    source_words: tuple[str, ...]
    target_words: tuple[str, ...]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    source_bounds: NDArray[np.int64]
    target_bounds: NDArray[np.int64]

    @classmethod
    def of(cls, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Bitext:
        """Number the words of sentence pairs; pairs with an empty or an endless sentence are left out.

        Raises:
            ModelError: when no pair is left.
        """
        usable = [pair for pair in pairs if all(1 <= len(sentence) <= MAX_WORDS for sentence in pair)]
        if not usable:
            raise ModelError(
                f"none of {len(pairs):,} sentence pairs has 1 to {MAX_WORDS} words on both sides; give labels with "
                "their captions"
            )
        sides = [_numbered([pair[side] for pair in usable]) for side in (0, 1)]
        (source_words, source, source_bounds), (target_words, target, target_bounds) = sides
        return cls(source_words, target_words, source, target, source_bounds, target_bounds)

    def __len__(self) -> int:
        return len(self.source_bounds) - 1

    @property
    def reversed(self) -> Bitext:
        """The same pairs, translated in the other direction."""
        return Bitext(
            self.target_words, self.source_words, self.target, self.source, self.target_bounds, self.source_bounds
        )


def _numbered(sentences: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], NDArray[np.int32], NDArray[np.int64]]:
    numbers: dict[str, int] = {}
    flat = [numbers.setdefault(word, len(numbers)) for word in chain.from_iterable(sentences)]
    return tuple(numbers), np.array(flat, np.int32), np.cumsum([0, *map(len, sentences)], dtype=np.int64)
