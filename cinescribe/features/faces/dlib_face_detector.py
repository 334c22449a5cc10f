"""dlib's face detector, a max-margin convolutional network, in torch.

King 2015, Max-Margin Object Detection; weights of `mmod_human_face_detector.dat`. The picture is tiled into a pyramid
exactly as dlib does it, so that scores and boxes agree; torch is 10 to 100 times faster on a CPU.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.features.faces.dlib_weights import Convolution, Layer, folded, model_path, read_layers

_FILE = "mmod_human_face_detector.dat"
_MEAN_RGB = (122.782, 117.001, 104.298)  # dlib, input_rgb_image_pyramid
_SCALE = 256.0
DETECTOR_WINDOW = 80  # side of the box that the network finds at each level, in pixels
_STRIDE, _FIRST = 8, 14  # pixels between the network's outputs, and the centre of the first
_MIN_MOSAIC = 29  # side of the smallest mosaic with an output, in pixels
_STEP = 5, 6  # each level of the pyramid is 5/6 of the one before
_GAP, _MARGIN = 10, 11  # pixels between tiles, and around them all
_MIN_HEIGHT = 5  # of the last level, in pixels
_MAX_OVERLAP = 0.338  # intersection over union of two faces; from the model file

Level: TypeAlias = tuple[int, int, int, int]  # left, top, width, height of a tile
ALL_LEVELS = slice(None)


@dataclass(frozen=True)
class Detection:
    """A face in pixels, half-open, possibly beyond the picture's edge; `score` is about 1 for a clear face."""

    left: int
    top: int
    right: int
    bottom: int
    score: float

    def moved(self, corner: tuple[int, int], scale: float) -> Detection:
        """Return a face found in a crop on the whole picture: scaled, then moved by the crop's left top corner."""
        left, right = (round(corner[0] + x * scale) for x in (self.left, self.right))
        top, bottom = (round(corner[1] + y * scale) for y in (self.top, self.bottom))
        return Detection(left, top, right, bottom, self.score)


class FaceDetector(nn.Module):
    """Seven convolutions with a score for each position of a face of `DETECTOR_WINDOW` pixels.

    Args:
        convolutions: with normalisation folded in.
    """

    def __init__(self, convolutions: list[Convolution]) -> None:
        super().__init__()
        self.strides = [(item.stride, item.padding) for item in convolutions]
        for n, item in enumerate(convolutions[:-1]):
            self.register_buffer(f"weight_{n}", item.weight.contiguous(memory_format=torch.channels_last))
            self.register_buffer(f"bias_{n}", item.bias)
        head = convolutions[-1]
        self.head_size, self.head_padding = head.weight.shape[-1], head.padding
        # (1, in, 9, 9) -> (81, in, 1, 1): products first, then sums over the neighbourhood; a convolution to one
        # channel wastes most of the processor's lanes.
        self.register_buffer("head", head.weight[0].flatten(1).t()[:, :, None, None].contiguous())
        self.register_buffer("head_bias", head.bias)

    def forward(self, mosaic: Tensor) -> Tensor:
        """Return scores of a normalised picture, (B, 3, H, W) -> (B, about H / 8, about W / 8)."""
        x = mosaic.contiguous(memory_format=torch.channels_last)
        for n, (stride, padding) in enumerate(self.strides[:-1]):
            weight, bias = self.get_buffer(f"weight_{n}"), self.get_buffer(f"bias_{n}")
            x = functional.relu_(functional.conv2d(x, weight, bias, stride, padding))
        return self.scores(x)

    def scores(self, x: Tensor) -> Tensor:
        """Return scores from the last features, (B, in, h, w) -> (B, h, w)."""
        k, rows, columns = self.head_size, x.shape[-2], x.shape[-1]
        products = functional.conv2d(x, self.get_buffer("head")).flatten(2)  # (B, k * k, rows * columns)
        # Column (dy, dx) at position p adds to the output at p - (dy, dx) + padding: fold with mirrored taps does that.
        summed = functional.fold(products.flip(1), (rows, columns), k, padding=self.head_padding)
        return (summed + self.get_buffer("head_bias"))[:, 0]


def load_face_detector() -> FaceDetector:
    """Load the detector with dlib's free weights.

    Raises:
        ModelError: when the package with the weights is missing, or its file is damaged.
    """
    layers = read_layers(model_path(_FILE))
    convolutions: list[Convolution] = []
    n_inputs = 3
    for at, layer in enumerate(layers):
        if layer.kind == "con_4":
            norm = _norm_after(layers, at)
            convolutions.append(folded(layer, norm, n_inputs))
            n_inputs = layer.shape[0]
    return FaceDetector(convolutions).eval()


def detections(
    detector: FaceDetector, image: NDArray[np.uint8], *, threshold: float = 0.0, levels: slice = ALL_LEVELS
) -> list[Detection]:
    """Return the faces of a picture that score above a threshold, best first.

    Args:
        detector: from `load_face_detector`.
        image: RGB, (H, W, 3); faces under about 70 pixels are missed unless the picture is enlarged.
        threshold: minimum score.
        levels: which levels of the pyramid to search; level n finds faces of about 80 · 1.2^n pixels.
    """
    numbers = list(range(len(_sizes(image.shape[1], image.shape[0]))))[levels]
    if not numbers:
        return []
    placed = tiles(image.shape[1], image.shape[0], levels=levels)
    mosaic = _mosaic(image, placed)
    if min(mosaic.shape[-2:]) < _MIN_MOSAIC:
        return []
    with torch.inference_mode():
        scores = detector(mosaic)[0]
        rows, columns = torch.nonzero(scores > threshold, as_tuple=True)
        above = scores[rows, columns]
    centres = np.stack([columns.numpy(), rows.numpy()], 1) * _STRIDE + _FIRST
    boxes = _boxes(centres.astype(np.float64), placed, numbers).tolist()
    found = zip(boxes, above.tolist(), strict=True)
    return best(Detection(left, top, right, bottom, score) for (left, top, right, bottom), score in found)


def tiles(width: int, height: int, *, levels: slice = ALL_LEVELS) -> list[Level]:
    """Return dlib's layout of the levels of a pyramid: down the left side, then up the right (create_tiled_pyramid)."""
    sizes = _sizes(width, height)[levels]
    width, height = sizes[0]
    column = _column_height(sizes)
    placed: list[Level] = []
    y = _MARGIN
    while len(placed) < len(sizes) and y < column + _MARGIN:
        w, h = sizes[len(placed)]
        placed.append((_MARGIN, y, w, h))
        y += h + _GAP
    y -= _GAP
    for w, h in sizes[len(placed) :]:
        if y - h < _MARGIN + height:  # would overlap the first level
            break
        placed.append((_MARGIN + width - w, y - h, w, h))
        y -= h + _GAP
    return placed


def _sizes(width: int, height: int) -> list[tuple[int, int]]:
    sizes = [(width, height)]
    small, large = _STEP
    while True:
        width, height = small * width // large, small * height // large
        if height < _MIN_HEIGHT or width == 0:
            return sizes
        sizes.append((width, height))


def _column_height(sizes: list[tuple[int, int]]) -> int:
    """Return the height of the first column, which ends where the next level fits beside the last."""
    first_width, first_height = sizes[0]
    total = sum(h + _GAP for _, h in sizes) - 2 * _GAP
    height = previous = 0
    for w, h in sizes:
        if w <= first_width - previous - _GAP and (height - first_height) * 2 >= total - first_height:
            break
        height += h + _GAP
        previous = w
    return height - _GAP


def _mosaic(image: NDArray[np.uint8], levels: list[Level]) -> Tensor:
    """Tile the levels into one normalised picture, with 0 between them, (1, 3, H, W)."""
    mean = torch.tensor(_MEAN_RGB)[:, None, None]
    height = max(top + h for _, top, _, h in levels) + _MARGIN
    width = levels[0][2] + 2 * _MARGIN
    mosaic = torch.zeros(1, 3, height, width).contiguous(memory_format=torch.channels_last)
    level = torch.from_numpy(np.ascontiguousarray(image)).permute(2, 0, 1)[None].float()
    for left, top, w, h in levels:
        if (h, w) != tuple(level.shape[-2:]):
            level = functional.interpolate(level, (h, w), mode="bilinear", align_corners=True).round_()
        mosaic[:, :, top : top + h, left : left + w] = (level - mean) / _SCALE
    return mosaic


def _boxes(centres: NDArray[np.float64], placed: list[Level], numbers: list[int]) -> NDArray[np.int64]:
    """Return boxes on the picture, half-open, (n, 4), for window centres on the mosaic, (n, 2).

    Args:
        centres: in pixels of the mosaic.
        placed: the tiles.
        numbers: the level of the pyramid that each tile shows.
    """
    layout = np.array(placed, float)
    beyond = np.maximum(layout[:, :2] - centres[:, None], centres[:, None] - (layout[:, :2] + layout[:, 2:] - 1))
    tile = np.square(np.maximum(beyond, 0)).sum(2).argmin(1)  # nearest to each centre
    grow = (_STEP[1] / _STEP[0]) ** np.array(numbers)[tile][:, None]
    centres = centres - layout[tile, :2]
    half = (DETECTOR_WINDOW - 1) / 2
    corners = np.concatenate([(centres - half) * grow, (centres + half) * grow + 1], 1)
    return np.floor(corners + 0.5).astype(np.int64)


def best(faces: Iterable[Detection]) -> list[Detection]:
    """Return the faces that no better one overlaps (greedy non-maximum suppression), best first."""
    ordered = sorted(faces, key=lambda face: -face.score)
    boxes = np.array([(face.left, face.top, face.right, face.bottom) for face in ordered]).reshape(-1, 4)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    kept: list[int] = []
    for n in range(len(ordered)):
        shared = np.minimum(boxes[n, 2:], boxes[kept, 2:]) - np.maximum(boxes[n, :2], boxes[kept, :2])
        inner = shared.clip(0).prod(1)
        if not (inner / (area[n] + area[kept] - inner) > _MAX_OVERLAP).any():
            kept.append(n)
    return [ordered[n] for n in kept]


def _norm_after(layers: list[Layer], at: int) -> Layer | None:
    following = layers[at + 1] if at + 1 < len(layers) else None
    return following if following is not None and following.kind in ("bn_con2", "affine_") else None
