"""What regions of a picture look like, as rows: of boxes that are known, or of the cells of a grid.

Nothing is fetched: rows are made of what our frame network (`backlot_frames`) sees of the picture inside a box, of the
box's pixels made small, and of its place; of known boxes besides of what the network sees of the box alone, and of the
directions of its edges (Dalal and Triggs 2005), which tell outlines. A region's label is no part of its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.features.encoders.backlot_frames import FrameNet, as_input
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box, Region

WHOLE: Box = (0.0, 0.0, 1.0, 1.0)  # the box of a whole picture
CELLS = 7  # of a grid along each side: with the whole picture 50 rows, as ViT-B/32's
_LONGEST = 192  # pixels to which a picture's longer side is brought, as wide as those the network learnt from
_ALONE = 64  # pixels along each side of a region that is seen alone
_DIRECTIONS, _BLOCKS = 8, 8  # of edges, and parts along each side of a region in which they are told apart
_FAINT = 20.0  # steps of brightness, of 255: edges that are weaker together count less
_STEP = 4  # pixels of which the heat-maps make one
_THUMBNAIL = 8  # pixels along each side of a region made small


class RegionExtractor(Protocol):
    """Makes rows of a picture's regions."""

    @property
    def name(self) -> str:
        """What extracts."""
        ...

    @property
    def version(self) -> str:
        """Of it and of all that its rows depend on; rows of another version are extracted anew."""
        ...

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """The regions of a picture (H, W, 3), the most telling first; `known` are those given with it."""
        ...


@dataclass(frozen=True)
class KnownBoxes:
    """The whole picture, which has no label, then the boxes that are known.

    Args:
        net: as `load_frame_net` gives it.
        weights: what tells its weights from others.
    """

    net: FrameNet
    weights: str

    name = "boxes"

    @property
    def version(self) -> str:
        """Of the rows, and the network's weights."""
        return f"1 {self.weights}"

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """The whole picture and its known boxes, in their order."""
        boxes = [WHOLE, *(region.box for region in known)]
        return PictureRegions(
            box_rows(self.net, picture, boxes), np.array(boxes, np.float32), ("", *(region.label for region in known))
        )


@dataclass(frozen=True)
class Cells:
    """The whole picture, then equal cells of it, row by row; none has a label.

    Args:
        net: as `load_frame_net` gives it.
        weights: what tells its weights from others.
    """

    net: FrameNet
    weights: str

    name = "cells"

    @property
    def version(self) -> str:
        """Of the rows, and the network's weights."""
        return f"1 {self.weights}"

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """The whole picture and its cells, whatever is known of it."""
        boxes = [WHOLE, *cell_boxes(CELLS, CELLS)]
        return PictureRegions(cell_rows(self.net, picture, boxes), np.array(boxes, np.float32), ("",) * len(boxes))


def cell_boxes(high: int, wide: int) -> list[Box]:
    """The boxes of equal cells, `high` rows of `wide`, row by row."""
    return [(x / wide, y / high, (x + 1) / wide, (y + 1) / high) for y in range(high) for x in range(wide)]


def box_rows(net: FrameNet, picture: Image, boxes: Sequence[Box]) -> NDArray[np.float32]:
    """A row a box, (R, D): as `cell_rows`, then the box alone and its edges."""
    parts = np.stack([_resized(picture[_cells(box, *picture.shape[:2])], (_ALONE, _ALONE)) for box in boxes])
    edges = np.stack([_edges(part) for part in parts])
    return np.concatenate([cell_rows(net, picture, boxes), _even(_alone(net, parts)), _even(edges)], axis=1)


def cell_rows(net: FrameNet, picture: Image, boxes: Sequence[Box]) -> NDArray[np.float32]:
    """A row a box, (R, D): averages and maxima of the network's stages and maps within, its pixels, its place.

    Each part is brought to a length of one a number, so that none drowns the others.

    Args:
        net: the network, which sees the picture once.
        picture: (H, W, 3) RGB of any size.
        boxes: as fractions of the picture.
    """
    maps = _maps(net, picture)
    rows = [
        np.concatenate([*(_even(_inside(seen, box)) for seen in maps), _even(_thumbnail(picture, box)), _place(box)])
        for box in boxes
    ]
    return np.stack(rows).astype(np.float32)


def _maps(net: FrameNet, picture: Image) -> list[NDArray[np.float32]]:
    """What the network's later stages and its heat-maps see, (C, h, w) each."""
    height, width = picture.shape[:2]
    grow = _LONGEST / max(height, width)
    size = (_whole_steps(width * grow), _whole_steps(height * grow))
    with torch.inference_mode():
        stages = net.seen(as_input(_resized(picture, size)[None]))
        return [seen[0].numpy() for seen in (*stages[1:], net.heat(stages).sigmoid())]


def _alone(net: FrameNet, parts: Image) -> NDArray[np.float32]:
    """Averages and maxima of the last stages over parts of a picture (R, H, W, 3) of one size, (R, C)."""
    with torch.inference_mode():
        last = net.seen(as_input(parts))[2:]
        pooled = [seen.mean((2, 3)) for seen in last] + [seen.amax((2, 3)) for seen in last]
        return np.asarray(torch.cat(pooled, 1).numpy(), np.float32)


def _edges(part: Image) -> NDArray[np.float32]:
    """How strong edges of each direction are in each block of a part of a picture, (512,)."""
    grey = cv2.cvtColor(part, cv2.COLOR_RGB2GRAY).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = np.hypot(across, down)
    direction = (np.arctan2(down, across) % np.pi / np.pi * _DIRECTIONS).astype(np.int64) % _DIRECTIONS
    apart = np.where(np.arange(_DIRECTIONS) == direction[:, :, None], strength[:, :, None], np.float32(0))
    blocks = cv2.resize(apart, (_BLOCKS, _BLOCKS), interpolation=cv2.INTER_AREA)
    return np.asarray(np.sqrt(blocks / (blocks.sum(2, keepdims=True) + _FAINT)).ravel(), np.float32)


def _resized(picture: Image, size: tuple[int, int]) -> Image:
    """A picture brought to a width and height."""
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _whole_steps(pixels: float) -> int:
    return max(_STEP, round(pixels / _STEP) * _STEP)


def _inside(seen: NDArray[np.float32], box: Box) -> NDArray[np.float32]:
    """Averages and maxima of maps (C, h, w) over the cells that a box touches, (2C,)."""
    part = seen[(slice(None), *_cells(box, seen.shape[1], seen.shape[2]))]
    return np.concatenate([part.mean((1, 2)), part.max((1, 2))])


def _cells(box: Box, height: int, width: int) -> tuple[slice, slice]:
    """The rows and columns that a box touches; one at least."""
    x0, y0, x1, y1 = box
    left, top = min(int(x0 * width), width - 1), min(int(y0 * height), height - 1)
    return slice(top, max(top + 1, int(np.ceil(y1 * height)))), slice(left, max(left + 1, int(np.ceil(x1 * width))))


def _thumbnail(picture: Image, box: Box) -> NDArray[np.float32]:
    """The pixels of a box made small, around 0, (3 * 64,)."""
    small = _resized(picture[_cells(box, *picture.shape[:2])], (_THUMBNAIL, _THUMBNAIL))
    return np.asarray(small.ravel() / 255 - 0.5, np.float32)


def _place(box: Box) -> NDArray[np.float32]:
    """Where a box is and how large: its sides around 0, and the logarithms of width, height and shape."""
    x0, y0, x1, y1 = box
    wide, tall = max(x1 - x0, 1e-3), max(y1 - y0, 1e-3)
    return np.array(
        [x0 - 0.5, y0 - 0.5, x1 - 0.5, y1 - 0.5, np.log(wide), np.log(tall), np.log(wide / tall), np.log(wide * tall)],
        np.float32,
    )


def _even(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Values divided by their root mean square, along the last axis."""
    return np.asarray(values / (np.sqrt((values**2).mean(-1, keepdims=True)) + 1e-6), np.float32)
