"""A self-contained web page that shows the attribution of each word of captions."""

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

from cinescribe.export.pages.caption_attribution import AttributionMethod, CaptionAttribution, WordAttribution
from cinescribe.export.pages.embedded_pictures import Thumbnail, thumbnail
from cinescribe.export.pages.self_contained_html import render_page
from cinescribe.schema import Box
from cinescribe.store import write_text

_WIDTH = 800  # pixels of a picture
_INSET = 6  # pixels between a box and its label
_RIGHT = 0.6  # of the picture's width: boxes that start beyond have their label at the right side, where it fits
_THIRDS_DOWN, _THIRDS_ACROSS = ("upper", "", "lower"), ("left", "", "right")
_OPACITY = 0.62  # of the heat map over the picture
# From black over red to pale yellow, with increasing lightness, so that heat is readable by lightness only.
_COLOUR_MAP = np.array([[0, 0, 4], [81, 18, 124], [183, 55, 121], [252, 137, 97], [252, 253, 191]], np.float64)


@dataclass(frozen=True)
class _ShownWord:
    """A word for the template: its heat map as a data URI, its region's box in pixels of the picture.

    `verdict` is empty for words without one; `grounding` then says why.
    """

    word: str
    summary: str
    heat: str
    label: str
    score: float | None
    verdict: str
    grounding: str
    box: _ShownBox | None


@dataclass(frozen=True)
class _ShownBox:
    """A box in pixels of the picture, with its label, if any, at `label_x` with the text anchor `anchor`."""

    x: float
    y: float
    width: float
    height: float
    label: str
    label_x: float
    anchor: str


@dataclass(frozen=True)
class _ShownPicture:
    """A picture for the template."""

    number: int
    name: str
    alt: str
    caption: str
    doubt: str | None
    picture: Thumbnail
    words: tuple[_ShownWord, ...]
    grounding: tuple[tuple[str, str], ...]


def write_attribution_page(
    pictures: Sequence[CaptionAttribution], path: Path, *, title: str, by: AttributionMethod
) -> None:
    """Write one HTML file that shows the attribution of each word of each caption.

    By pointer or keyboard, a word shows its heat map over the picture and the region that contributed most. A table
    has the same content, for readers without scripts or images.

    Args:
        pictures: pictures with their captions, in order.
        path: the `.html` file.
        title: name of the file with the pictures.
        by: the captioner and the attribution method.

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
    write_text(path, render_page("attribution_page", values, filters={}))


def _shown(attribution: CaptionAttribution, number: int) -> _ShownPicture:
    picture = thumbnail(f"p{number}", PIL.Image.fromarray(attribution.image), width=_WIDTH)
    return _ShownPicture(
        number,
        name=attribution.name,
        alt=_alt(attribution),
        caption=attribution.caption,
        doubt=attribution.doubt,
        picture=picture,
        words=tuple(_shown_word(word, picture) for word in attribution.words),
        grounding=tuple((_margin(margin), f"{100 * value:.1f} %") for margin, value in attribution.grounding),
    )


def _alt(attribution: CaptionAttribution) -> str:
    """The alternative text of a picture: all that is known of it is its name, its caption and the labels of regions."""
    doubt = "" if attribution.doubt is None else " This caption is in doubt."
    regions = dict.fromkeys(word.region.label for word in attribution.words if word.region and word.region.label)
    marked = f" Regions that can be marked: {', '.join(regions)}." if regions else ""
    return f"Picture {attribution.name}. The model's caption: {attribution.caption}.{doubt}{marked}"


def _shown_word(attribution: WordAttribution, picture: Thumbnail) -> _ShownWord:
    return _ShownWord(
        attribution.word,
        summary=_summary(attribution),
        heat=_heat_url(attribution.heat),
        label=_label(attribution),
        score=attribution.score,
        verdict=_verdict(attribution),
        grounding=_verdict(attribution) or ("a noun, not scored" if attribution.is_noun else "not a noun"),
        box=_box(attribution, picture),
    )


def _label(attribution: WordAttribution) -> str:
    """The region's label, or else its position."""
    if attribution.region is None:
        return ""
    if attribution.cell is not None and not attribution.region.label:
        cell = attribution.cell
        return f"the cell in row {cell.row} of {cell.n_rows}, column {cell.column} of {cell.n_columns}"
    return attribution.region.label or _position(attribution.region.box)


def _position(box: Box) -> str:
    """The position of a box in words."""
    left, top, right, bottom = (round(100 * side) for side in box)
    if (left, top, right, bottom) == (0, 0, 100, 100):
        return "the whole picture"
    return f"the region from {left} to {right} % across, {top} to {bottom} % down"


def _summary(attribution: WordAttribution) -> str:
    """The text shown with the heat map of a word."""
    if attribution.region is None and not attribution.heat.any():
        return f"{attribution.word}: no part of the picture contributed more than others."
    source = _label(attribution) if attribution.region else _brightest(attribution.heat)
    verdict = f"; {_verdict(attribution)}" if attribution.grounded is not None else ""
    similar = f", similarity {attribution.score:.2f}" if verdict and attribution.score is not None else ""
    return f"{attribution.word}: {source} contributed most{verdict}{similar}."


def _brightest(heat: NDArray[np.float32]) -> str:
    """The place of the highest attribution, in words."""
    row, column = np.unravel_index(int(heat.argmax()), heat.shape)
    down = _THIRDS_DOWN[_third(int(row), heat.shape[0])]
    across = _THIRDS_ACROSS[_third(int(column), heat.shape[1])]
    return f"an area in the {f'{down} {across}'.strip() or 'middle'} of the picture"


def _third(index: int, n: int) -> int:
    """The third of a side, 0 to 2, that the middle of a cell lies in."""
    return int(3 * (index + 0.5) / n)


def _verdict(attribution: WordAttribution) -> str:
    return {None: "", True: "grounded", False: "not grounded"}[attribution.grounded]


def _box(attribution: WordAttribution, picture: Thumbnail) -> _ShownBox | None:
    if attribution.region is None:
        return None
    x0, x1 = (round(side * picture.width, 1) for side in attribution.region.box[::2])
    y0, y1 = (round(side * picture.height, 1) for side in attribution.region.box[1::2])
    is_right = x0 > _RIGHT * picture.width
    return _ShownBox(
        x0,
        y0,
        width=round(x1 - x0, 1),
        height=round(y1 - y0, 1),
        label=attribution.region.label,
        label_x=x1 - _INSET if is_right else x0 + _INSET,
        anchor="end" if is_right else "start",
    )


def _margin(margin: float) -> str:
    return "any" if margin == math.inf else f"{margin:g}"


def _grounded(pictures: Sequence[CaptionAttribution]) -> str:
    """The number of grounded nouns, in words."""
    verdicts = [word.grounded for picture in pictures for word in picture.words if word.grounded is not None]
    if not verdicts:
        return "no noun could be scored"
    return f"{sum(verdicts)} of {len(verdicts)}"


def _heat_url(heat: NDArray[np.float32]) -> str:
    """The heat map as a PNG with one pixel per cell."""
    steps = np.linspace(0, 1, len(_COLOUR_MAP))
    colours = np.stack([np.interp(heat, steps, channel) for channel in _COLOUR_MAP.T], -1).round().astype(np.uint8)
    alpha = np.full((*heat.shape, 1), round(255 * _OPACITY), np.uint8)
    buffer = io.BytesIO()
    PIL.Image.fromarray(np.concatenate([colours, alpha], -1)).save(buffer, "PNG", optimize=True)
    return f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
