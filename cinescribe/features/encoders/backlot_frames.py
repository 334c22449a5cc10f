"""What single pictures of a Backlot film show, by a small network trained on rendered ones: a `PictureSink` at 5 Hz.

A row is an embedding that knows place, light, scale and people, what the heads beside it say, how clearly each thing
stands anywhere in the picture, and where across it the women and the men are. Things are found by heat-maps, as in
CenterNet (Zhou et al. 2019), since averages over the picture lose what is a few pixels large.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.features.encoders.domain_detection import Strangeness, statistics
from cinescribe.features.encoders.encoder_weights import frame_weights, read_encoder
from cinescribe.features.rows.blockwise import RowBlocks
from cinescribe.features.rows.timed_features import TimedRows
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.timing import Seconds

PICTURE_WIDTH, PICTURE_HEIGHT = 192, 108  # pixels
STRIDE = 4  # picture pixels a cell of the heat-maps
_RATE_HZ = 5.0
_BLOCK = 16  # pictures run at once
_COLUMNS = 12  # parts across the picture in which people are told apart


@dataclass(frozen=True)
class FrameSizes:
    """Sizes of a `FrameNet`.

    Args:
        n_places, n_scales: how many of each there are.
        n_counts: 0 people in view up to this many less one, or more.
        n_things: things with a heat-map each.
        d_embedding: width of the embedding.
        channels: of the four stages, each at half the resolution of the one before.
        d_maps: channels in which the stages meet before the heat-maps.
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
        """Heat-maps: one a thing, then women, men, strangers."""
        return self.n_things + 3

    @property
    def n_attributes(self) -> int:
        """Logits read off the embedding: places, night, scales, counts, strangers."""
        return self.n_places + 1 + self.n_scales + self.n_counts + 1

    @property
    def width(self) -> int:
        """Numbers in a row; of strangers the map alone tells, and the last number is the strangeness."""
        return self.d_embedding + self.n_attributes - 1 + self.n_maps + 2 * _COLUMNS + 1


@dataclass(frozen=True)
class FrameReading:
    """What the network says of B pictures; all but the embedding are logits.

    Args:
        embedding: (B, D).
        place: (B, n_places).
        night: (B,).
        scale: close, medium, wide, (B, 3).
        members: how many of the cast are in view, (B, n_counts).
        strangers: whether any are in view, (B,).
        maps: where things, women, men and strangers are centred, (B, n_maps, h, w); of people, the head.
    """

    embedding: Tensor
    place: Tensor
    night: Tensor
    scale: Tensor
    members: Tensor
    strangers: Tensor
    maps: Tensor


class FrameNet(nn.Module):
    """Four halving stages; their averages and maxima make the embedding, their sum on the second's grid the maps.

    Args:
        sizes: of everything.
    """

    row_mean: Tensor
    row_scale: Tensor

    def __init__(self, sizes: FrameSizes) -> None:
        super().__init__()
        self.sizes = sizes
        first, second, third, fourth = sizes.channels
        self.stages = nn.ModuleList(
            [
                nn.Sequential(_halving(3, first), _conv(first, first)),
                _halving(first, second),
                nn.Sequential(_halving(second, third), _conv(third, third)),
                _halving(third, fourth),
            ]
        )
        self.embed = nn.Linear(2 * fourth, sizes.d_embedding)
        self.attributes = nn.Linear(sizes.d_embedding, sizes.n_attributes)
        # The first stage's fine detail comes on the second's grid, four pixels a channel side by side.
        self.lateral = nn.ModuleList([nn.Conv2d(n, sizes.d_maps, 1) for n in (4 * first, second, third, fourth)])
        last = nn.Conv2d(sizes.d_maps, sizes.n_maps, 1)
        nn.init.constant_(cast(Tensor, last.bias), -3.0)  # nearly every cell is empty
        self.maps = nn.Sequential(nn.ReLU(), _conv(sizes.d_maps, sizes.d_maps), last)
        self.strangeness = Strangeness(2 * sum(sizes.channels))
        self.register_buffer("row_mean", torch.zeros(sizes.width))
        self.register_buffer("row_scale", torch.ones(sizes.width))

    def forward(self, pictures: Tensor) -> FrameReading:
        """Read pictures (B, 3, H, W), values 0 to 1."""
        return self._reading(self.seen(pictures))

    def rows(self, pictures: Tensor) -> Tensor:
        """Rows (B, width) of pictures (B, 3, H, W), standardised over the training pictures but for the strangeness."""
        seen = self.seen(pictures)
        said = self._reading(seen)
        people = said.maps[:, self.sizes.n_things : self.sizes.n_things + 2]
        columns = functional.adaptive_max_pool2d(people, (1, _COLUMNS)).flatten(1)
        attributes = [said.place, said.night[:, None], said.scale, said.members]
        strange = self.strangeness(statistics(seen))[:, None]
        row = torch.cat([said.embedding, *attributes, said.maps.amax((2, 3)), columns, strange], 1)
        return (row - self.row_mean) / self.row_scale

    def seen(self, pictures: Tensor) -> list[Tensor]:
        """What each stage makes of pictures (B, 3, H, W): four of (B, C, h, w)."""
        stages = []
        x = (pictures - 0.5) * 4
        for stage in self.stages:
            x = stage(x)
            stages.append(x)
        return stages

    def _reading(self, stages: list[Tensor]) -> FrameReading:
        last = stages[-1]
        embedding = self.embed(torch.cat([last.mean((2, 3)), last.amax((2, 3))], 1))
        sizes = self.sizes
        parts = self.attributes(embedding).split([sizes.n_places, 1, sizes.n_scales, sizes.n_counts, 1], 1)
        place, night, scale, members, strangers = parts
        return FrameReading(embedding, place, night[:, 0], scale, members, strangers[:, 0], self.heat(stages))

    def heat(self, stages: list[Tensor]) -> Tensor:
        """The heat-maps of what `seen` gave, (B, n_maps, h, w), as logits."""
        grid = stages[1].shape[2:]
        fine = functional.pixel_unshuffle(stages[0], 2)
        total = self.lateral[0](fine) + self.lateral[1](stages[1])
        for lateral, stage in zip(list(self.lateral)[2:], stages[2:], strict=True):
            total = total + functional.interpolate(lateral(stage), size=grid)
        heat: Tensor = self.maps(total)
        return heat


class FrameEncoder:
    """Rows of a film's pictures, five a second, computed in blocks while the film is decoded; a `PictureSink`.

    Args:
        net: as `load_frame_net` gives it.
    """

    name = "backlot-frames"
    version = "2"
    wants = Picture("rgb24", rate_hz=_RATE_HZ, width=PICTURE_WIDTH, height=PICTURE_HEIGHT)

    def __init__(self, net: FrameNet) -> None:
        self._net = net.eval()
        self.width = net.sizes.width
        self._rows = RowBlocks(partial(frame_rows, self._net), width=self.width, block=_BLOCK)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._rows.take(time, image)

    def rows(self) -> TimedRows:
        """The rows of everything taken so far."""
        return self._rows.rows()


def frame_rows(net: FrameNet, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Rows (B, width) of pictures (B, H, W, 3)."""
    with torch.inference_mode():
        return net.rows(as_input(pictures)).numpy()


def as_input(pictures: NDArray[np.uint8]) -> Tensor:
    """Pictures (B, H, W, 3) as the network wants them, (B, 3, H, W), 0 to 1."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255


def load_frame_net(folder: Path | None = None) -> FrameNet:
    """The trained network of a folder; by default the one that comes with cinescribe.

    Raises:
        ModelError: when the weights are missing or of other sizes.
    """
    return read_encoder(folder or frame_weights(), FrameNet, FrameSizes)


def _conv(inner: int, outer: int, *, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU())


def _halving(inner: int, outer: int) -> nn.Sequential:
    return _conv(inner, outer, stride=2)
