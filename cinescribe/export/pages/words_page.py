"""Captions whose words show what was looked at for them: one page that needs nothing else."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
import PIL.Image
from numpy.typing import NDArray

from cinescribe.export.pages.embedded_pictures import SmallPicture, small_picture
from cinescribe.export.pages.seen_words import SeenBy, SeenPicture, SeenWord
from cinescribe.export.pages.self_contained_html import sealed_page
from cinescribe.schema import Box
from cinescribe.store import write_text

_WIDTH = 800  # pixels of a picture
_INSET = 6  # pixels between a box and its label
_RIGHT = 0.6  # of the picture's width, from which a box has its label at its right side, which it then fits
_OPAQUE = 0.62  # of the heat over the picture
# Black over red to pale yellow, each lighter than the one before, so that heat is told by lightness alone.
_RAMP = np.array([[0, 0, 4], [81, 18, 124], [183, 55, 121], [252, 137, 97], [252, 253, 191]], np.float64)


@dataclass(frozen=True)
class _ShownWord:
    """A word as the template has it: its heat as a data URI, its region's box in pixels of the picture.

    `verdict` is empty where there is none, `judged` says why.
    """

    word: str
    told: str
    heat: str
    label: str
    score: float | None
    verdict: str
    judged: str
    box: _ShownBox | None


@dataclass(frozen=True)
class _ShownBox:
    """A box in pixels of the picture, with its label if it has one; `label_x` and `anchor` say where that stands."""

    x: float
    y: float
    width: float
    height: float
    label: str
    label_x: float
    anchor: str


@dataclass(frozen=True)
class _ShownPicture:
    """A picture as the template has it."""

    number: int
    name: str
    caption: str
    picture: SmallPicture
    words: tuple[_ShownWord, ...]
    grounding: tuple[tuple[str, str], ...]


def write_words_page(pictures: Sequence[SeenPicture], path: Path, *, title: str, by: SeenBy) -> None:
    """Write one HTML file that shows, for each word of each caption, what counted for it.

    With a pointer or by keyboard a word shows its map over the picture, and the region that counted most; the same is
    there as a table, for whoever reads without scripts or pictures.

    Args:
        pictures: with their captions, in order.
        path: the `.html` file.
        title: what the pictures are of: the name of a file.
        by: who wrote the captions, and how it was found out what counted.

    Raises:
        OutputError: when the file cannot be written.
    """
    values = {
        "title": title,
        "by": by,
        "pictures": [_shown(picture, number) for number, picture in enumerate(pictures, 1)],
        "nouns": _grounded(pictures),
        "release": version("cinescribe"),
    }
    write_text(path, sealed_page("words_page", values, filters={}))


def _shown(seen: SeenPicture, number: int) -> _ShownPicture:
    picture = small_picture(f"p{number}", PIL.Image.fromarray(seen.image), width=_WIDTH)
    return _ShownPicture(
        number,
        name=seen.name,
        caption=seen.caption,
        picture=picture,
        words=tuple(_shown_word(word, picture) for word in seen.words),
        grounding=tuple((_margin(margin), f"{100 * value:.1f} %") for margin, value in seen.grounding),
    )


def _shown_word(seen: SeenWord, picture: SmallPicture) -> _ShownWord:
    return _ShownWord(
        seen.word,
        told=_told(seen),
        heat=_heat_url(seen.heat),
        label=_label(seen),
        score=seen.score,
        verdict=_verdict(seen),
        judged=_verdict(seen) or ("a noun, not judged" if seen.is_noun else "not a noun"),
        box=_box(seen, picture),
    )


def _label(seen: SeenWord) -> str:
    """The region's name, or else where it is."""
    if seen.region is None:
        return ""
    if seen.cell is not None and not seen.region.label:
        cell = seen.cell
        return f"the cell in row {cell.row} of {cell.n_rows}, column {cell.column} of {cell.n_columns}"
    return seen.region.label or _place(seen.region.box)


def _place(box: Box) -> str:
    """Where a box is, in words."""
    left, top, right, bottom = (round(100 * side) for side in box)
    if (left, top, right, bottom) == (0, 0, 100, 100):
        return "the whole picture"
    return f"the region from {left} to {right} % across, {top} to {bottom} % down"


def _told(seen: SeenWord) -> str:
    """What is said of a word when it is shown."""
    most = f"{_label(seen)} counted most" if seen.region else "the lightest parts of the picture counted most"
    verdict = f"; {_verdict(seen)}" if seen.grounded is not None else ""
    similar = f", similarity {seen.score:.2f}" if verdict and seen.score is not None else ""
    return f"{seen.word}: {most}{verdict}{similar}."


def _verdict(seen: SeenWord) -> str:
    return {None: "", True: "grounded", False: "not grounded"}[seen.grounded]


def _box(seen: SeenWord, picture: SmallPicture) -> _ShownBox | None:
    if seen.region is None:
        return None
    x0, x1 = (round(side * picture.width, 1) for side in seen.region.box[::2])
    y0, y1 = (round(side * picture.height, 1) for side in seen.region.box[1::2])
    is_right = x0 > _RIGHT * picture.width
    return _ShownBox(
        x0,
        y0,
        width=round(x1 - x0, 1),
        height=round(y1 - y0, 1),
        label=seen.region.label,
        label_x=x1 - _INSET if is_right else x0 + _INSET,
        anchor="end" if is_right else "start",
    )


def _margin(margin: float) -> str:
    return "any" if margin == math.inf else f"{margin:g}"


def _grounded(pictures: Sequence[SeenPicture]) -> str:
    """How many of all nouns are grounded, in words."""
    verdicts = [word.grounded for picture in pictures for word in picture.words if word.grounded is not None]
    if not verdicts:
        return "no noun could be judged"
    return f"{sum(verdicts)} of {len(verdicts)}"


def _heat_url(heat: NDArray[np.float32]) -> str:
    """The map as a PNG, a pixel a cell."""
    places = np.linspace(0, 1, len(_RAMP))
    colours = np.stack([np.interp(heat, places, channel) for channel in _RAMP.T], -1).round().astype(np.uint8)
    alpha = np.full((*heat.shape, 1), round(255 * _OPAQUE), np.uint8)
    held = io.BytesIO()
    PIL.Image.fromarray(np.concatenate([colours, alpha], -1)).save(held, "PNG", optimize=True)
    return f"data:image/png;base64,{base64.b64encode(held.getvalue()).decode('ascii')}"
