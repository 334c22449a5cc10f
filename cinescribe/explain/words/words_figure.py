"""Draws a caption as a grid of pictures, one per word, each with its top region (figures 3 to 5 of the paper).

Cornia et al., "Explaining transformer-based image captioning models: An empirical analysis" (2021). Grounded nouns
differ from others in a mark and the line of their frame as well as in colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from PIL import Image

from cinescribe.export.pages.caption_attribution import CaptionAttribution, WordAttribution
from cinescribe.store import writing

_DPI = 150
_COLUMNS = 6  # words per row
_CELL = 2.1  # width of a picture, in inches
_HEADING = 0.3  # height of the word above it, in inches
_SCORES = 0.35  # height of the line under a picture's grid, in inches
_PIXELS = 480  # width at which a picture is drawn
_DIMMED = 0.45  # brightness where the attribution is 0


class _Mark(NamedTuple):
    """The style of a word: a sign before it, a colour, the line of its frame."""

    sign: str
    colour: str
    line: str


_MARKS = {True: _Mark("✓ ", "#1b6e2e", "-"), False: _Mark("✗ ", "#a31621", "--"), None: _Mark("", "black", "-")}


def plot_words(pictures: Sequence[CaptionAttribution], path: Path) -> None:
    """Write the figure: one block per picture, one cell per word, GroundingScore by margin under each block.

    Args:
        pictures: with captions of at least one word.
        path: the PNG file to write.

    Raises:
        OutputError: when the file cannot be written.
    """
    heights = [_block_height(picture) for picture in pictures]
    figure = Figure(figsize=(_COLUMNS * _CELL, sum(heights)), layout="constrained")
    blocks = figure.subfigures(len(pictures), 1, squeeze=False, height_ratios=heights)[:, 0]
    for picture, block in zip(pictures, blocks, strict=True):
        image = _small(picture)
        cells = block.subplots(_n_rows(picture), _COLUMNS, squeeze=False).ravel()
        for axis in cells:
            axis.set_axis_off()
        for word, axis in zip(picture.words, cells[: len(picture.words)], strict=True):
            _draw(axis, image, word)
        block.supxlabel("\n".join((_scores(picture), *_warning(picture))), fontsize=10)
    FigureCanvasAgg(figure)
    with writing(path) as beside:
        figure.savefig(beside, dpi=_DPI, format="png")


def _n_rows(picture: CaptionAttribution) -> int:
    return math.ceil(len(picture.words) / _COLUMNS)


def _block_height(picture: CaptionAttribution) -> float:
    high, wide = picture.image.shape[:2]
    return _n_rows(picture) * (_CELL * float(high / wide) + _HEADING) + _SCORES * (1 + len(_warning(picture)))


def _small(picture: CaptionAttribution) -> Image.Image:
    image = Image.fromarray(picture.image)
    image.thumbnail((_PIXELS, _PIXELS * image.height))
    return image


def _draw(axis: Axes, image: Image.Image, word: WordAttribution) -> None:
    """Draw one word above its picture, which is dimmed where the attribution is low."""
    heat = Image.fromarray(word.heat.astype(np.float32)).resize(image.size, Image.Resampling.BILINEAR)
    light = _DIMMED + (1 - _DIMMED) * np.asarray(heat)[..., None]
    axis.imshow(np.asarray(image) / 255 * light.clip(0, 1))
    mark = _MARKS[word.grounded]
    axis.set_title(mark.sign + word.word, fontsize=11, color=mark.colour, pad=3)
    if word.region is not None:
        _frame(axis, image, word, mark)


def _frame(axis: Axes, image: Image.Image, word: WordAttribution, mark: _Mark) -> None:
    """Draw the top region with its label inside."""
    assert word.region is not None  # `_draw` checks it
    x0, y0, x1, y1 = np.array(word.region.box) * np.array([image.width, image.height] * 2) - 0.5
    colour = mark.colour if word.grounded is not None else "white"
    for width, shade, line in ((4.0, "black", "-"), (2.0, colour, mark.line)):
        axis.add_patch(Rectangle((x0, y0), x1 - x0, y1 - y0, fill=False, lw=width, ec=shade, ls=line))
    ground = {"facecolor": "black", "alpha": 0.65, "pad": 1.5, "lw": 0}
    axis.text(x0 + 4, y0 + 4, word.region.label, color="white", fontsize=8, va="top", bbox=ground, clip_on=True)


def _warning(picture: CaptionAttribution) -> tuple[str, ...]:
    """Return the line that warns of a caption not to be believed, if there is one."""
    return () if picture.doubt is None else (f"Warning: {picture.doubt}.",)


def _scores(picture: CaptionAttribution) -> str:
    """Return GroundingScore by margin as one line."""
    if not picture.grounding:
        return f"{picture.name}: no noun could be judged"
    parts = [
        f"δ={'∞' if margin == math.inf else f'{margin:g}'}: {100 * value:.1f}" for margin, value in picture.grounding
    ]
    return f"{picture.name}   GroundingScore   " + "   ".join(parts)
