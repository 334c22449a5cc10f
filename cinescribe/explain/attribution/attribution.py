"""The two types of this package: a caption that can be explained, and an attribution of its words to visual parts.

Cornia et al., "Explaining transformer-based image captioning models: An empirical analysis" (2022), §4.1.

Legend: `R` visual parts (regions, cells, patches, frames, faces), `D` numbers per part, `L` words of a caption, `n`
versions of the visual input, scored together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import ModelError


class ExplainableCaption(Protocol):
    """A caption with its visual input and the model that wrote it.

    `scores` is pure: rows do not mix, dropout is off, and the model does not change.
    """

    @property
    def visual(self) -> Tensor:
        """The visual input, (R, D)."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the caption, L."""

    def scores(self, visual: Tensor) -> Tensor:
        """Return the log-probability of each word given the words before it, for inputs `visual` (n, R, D), (n, L)."""


@dataclass(frozen=True)
class Attribution:
    """How much each visual part contributed to each word.

    Args:
        words: the words of the caption, L.
        scores: one row per word, one column per part, (L, R); higher means a larger contribution.
        method: the method that computed them, such as `saliency`.

    Raises:
        ModelError: when rows and words differ in number, there is no part, or a number is not finite.
    """

    words: tuple[str, ...]
    scores: NDArray[np.float32]
    method: str

    def __post_init__(self) -> None:
        shape = self.scores.shape
        if len(shape) != 2 or shape[0] != len(self.words) or not shape[1]:
            raise ModelError(
                f"{self.method} of {len(self.words)} words is an array of shape {shape}; "
                "expected one row per word and at least one column, one per region"
            )
        if len(bad := np.argwhere(~np.isfinite(self.scores))):
            word = self.words[bad[0, 0]]
            raise ModelError(
                f"{self.method} of {word!r} for region {bad[0, 1]} is {self.scores[tuple(bad[0])]}; "
                "the model's numbers overflow: check its weights and features"
            )

    @property
    def top(self) -> NDArray[np.int64]:
        """The part with the highest score for each word, (L,); the first of equals."""
        top: NDArray[np.int64] = self.scores.argmax(1)
        return top

    def rescaled(self) -> Attribution:
        """Return a copy with each word's scores rescaled to [0, 1]; all 0 where all parts are equal."""
        low, high = self.scores.min(1, keepdims=True), self.scores.max(1, keepdims=True)
        span = np.where(high > low, high - low, 1).astype(np.float32)
        return Attribution(self.words, (self.scores - low) / span, self.method)


def check_explainable(caption: ExplainableCaption) -> None:
    """Raise if a caption has no words or its picture no regions.

    Raises:
        ModelError: when it has none.
    """
    if not caption.words:
        raise ModelError("a caption without words cannot be explained; give one with at least one word")
    if not len(caption.visual):
        raise ModelError(
            f"the picture of the caption {' '.join(caption.words)!r} has no regions; "
            "extract regions for it, or use the cells of a grid"
        )
