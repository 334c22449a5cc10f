"""Picture features of Backlot films: a small network trained on rendered pictures, in a `PictureSink` at 5 Hz.

A feature vector holds an embedding of place, light, scale and people, the outputs of the heads on it, the maximum of
the heat map of each thing, and the positions of women and men across the picture. Things are found by heat maps, as in
CenterNet (Zhou et al. 2019), because averages over the picture lose things of a few pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.features.encoders.conv_block import conv_block
from cinescribe.features.encoders.domain_detection import DomainDistance, statistics
from cinescribe.features.encoders.encoder_weights import frame_weights, read_encoder
from cinescribe.features.timed.batched_encoder import BatchedEncoder
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.timing import Seconds

PICTURE_WIDTH, PICTURE_HEIGHT = 192, 108  # pixels
_RATE_HZ = 5.0
_BATCH = 16  # pictures
_COLUMNS = 12  # columns of the picture in which people are located


@dataclass(frozen=True)
class FrameSizes:
    """Sizes of a `FrameNet`.

    Args:
        n_places, n_scales: numbers of classes.
        n_counts: number of classes of people in view: 0, 1, ..., and the last for that many or more.
        n_things: number of things, with one heat map each.
        d_embedding: width of the embedding.
        channels: of the four stages, each at half the resolution of the one before.
        d_maps: channels in which the stages are summed before the heat maps.
    """

    n_places: int = 10
    n_scales: int = 3
    n_counts: int = 5
    n_things: int = 15
    d_embedding: int = 128
    channels: tuple[int, int, int, int] = (16, 32, 64, 128)
    d_maps: int = 32

    @property
    def n_maps(self) -> int:
        """Number of heat maps: one per thing, then women, men, strangers."""
        return self.n_things + 3

    @property
    def n_attributes(self) -> int:
        """Number of logits of the embedding: places, night, scales, counts, strangers."""
        return self.n_places + 1 + self.n_scales + self.n_counts + 1

    @property
    def width(self) -> int:
        """The width of a feature vector; it has no logit of strangers, and its last number is the domain distance."""
        return self.d_embedding + self.n_attributes - 1 + self.n_maps + 2 * _COLUMNS + 1


@dataclass(frozen=True)
class FramePrediction:
    """The outputs of a `FrameNet` for B pictures; all but the embedding are logits.

    Args:
        embedding: (B, D).
        place: (B, n_places).
        night: (B,).
        scale: close, medium, wide, (B, 3).
        members: number of cast members in view, (B, n_counts).
        strangers: whether any are in view, (B,).
        maps: centres of things, and heads of women, men and strangers, (B, n_maps, h, w).
    """

    embedding: Tensor
    place: Tensor
    night: Tensor
    scale: Tensor
    members: Tensor
    strangers: Tensor
    maps: Tensor


class FrameNet(nn.Module):
    """Four stages; the last one's means and maxima give the embedding, the sum of all on the second's grid the maps.

    Args:
        sizes: of the network.
    """

    row_mean: Tensor
    row_scale: Tensor

    def __init__(self, sizes: FrameSizes) -> None:
        super().__init__()
        self.sizes = sizes
        first, second, third, fourth = sizes.channels
        self.stages = nn.ModuleList(
            [
                nn.Sequential(_halving(3, first), conv_block(first, first)),
                _halving(first, second),
                nn.Sequential(_halving(second, third), conv_block(third, third)),
                _halving(third, fourth),
            ]
        )
        self.embed = nn.Linear(2 * fourth, sizes.d_embedding)
        self.attributes = nn.Linear(sizes.d_embedding, sizes.n_attributes)
        # The first stage's detail is moved to the second's grid, four pixels per channel side by side.
        self.lateral = nn.ModuleList([nn.Conv2d(n, sizes.d_maps, 1) for n in (4 * first, second, third, fourth)])
        last = nn.Conv2d(sizes.d_maps, sizes.n_maps, 1)
        nn.init.constant_(cast(Tensor, last.bias), -3.0)  # nearly every cell is empty
        self.maps = nn.Sequential(nn.ReLU(), conv_block(sizes.d_maps, sizes.d_maps), last)
        self.strangeness = DomainDistance(2 * sum(sizes.channels))
        self.register_buffer("row_mean", torch.zeros(sizes.width))
        self.register_buffer("row_scale", torch.ones(sizes.width))

    def forward(self, pictures: Tensor) -> FramePrediction:
        """Return the outputs for pictures (B, 3, H, W), values 0 to 1."""
        return self._predict(self.stage_outputs(pictures))

    def features(self, pictures: Tensor) -> Tensor:
        """Return feature vectors (B, width) of pictures (B, 3, H, W), standardised except for the domain distance."""
        stages = self.stage_outputs(pictures)
        output = self._predict(stages)
        people = output.maps[:, self.sizes.n_things : self.sizes.n_things + 2]
        columns = functional.adaptive_max_pool2d(people, (1, _COLUMNS)).flatten(1)
        attributes = [output.place, output.night[:, None], output.scale, output.members]
        distance = self.strangeness(statistics(stages))[:, None]
        vectors = torch.cat([output.embedding, *attributes, output.maps.amax((2, 3)), columns, distance], 1)
        return (vectors - self.row_mean) / self.row_scale

    def stage_outputs(self, pictures: Tensor) -> list[Tensor]:
        """Return the outputs of the four stages for pictures (B, 3, H, W), (B, C, h, w) each."""
        stages = []
        x = (pictures - 0.5) * 4
        for stage in self.stages:
            x = stage(x)
            stages.append(x)
        return stages

    def _predict(self, stages: list[Tensor]) -> FramePrediction:
        last = stages[-1]
        embedding = self.embed(torch.cat([last.mean((2, 3)), last.amax((2, 3))], 1))
        sizes = self.sizes
        parts = self.attributes(embedding).split([sizes.n_places, 1, sizes.n_scales, sizes.n_counts, 1], 1)
        place, night, scale, members, strangers = parts
        return FramePrediction(embedding, place, night[:, 0], scale, members, strangers[:, 0], self.heat_maps(stages))

    def heat_maps(self, stages: list[Tensor]) -> Tensor:
        """Return the heat maps of stage outputs, (B, n_maps, h, w), as logits."""
        heat: Tensor = self.maps[2](self.map_features(stages))
        return heat

    def map_features(self, stages: list[Tensor]) -> Tensor:
        """Return what the heat maps of stage outputs are computed from, (B, d_maps, h, w)."""
        grid = stages[1].shape[2:]
        fine = functional.pixel_unshuffle(stages[0], 2)
        total = self.lateral[0](fine) + self.lateral[1](stages[1])
        for lateral, stage in zip(list(self.lateral)[2:], stages[2:], strict=True):
            total = total + functional.interpolate(lateral(stage), size=grid)
        features: Tensor = self.maps[1](self.maps[0](total))
        return features


class FrameEncoder:
    """A `PictureSink` that encodes five pictures per second, in batches while the film is decoded.

    Args:
        net: from `load_frame_net`.
    """

    name = "backlot-frames"
    version = "2"
    wants = PictureFormat("rgb24", rate_hz=_RATE_HZ, width=PICTURE_WIDTH, height=PICTURE_HEIGHT)

    def __init__(self, net: FrameNet) -> None:
        self._net = net.eval()
        self.width = net.sizes.width
        self._encoded = BatchedEncoder(partial(frame_features, self._net), width=self.width, batch_size=_BATCH)

    @property
    def tools(self) -> tuple[object, ...]:
        """What is no state of the encoding: the network, and what calls it."""
        return (self._net, self._encoded.encode)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._encoded.take(time, image)

    def features(self) -> TimedFeatures:
        """Return the features of the pictures so far."""
        return self._encoded.features()


def frame_features(net: FrameNet, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return feature vectors (B, width) of pictures (B, H, W, 3)."""
    with torch.inference_mode():
        return net.features(as_input(pictures)).numpy()


def picture_distance(image: Image) -> float:
    """Return the domain distance of a picture (H, W, 3) from the training pictures of the bundled network."""
    small = cv2.resize(image, (PICTURE_WIDTH, PICTURE_HEIGHT), interpolation=cv2.INTER_AREA)
    return float(frame_features(load_frame_net().eval(), np.asarray(small, np.uint8)[None])[0, -1])


def as_input(pictures: NDArray[np.uint8]) -> Tensor:
    """Return pictures (B, H, W, 3) as the input of the network, (B, 3, H, W), 0 to 1."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255


def load_frame_net(folder: Path | None = None) -> FrameNet:
    """Load the trained network of a folder; by default the one that comes with cinescribe.

    Raises:
        ModelError: when the weights are missing or of other sizes.
    """
    return read_encoder(folder or frame_weights(), FrameNet, FrameSizes)


def _halving(inner: int, outer: int) -> nn.Sequential:
    return conv_block(inner, outer, stride=2)
