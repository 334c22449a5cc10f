"""What a captioner looked at for each word of a caption, as pages and figures show it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import InputError
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Region
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class Cell:
    """Where a region is in a grid.

    Args:
        row: from the top, the first is 1.
        column: from the left, the first is 1.
        n_rows: of the grid.
        n_columns: of the grid.
    """

    row: int
    column: int
    n_rows: int
    n_columns: int


@dataclass(frozen=True)
class SeenWord:
    """One word and what counted for it.

    Args:
        word: as it was written.
        heat: how much each part of the picture counted, 0 to 1, (h, w); the rows and columns divide the picture evenly.
        region: the region that counted most; None where the picture has no regions.
        cell: where that region is, if it is one of a grid.
        is_noun: whether the word names a thing, so that it could be grounded.
        score: for a noun, the similarity of the word and the region's label, -1 to 1; None for other words, and where
            the label is not known.
        grounded: for a noun with a score, whether that is enough to say that the thing named was looked at.
    """

    word: str
    heat: NDArray[np.float32]
    region: Region | None = None
    cell: Cell | None = None
    is_noun: bool = False
    score: float | None = None
    grounded: bool | None = None

    def __post_init__(self) -> None:
        if self.heat.ndim != 2 or not self.heat.size or not (self.heat.min() >= 0 and self.heat.max() <= 1):
            raise InputError(
                f"the heat of {self.word!r} came with shape {self.heat.shape} and is to be a map (h, w) of values from "
                "0 to 1; stretch it first"
            )


@dataclass(frozen=True)
class SeenPicture:
    """A picture with its caption, word for word.

    Args:
        name: what to call the picture: a file's name, or a moment of a film.
        image: the picture, (H, W, 3).
        words: the caption.
        grounding: GroundingScore by margin, -1 to 1, each with the words looked back; empty where it has no value.
        time: the moment, for a picture of a film.
    """

    name: str
    image: Image
    words: tuple[SeenWord, ...]
    grounding: tuple[tuple[float, float], ...] = ()
    time: Seconds | None = None

    @property
    def caption(self) -> str:
        """The words on one line."""
        return " ".join(word.word for word in self.words)


@dataclass(frozen=True)
class SeenBy:
    """Who wrote the captions, and how it was found out what counted.

    Args:
        captioner: the model's name.
        method: the method's name, as `integrated gradients`.
        note: a sentence on what the regions are.
    """

    captioner: str
    method: str
    note: str
