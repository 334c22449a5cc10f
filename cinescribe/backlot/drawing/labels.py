"""Label maps: which piece of the scene each pixel of a picture shows.

Painters accept a `LabelBrush` in place of a `Brush`. It paints each piece (`Brush.piece`) in the number of that piece,
without soft edges, and all else in 0, so that occlusion is the same as in the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.backlot.drawing.brush import Brush, Colour, Picture, Point, StageView
from cinescribe.schema import Box

_SOLID = 128  # of 255: minimum opacity of a sprite's pixel that hides what is behind it


@dataclass(frozen=True)
class Piece:
    """A drawn piece: its name, a noun, and `of`, which distinguishes it from others of that name where known."""

    name: str
    of: str = ""


@dataclass(frozen=True)
class LabelMap:
    """Labels of a drawing.

    Args:
        numbers: number of the piece that each pixel shows, (H, W); 0 for none.
        pieces: pieces by number; the first is a placeholder for none.
    """

    numbers: Picture
    pieces: tuple[Piece, ...] = (Piece(""),)

    def areas(self) -> NDArray[np.int64]:
        """Return the number of pixels of each piece, by number."""
        return np.bincount(self.numbers.ravel(), minlength=len(self.pieces))

    def box(self, number: int) -> Box:
        """Return the box around all pixels of a piece, as fractions of the picture."""
        height, width = self.numbers.shape
        x, y, wide, tall = cv2.boundingRect((self.numbers == number).astype(np.uint8))
        return x / width, y / height, (x + wide) / width, (y + tall) / height


class LabelBrush(Brush):
    """Paints numbers of pieces.

    Args:
        under: labels to paint over; they are copied.
        view: the view on the stage.
    """

    _line = cv2.LINE_8

    def __init__(self, under: LabelMap, view: StageView) -> None:
        super().__init__(under.numbers.copy(), view)
        self._pieces = list(under.pieces)
        self._number = 0

    def label_map(self) -> LabelMap:
        """Return the labels painted so far."""
        return LabelMap(self.picture, tuple(self._pieces))

    @contextmanager
    def piece(self, name: str, *, of: str = "") -> Iterator[None]:
        """Paint in the number of a piece; a piece inside another is part of the outer one.

        Args:
            name: a noun.
            of: distinguishes pieces of one name; equal `name` and `of` mean the same piece.
        """
        if self._number:
            yield
            return
        self._number = self._numbered(Piece(name, of))
        try:
            yield
        finally:
            self._number = 0

    def gradient(self, box: Box, top: Colour, bottom: Colour) -> None:
        """Fill an upright rectangle."""
        self.rectangle(*box, top)

    def glow(self, centre: Point, radius: float, colour: Colour, strength: float) -> None:
        """Do nothing: light hides nothing."""

    def shadow(self, centre: Point, radii: Point, strength: float) -> None:
        """Do nothing: shadow hides nothing."""

    def paste(self, sprite: Picture, to_pixels: NDArray[np.float64]) -> None:
        """Label the pixels that a sprite hides."""
        size = (self.view.width, self.view.height)
        hides = cv2.warpAffine(np.ascontiguousarray(sprite[:, :, 3]), to_pixels, size, flags=cv2.INTER_LINEAR)
        self.picture[hides >= _SOLID] = self._number

    def _colour(self, colour: Colour) -> tuple[int, ...]:
        return (self._number,)

    def _numbered(self, piece: Piece) -> int:
        if piece.of and piece in self._pieces:
            return self._pieces.index(piece)
        self._pieces.append(piece)
        assert len(self._pieces) <= np.iinfo(np.uint8).max, "a set has fewer pieces than a byte can number"
        return len(self._pieces) - 1
