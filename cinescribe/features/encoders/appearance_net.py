"""Knows people of Backlot again by their looks: hair and clothes, in small pictures whose light changes.

A face says more, but in a wide shot none is found. Vectors of one person are near each other; how near, and how likely
a person is a stranger, gives the log-odds that two groups of pictures show one member of the cast.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cinescribe.features.clothing.appearance import LOOK_HEIGHT, LOOK_WIDTH
from cinescribe.features.encoders.conv_block import conv_block
from cinescribe.features.encoders.encoder_weights import appearance_weights, read_encoder


@dataclass(frozen=True)
class AppearanceSizes:
    """Sizes of a `AppearanceNet`.

    Args:
        channels: of the three stages; the last two halve the resolution.
        width: of a vector.
    """

    channels: tuple[int, int, int] = (32, 48, 64)
    width: int = 32


class AppearanceNet(nn.Module):
    """Three convolutional stages over a small picture and the mean colour of the one that it comes from.

    Args:
        sizes: of the network.

    Attributes:
        odds: log-odds of one person at distance 0, change per distance, and per probability of a stranger, (3,).
    """

    odds: Tensor

    def __init__(self, sizes: AppearanceSizes) -> None:
        super().__init__()
        self.sizes = sizes
        first, second, third = sizes.channels
        self.stages = nn.Sequential(
            conv_block(6, first), conv_block(first, second, stride=2), conv_block(second, third, stride=2)
        )
        self.dropout = nn.Dropout(0.2)
        self.last = nn.Linear(third * (LOOK_HEIGHT // 4) * (LOOK_WIDTH // 4), sizes.width)
        self.even = nn.Parameter(torch.tensor(3.0))  # distance at which two pictures show one person as likely as two
        self.register_buffer("odds", torch.tensor([3.0, -1.0, 0.0]))

    def forward(self, looks: Tensor, lights: Tensor) -> Tensor:
        """Return the vectors of people, (n, width).

        Args:
            looks: their pictures, (n, 3, LOOK_HEIGHT, LOOK_WIDTH), values 0 to 1.
            lights: mean colours of the pictures that they are in, (n, 3).
        """
        around = lights[..., None, None].expand_as(looks)
        x = (torch.cat([looks, around], 1) - 0.4) * 4
        vectors: Tensor = self.last(self.dropout(self.stages(x).flatten(1)))
        return vectors


def appearance_vectors(net: AppearanceNet, looks: NDArray[np.uint8], lights: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the vectors of people, (n, width), by their small pictures (n, H, W, 3) and lights (n, 3), 0 to 255."""
    if not len(looks):
        return np.zeros((0, net.sizes.width), np.float32)
    with torch.inference_mode():
        pictures = torch.from_numpy(np.ascontiguousarray(looks.transpose(0, 3, 1, 2))).float() / 255
        rows: NDArray[np.float32] = net(pictures, torch.from_numpy(lights.copy()).float() / 255).numpy()
    return rows


def log_odds(net: AppearanceNet, distance: float, strangeness: float) -> float:
    """Return the log-odds that two groups of pictures show one member of the cast.

    Args:
        net: the network.
        distance: of the means of their vectors.
        strangeness: how likely the likelier stranger of the two is one, 0 to 1.
    """
    base, per_distance, per_strangeness = net.odds.tolist()
    return float(base + per_distance * distance + per_strangeness * strangeness)


@lru_cache(1)
def shipped_appearance_net() -> AppearanceNet:
    """Return the network that comes with cinescribe, loaded once."""
    return load_appearance_net()


def load_appearance_net(folder: Path | None = None) -> AppearanceNet:
    """Load the trained network of a folder; by default the one that comes with cinescribe.

    Raises:
        ModelError: when the weights are missing or of other sizes.
    """
    return read_encoder(folder or appearance_weights(), AppearanceNet, AppearanceSizes)
