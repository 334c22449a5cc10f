"""Region features by our frame network, of known boxes or of the cells of a grid.

No download is needed. A feature vector holds the outputs of the frame network (`backlot_frames`) for the whole picture
within the box, the downscaled pixels of the box, and its position. Vectors of known boxes also hold the outputs of the
network for only the box, and its edge directions (Dalal and Triggs 2005), which show outlines. Labels are not
included.
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
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box
from cinescribe.still_schema import Region

WHOLE: Box = (0.0, 0.0, 1.0, 1.0)  # the box of a whole picture
CELLS = 7  # along each side of a grid: with the whole picture 50 regions, as in ViT-B/32
_LONGER_SIDE = 192  # pixels of a picture, as wide as the training pictures of the network
_CROP_SIDE = 64  # pixels along each side of a region that is encoded separately
_DIRECTIONS, _BLOCKS = 8, 8  # of edges, and blocks along each side of a region
_FAINT = 20.0  # levels of brightness, of 255: weaker edges count less
_STEP = 4  # pixels per cell of the heat maps
_THUMBNAIL = 8  # pixels along each side of a downscaled region


class RegionExtractor(Protocol):
    """Finds the regions of a picture and their feature vectors."""

    @property
    def name(self) -> str:
        """The name of the extractor."""
        ...

    @property
    def version(self) -> str:
        """The version of the extractor and all that features depend on; those of another are extracted again."""
        ...

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """Return the regions of a picture (H, W, 3), the most important first; `known` are those given with it."""
        ...


@dataclass(frozen=True)
class KnownBoxes:
    """The whole picture, without a label, and its known boxes.

    Args:
        net: from `load_frame_net`.
        weights: first digits of the digest of its weights.
    """

    net: FrameNet
    weights: str

    name = "boxes"

    @property
    def version(self) -> str:
        """The version of this code and of the weights."""
        return f"1 {self.weights}"

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """Return the whole picture and its known boxes, in their order."""
        boxes = [WHOLE, *(region.box for region in known)]
        return PictureRegions(
            box_features(self.net, picture, boxes),
            np.array(boxes, np.float32),
            ("", *(region.label for region in known)),
        )


@dataclass(frozen=True)
class CellRegions:
    """The whole picture and its equal cells, row by row, without labels.

    Args:
        net: from `load_frame_net`.
        weights: first digits of the digest of its weights.
    """

    net: FrameNet
    weights: str

    name = "cells"

    @property
    def version(self) -> str:
        """The version of this code and of the weights."""
        return f"1 {self.weights}"

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """Return the whole picture and its cells; `known` is ignored."""
        boxes = [WHOLE, *cell_boxes(CELLS, CELLS)]
        return PictureRegions(cell_features(self.net, picture, boxes), np.array(boxes, np.float32), ("",) * len(boxes))


def cell_boxes(high: int, wide: int) -> list[Box]:
    """Return the boxes of equal cells, `high` rows of `wide`, row by row."""
    return [(x / wide, y / high, (x + 1) / wide, (y + 1) / high) for y in range(high) for x in range(wide)]


def box_features(net: FrameNet, picture: Image, boxes: Sequence[Box]) -> NDArray[np.float32]:
    """Return feature vectors of boxes, (R, D): `cell_features`, then only the box and its edges."""
    parts = np.stack([_resized(picture[_cells(box, *picture.shape[:2])], (_CROP_SIDE, _CROP_SIDE)) for box in boxes])
    edges = np.stack([_edges(part) for part in parts])
    return np.concatenate(
        [cell_features(net, picture, boxes), _normalised(_crop_features(net, parts)), _normalised(edges)], axis=1
    )


def cell_features(net: FrameNet, picture: Image, boxes: Sequence[Box]) -> NDArray[np.float32]:
    """Return feature vectors of boxes, (R, D): means and maxima of the network's stages and maps, pixels, position.

    Each part is scaled to a root mean square of 1, so that none dominates the others.

    Args:
        net: the network, which runs once on the picture.
        picture: (H, W, 3) RGB of any size.
        boxes: as fractions of the picture.
    """
    maps = _maps(net, picture)
    vectors = [
        np.concatenate(
            [
                *(_normalised(_inside(stage, box)) for stage in maps),
                _normalised(_thumbnail(picture, box)),
                _position(box),
            ]
        )
        for box in boxes
    ]
    return np.stack(vectors).astype(np.float32)


def _maps(net: FrameNet, picture: Image) -> list[NDArray[np.float32]]:
    """Return the network's later stages and its heat maps, (C, h, w) each."""
    height, width = picture.shape[:2]
    grow = _LONGER_SIDE / max(height, width)
    size = (_whole_steps(width * grow), _whole_steps(height * grow))
    with torch.inference_mode():
        stages = net.stage_outputs(as_input(_resized(picture, size)[None]))
        return [stage[0].numpy() for stage in (*stages[1:], net.heat_maps(stages).sigmoid())]


def _crop_features(net: FrameNet, parts: Image) -> NDArray[np.float32]:
    """Return means and maxima of the last stages over crops (R, H, W, 3), (R, C)."""
    with torch.inference_mode():
        last = net.stage_outputs(as_input(parts))[2:]
        pooled = [stage.mean((2, 3)) for stage in last] + [stage.amax((2, 3)) for stage in last]
        return np.asarray(torch.cat(pooled, 1).numpy(), np.float32)


def _edges(part: Image) -> NDArray[np.float32]:
    """Return the strength of edges of each direction in each block of a crop, (512,)."""
    grey = cv2.cvtColor(part, cv2.COLOR_RGB2GRAY).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = np.hypot(across, down)
    direction = (np.arctan2(down, across) % np.pi / np.pi * _DIRECTIONS).astype(np.int64) % _DIRECTIONS
    by_direction = np.where(np.arange(_DIRECTIONS) == direction[:, :, None], strength[:, :, None], np.float32(0))
    blocks = cv2.resize(by_direction, (_BLOCKS, _BLOCKS), interpolation=cv2.INTER_AREA)
    return np.asarray(np.sqrt(blocks / (blocks.sum(2, keepdims=True) + _FAINT)).ravel(), np.float32)


def _resized(picture: Image, size: tuple[int, int]) -> Image:
    """Resize a picture to a width and height."""
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _whole_steps(pixels: float) -> int:
    return max(_STEP, round(pixels / _STEP) * _STEP)


def _inside(maps: NDArray[np.float32], box: Box) -> NDArray[np.float32]:
    """Return means and maxima of maps (C, h, w) over the cells that a box touches, (2C,)."""
    part = maps[(slice(None), *_cells(box, maps.shape[1], maps.shape[2]))]
    return np.concatenate([part.mean((1, 2)), part.max((1, 2))])


def _cells(box: Box, height: int, width: int) -> tuple[slice, slice]:
    """Return the rows and columns that a box touches, at least one."""
    x0, y0, x1, y1 = box
    left, top = min(int(x0 * width), width - 1), min(int(y0 * height), height - 1)
    return slice(top, max(top + 1, int(np.ceil(y1 * height)))), slice(left, max(left + 1, int(np.ceil(x1 * width))))


def _thumbnail(picture: Image, box: Box) -> NDArray[np.float32]:
    """Return the downscaled pixels of a box, centred at 0, (3 * 64,)."""
    small = _resized(picture[_cells(box, *picture.shape[:2])], (_THUMBNAIL, _THUMBNAIL))
    return np.asarray(small.ravel() / 255 - 0.5, np.float32)


def _position(box: Box) -> NDArray[np.float32]:
    """Return the position and size of a box: its sides, and the logarithms of width, height, ratio and area."""
    x0, y0, x1, y1 = box
    wide, tall = max(x1 - x0, 1e-3), max(y1 - y0, 1e-3)
    return np.array(
        [x0 - 0.5, y0 - 0.5, x1 - 0.5, y1 - 0.5, np.log(wide), np.log(tall), np.log(wide / tall), np.log(wide * tall)],
        np.float32,
    )


def _normalised(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Divide values by their root mean square along the last axis."""
    return np.asarray(values / (np.sqrt((values**2).mean(-1, keepdims=True)) + 1e-6), np.float32)
