"""The same drawing in numbers: which piece of the scene each pixel of a picture shows.

A `LabelBrush` is handed to the painters in the place of a `Brush`. What they paint as one piece (`Brush.piece`) it
paints in that piece's number, without soft edges, and all else in 0, so that what stands in front hides what stands
behind just as in the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.backlot.drawing.brush import Brush, Colour, Picture, Point, View
from cinescribe.schema import Box

_SOLID = 128  # of 255: how opaque a sprite's pixel must be to hide what is behind it


@dataclass(frozen=True)
class Piece:
    """Something drawn: its name, a noun, and whose or which it is, where that is known."""

    name: str
    of: str = ""


@dataclass(frozen=True)
class Labelled:
    """A drawing in numbers.

    Args:
        numbers: of the piece that each pixel shows, (H, W); 0 where there is none.
        pieces: by number; the first stands for none.
    """

    numbers: Picture
    pieces: tuple[Piece, ...] = (Piece(""),)

    def areas(self) -> NDArray[np.int64]:
        """How many pixels show each piece, by number."""
        return np.bincount(self.numbers.ravel(), minlength=len(self.pieces))

    def box(self, number: int) -> Box:
        """The box around all pixels that show a piece, as fractions of the picture."""
        height, width = self.numbers.shape
        x, y, wide, tall = cv2.boundingRect((self.numbers == number).astype(np.uint8))
        return x / width, y / height, (x + wide) / width, (y + tall) / height


class LabelBrush(Brush):
    """Paints numbers of pieces over those that are there.

    Args:
        under: what is there already; it is left as it is.
        view: what the drawing shows of the stage.
    """

    _line = cv2.LINE_8

    def __init__(self, under: Labelled, view: View) -> None:
        super().__init__(under.numbers.copy(), view)
        self._pieces = list(under.pieces)
        self._number = 0

    def labelled(self) -> Labelled:
        """What has been painted so far."""
        return Labelled(self.picture, tuple(self._pieces))

    @contextmanager
    def piece(self, name: str, *, of: str = "") -> Iterator[None]:
        """Paint in the piece's number; a piece within a piece is part of the outer one, and none of it is told apart.

        Args:
            name: a noun.
            of: what tells it from others of its name: a piece of the same name and `of` is the same piece.
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
        """Light hides nothing."""

    def shadow(self, centre: Point, radii: Point, strength: float) -> None:
        """Nor does shadow."""

    def paste(self, sprite: Picture, to_pixels: NDArray[np.float64]) -> None:
        """Number the pixels that a sprite hides."""
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
