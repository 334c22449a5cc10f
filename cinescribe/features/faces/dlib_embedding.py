"""dlib's face embedding, a residual network, in torch.

King 2017, dlib_face_recognition_resnet_model_v1: 128 numbers per face; faces of one person are less than 0.6 apart
(Euclidean).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.errors import ModelError
from cinescribe.features.faces.dlib_weights import Convolution, Layer, folded, model_path, read_layers

CHIP_PIXELS = 150  # side of an aligned face
CHIP_PADDING = 0.25  # margin around the face, as in training
WIDTH = 128  # of an embedding

_FILE = "dlib_face_recognition_resnet_model_v1.dat"
_MEAN_RGB = (122.782, 117.001, 104.298)  # dlib, input_rgb_image_sized
_SCALE = 256.0
_BATCH = 16  # faces; limits memory to about 60 MB

_N_BLOCKS = 14  # residual blocks (dnn_face_recognition_ex.cpp, alevel4 to alevel0)


class _Conv(nn.Module):
    """A convolution with its normalisation folded in."""

    def __init__(self, convolution: Convolution) -> None:
        super().__init__()
        self.register_buffer("weight", convolution.weight.contiguous(memory_format=torch.channels_last))
        self.register_buffer("bias", convolution.bias)
        self.stride, self.padding = convolution.stride, convolution.padding

    def forward(self, x: Tensor) -> Tensor:
        return functional.conv2d(x, self.get_buffer("weight"), self.get_buffer("bias"), self.stride, self.padding)


class _Block(nn.Module):
    """Two convolutions added to the input; a halving block adds 2 × 2 means of it instead."""

    def __init__(self, first: Convolution, second: Convolution) -> None:
        super().__init__()
        self.first, self.second = _Conv(first), _Conv(second)

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = self.second(functional.relu_(self.first(x)))
        if self.first.stride == 2:
            x = functional.avg_pool2d(x, 2)
        # dlib's add_prev: the smaller is padded with zeros, in channels as in size.
        sides = [max(a, b) for a, b in zip(x.shape[1:], y.shape[1:], strict=True)]
        return functional.relu_(_padded(x, sides) + _padded(y, sides))


class FaceEmbedding(nn.Module):
    """The embedding network for aligned faces.

    Args:
        stem: the first convolution, with stride 2.
        blocks: two convolutions per residual block.
        projection: the last, linear layer, (256, 128).
    """

    def __init__(
        self, stem: Convolution, blocks: list[tuple[Convolution, Convolution]], projection: NDArray[np.float32]
    ) -> None:
        super().__init__()
        self.stem = _Conv(stem)
        self.blocks = nn.Sequential(*(_Block(first, second) for first, second in blocks))
        self.register_buffer("projection", torch.from_numpy(projection.copy()))

    def forward(self, chips: Tensor) -> Tensor:
        """Return embeddings of normalised chips, (B, 3, 150, 150) -> (B, 128)."""
        x = chips.contiguous(memory_format=torch.channels_last)
        x = functional.max_pool2d(functional.relu_(self.stem(x)), 3, 2)
        x = self.blocks(x).mean((2, 3))
        embedded: Tensor = x @ self.get_buffer("projection")
        return embedded


def load_embedding() -> FaceEmbedding:
    """Load the embedding with dlib's free weights.

    Raises:
        ModelError: when the package with the weights is missing, or its file is damaged.
    """
    path = model_path(_FILE)
    layers = read_layers(path)
    pairs = _convolutions(layers)
    stem, rest = next(pairs), list(pairs)
    if len(rest) != 2 * _N_BLOCKS or layers[-1].kind != "fc_2":
        raise ModelError(
            f"{str(path)!r} has {len(rest) + 1} convolutions, not {2 * _N_BLOCKS + 1}; install the package again"
        )
    outputs, inputs = layers[-1].shape
    projection = layers[-1].weights.reshape(inputs, outputs)
    return FaceEmbedding(stem, list(zip(rest[::2], rest[1::2], strict=True)), projection).eval()


def embeddings(model: FaceEmbedding, chips: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return embeddings of aligned RGB faces, (n, 150, 150, 3) -> (n, 128); compare them by Euclidean distance."""
    mean = torch.tensor(_MEAN_RGB)[:, None, None]
    parts = [np.zeros((0, WIDTH), np.float32)]
    with torch.inference_mode():
        for start in range(0, len(chips), _BATCH):
            batch = torch.from_numpy(np.ascontiguousarray(chips[start : start + _BATCH]))
            parts.append(model((batch.permute(0, 3, 1, 2).float() - mean) / _SCALE).numpy())
    return np.concatenate(parts)


def _convolutions(layers: list[Layer]) -> Iterator[Convolution]:
    """Yield every convolution with its affine layer folded in; the first has 3 input channels."""
    n_inputs = 3
    for layer, norm in pairwise(layers):
        if layer.kind == "con_4":
            yield folded(layer, norm, n_inputs)
            n_inputs = layer.shape[0]


def _padded(x: Tensor, sides: list[int]) -> Tensor:
    """Pad `x` with zeros to `sides` (channels, rows, columns)."""
    missing = [target - side for target, side in zip(sides, x.shape[1:], strict=True)]
    return functional.pad(x, (0, missing[2], 0, missing[1], 0, missing[0])) if any(missing) else x
