"""Attributions of a caption: how much each part of a picture contributed to each word, for pages and figures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import InputError
from cinescribe.media.film.frame_scaling import Image
from cinescribe.still_schema import Region
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class GridCell:
    """A region's position in a grid.

    Args:
        row: from the top, starting at 1.
        column: from the left, starting at 1.
        n_rows: of the grid.
        n_columns: of the grid.
    """

    row: int
    column: int
    n_rows: int
    n_columns: int


@dataclass(frozen=True)
class WordAttribution:
    """One word of a caption and its attribution.

    Args:
        word: the word as written.
        heat: attribution of each part of the picture, 0 to 1, (h, w); rows and columns divide the picture evenly.
        region: the region that contributed most; None if the picture has no regions.
        cell: position of that region, if it is a cell of a grid.
        is_noun: whether the word is a noun, which can be grounded.
        score: for a noun, the similarity of the word and the region's label, -1 to 1; None for other words, and if
            the region has no label.
        grounded: for a noun with a score, whether the score is high enough to count as grounded.
    """

    word: str
    heat: NDArray[np.float32]
    region: Region | None = None
    cell: GridCell | None = None
    is_noun: bool = False
    score: float | None = None
    grounded: bool | None = None

    def __post_init__(self) -> None:
        if self.heat.ndim != 2 or not self.heat.size or not (self.heat.min() >= 0 and self.heat.max() <= 1):
            raise InputError(
                f"the heat of {self.word!r} has shape {self.heat.shape} or values outside 0 to 1; "
                "give a map (h, w) of values from 0 to 1: rescale it first"
            )


@dataclass(frozen=True)
class CaptionAttribution:
    """A picture with its caption and the attribution of each word.

    Args:
        name: the picture's name: a file name, or a moment of a film.
        image: the picture, (H, W, 3).
        words: the caption.
        grounding: pairs of margin (in words) and GroundingScore, -1 to 1; empty if it has no value.
        time: the moment in the film, if any.
        doubt: why the caption should not be believed, as a sentence without its full stop; None without such a reason.
    """

    name: str
    image: Image
    words: tuple[WordAttribution, ...]
    grounding: tuple[tuple[float, float], ...] = ()
    time: Seconds | None = None
    doubt: str | None = None

    @property
    def caption(self) -> str:
        """The words on one line."""
        return " ".join(word.word for word in self.words)


@dataclass(frozen=True)
class AttributionMethod:
    """The captioner and the attribution method.

    Args:
        captioner: name of the model.
        method: name of the method, such as `integrated gradients`.
        note: a sentence that says what the regions are.
        meaning: what the method measures, to follow `for each word, it is`.
    """

    captioner: str
    method: str
    note: str
    meaning: str
