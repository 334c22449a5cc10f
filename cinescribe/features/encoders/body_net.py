"""Body features: what the person below a face does in a shot, and their part in the action.

A person is seen at several moments, each in three small grey pictures: a quarter second before it, at it and after it.
They show one region around the person, which comes from the box of the face, so that people are equally large in it
whatever the shot scale. Who begins an action, and who holds a thing first, is known from the order of the moments.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cinescribe.features.encoders.conv_block import conv_block
from cinescribe.features.encoders.encoder_weights import body_weights, read_encoder
from cinescribe.layers.blocks import BlockSizes
from cinescribe.layers.stacks import Encoder
from cinescribe.layers.stored_names import stored_as
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

CROP_WIDTH, CROP_HEIGHT = 64, 48  # pixels
PICTURES_PER_MOMENT = 3  # before, at and after it
BODY_PARTS = ("actor", "partner", "bystander")  # of people in an action, the first numbers of a feature vector
# The region in heights of the face's box: its width, its height, and how far its top is above the middle of the face.
# Two people who do something together both fit in; their feet do not.
_REGION_WIDTH, _REGION_HEIGHT, _ABOVE = 8.7, 6.5, 1.75


@dataclass(frozen=True)
class BodySizes:
    """Sizes of a `BodyNet`.

    Args:
        n_actions: number of actions; one more class means none.
        channels: of the four stages; the first three halve the resolution.
        d_moment: width of the vector of a moment.
        n_segments: equal parts of a person's moments over which their vectors are averaged.
        width, n_heads, n_layers: of the encoder over segments.
    """

    n_actions: int = 23
    channels: tuple[int, int, int, int] = (24, 48, 96, 128)
    d_moment: int = 64
    n_segments: int = 5
    width: int = 128
    n_heads: int = 4
    n_layers: int = 2

    @property
    def n_outputs(self) -> int:
        """The width of a feature vector."""
        return len(BODY_PARTS) + self.n_actions + 1


class BodyNet(nn.Module):
    """Four convolutional stages over the pictures of a moment and their differences, an encoder over moments.

    Args:
        sizes: of the network.
    """

    def __init__(self, sizes: BodySizes) -> None:
        super().__init__()
        self.sizes = sizes
        first, second, third, fourth = sizes.channels
        self.stages = nn.Sequential(
            conv_block(2 * PICTURES_PER_MOMENT - 1, first, stride=2),
            conv_block(first, second, stride=2),
            conv_block(second, third, stride=2),
            conv_block(third, fourth, stride=1),
        )
        self.dropout = nn.Dropout(0.2)
        self.moment = nn.Linear(fourth * (CROP_HEIGHT // 8) * (CROP_WIDTH // 8), sizes.d_moment)
        self.segment = nn.Linear(sizes.d_moment, sizes.width)
        self.places = nn.Parameter(nn.init.normal_(torch.empty(sizes.n_segments, sizes.width), std=0.02))
        blocks = BlockSizes(sizes.width, sizes.n_heads, 2 * sizes.width, pre_norm=True)
        self.encoder = Encoder(blocks, n_layers=sizes.n_layers)
        self.classifier = nn.Linear(sizes.width, sizes.n_outputs)
        stored_as(self, {"classifier": "said"})

    def forward(self, crops: Tensor, people: Tensor) -> Tensor:
        """Return the feature vectors of people, (P, n_outputs).

        A vector holds the logits of `BODY_PARTS`, then those of the actions in which the person takes part, the last
        one for none.

        Args:
            crops: of their moments in order of time, (B, PICTURES_PER_MOMENT, CROP_HEIGHT, CROP_WIDTH), values 0 to 1.
            people: number of the person at each moment, rising from 0 without gaps, (B,).
        """
        return self.people(self.moments(crops), people)

    def moments(self, crops: Tensor) -> Tensor:
        """Return the vectors of moments, (B, d_moment), by their crops, as in `forward`."""
        x = (crops - 0.5) * 4
        maps = self.stages(torch.cat([x, (x[:, 1:] - x[:, :-1]) * 2], 1))
        vectors: Tensor = self.moment(self.dropout(maps.flatten(1)))
        return vectors

    def people(self, moments: Tensor, people: Tensor) -> Tensor:
        """Return the feature vectors of people, (P, n_outputs), by the vectors of their moments (B, d_moment)."""
        counts = torch.bincount(people)
        ranks = torch.arange(len(people), device=people.device) - (counts.cumsum(0) - counts)[people]
        n_segments = self.sizes.n_segments
        segments = (2 * ranks + 1) * n_segments // (2 * counts[people])  # of one moment the one in the middle
        cells = moments.new_zeros(len(counts) * n_segments, moments.shape[1]).index_add(
            0, people * n_segments + segments, moments
        )
        seen = torch.bincount(people * n_segments + segments, minlength=len(cells))
        means = (cells / seen.clamp(min=1)[:, None]).view(len(counts), n_segments, -1)
        mask = (seen > 0).view(len(counts), n_segments)
        hidden = self.encoder(self.segment(means.relu()) + self.places, mask)
        outputs: Tensor = self.classifier((hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True))
        return outputs


def moment_vectors(net: BodyNet, crops: Image) -> NDArray[np.float32]:
    """Return the vectors of moments, (n, d_moment), by their crops, as in `BodyNet.forward`, but levels 0 to 255."""
    with torch.inference_mode():
        rows: NDArray[np.float32] = net.moments(torch.from_numpy(crops).float() / 255).numpy()
    return rows


def body_features(net: BodyNet, moments: NDArray[np.float32], people: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the feature vectors of people, (P, n_outputs); see `BodyNet.people`."""
    if not len(people):
        return np.zeros((0, net.sizes.n_outputs), np.float32)
    with torch.inference_mode():
        rows: NDArray[np.float32] = net.people(torch.from_numpy(moments), torch.from_numpy(people)).numpy()
    return rows


def body_crop(grey: Image, box: Box) -> Image:
    """Return the region around the person below a face, (CROP_HEIGHT, CROP_WIDTH); black beyond the picture.

    Args:
        grey: the picture, (H, W).
        box: of the face, as fractions of the picture.
    """
    height, width = grey.shape
    unit = max((box[3] - box[1]) * height, 1.0)
    left = (box[0] + box[2]) / 2 * width - unit * _REGION_WIDTH / 2
    top = (box[1] + box[3]) / 2 * height - unit * _ABOVE
    across, down = CROP_WIDTH / (unit * _REGION_WIDTH), CROP_HEIGHT / (unit * _REGION_HEIGHT)
    if across < 1:  # warping takes single pixels, so that a larger picture is blurred first
        left_edge, top_edge = max(0, int(left) - 2), max(0, int(top) - 2)
        right_edge, bottom_edge = int(left + unit * _REGION_WIDTH) + 3, int(top + unit * _REGION_HEIGHT) + 3
        grey = grey[top_edge : max(bottom_edge, top_edge + 1), left_edge : max(right_edge, left_edge + 1)]
        left, top = left - left_edge, top - top_edge
        if not grey.size:
            return np.zeros((CROP_HEIGHT, CROP_WIDTH), np.uint8)
        grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.45 / across), np.uint8)
    matrix = np.array([[across, 0, -left * across], [0, down, -top * down]], np.float32)
    return np.asarray(cv2.warpAffine(grey, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR), np.uint8)


def load_body_net(folder: Path | None = None) -> BodyNet:
    """Load the trained network of a folder; by default the one that comes with cinescribe.

    Raises:
        ModelError: when the weights are missing or of other sizes.
    """
    return read_encoder(folder or body_weights(), BodyNet, BodySizes)
