"""What is explained, and what an explanation is: how much each part of what was seen did for each word.

Cornia et al., "Explaining transformer-based image captioning models: An empirical analysis" (2022), §4.1.

Legend: `R` parts of what was seen (regions, cells, patches, frames, faces), `D` numbers of a part, `L` words of a
caption, `n` versions of what was seen, scored together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import ModelError


class Explained(Protocol):
    """A caption, what it was written of, and the model that can be asked about both.

    `scores` is pure: rows do not mix, nothing is dropped out, and the model stays as it is.
    """

    @property
    def visual(self) -> Tensor:
        """What was seen, (R, D)."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that were written, L."""

    def scores(self, visual: Tensor) -> Tensor:
        """The log-probability of each word given those before it, had `visual` (n, R, D) been seen, (n, L)."""


@dataclass(frozen=True)
class Attribution:
    """How much each part of what was seen did for each word.

    Args:
        words: of the caption, L.
        scores: of each word, for each part, (L, R); higher did more.
        method: what measured it, as `saliency`.

    Raises:
        ModelError: when there is not one row a word, a part to see, or a number is not finite.
    """

    words: tuple[str, ...]
    scores: NDArray[np.float32]
    method: str

    def __post_init__(self) -> None:
        shape = self.scores.shape
        if len(shape) != 2 or shape[0] != len(self.words) or not shape[1]:
            raise ModelError(
                f"{self.method} of {len(self.words)} words came as an array of shape {shape}; "
                "one row a word and one column a region, at least one, are wanted"
            )
        if len(bad := np.argwhere(~np.isfinite(self.scores))):
            word = self.words[bad[0, 0]]
            raise ModelError(
                f"{self.method} of {word!r} for region {bad[0, 1]} is {self.scores[tuple(bad[0])]}; "
                "the model's numbers overflow: check its weights and features"
            )

    @property
    def top(self) -> NDArray[np.int64]:
        """The part that did most for each word, (L,); of equals the first."""
        found: NDArray[np.int64] = self.scores.argmax(1)
        return found

    def stretched(self) -> Attribution:
        """The same with each word's scores stretched to [0, 1]; all 0 where all parts did the same."""
        low, high = self.scores.min(1, keepdims=True), self.scores.max(1, keepdims=True)
        span = np.where(high > low, high - low, 1).astype(np.float32)
        return Attribution(self.words, (self.scores - low) / span, self.method)


def check_explained(explained: Explained) -> None:
    """Refuse what has no words or nothing seen.

    Raises:
        ModelError: for a caption without words, or a picture without regions.
    """
    if not explained.words:
        raise ModelError("a caption without words came to be explained; one word at least is wanted")
    if not len(explained.visual):
        raise ModelError(
            f"the caption {' '.join(explained.words)!r} came with a picture without regions; "
            "extract regions for it, or take the cells of a grid"
        )
