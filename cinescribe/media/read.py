"""One decode pass over a film, feeding everybody who wants pictures or sound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.timing import Seconds

Image: TypeAlias = NDArray[np.uint8]
Samples: TypeAlias = NDArray[np.float32]
Layout: TypeAlias = Literal["rgb24", "gray", "yuv420p"]


@dataclass(frozen=True)
class Picture:
    """What a consumer of pictures wants.

    Args:
        layout: pixel layout: `rgb24` (H, W, 3), `gray` (H, W), `yuv420p` (H * 3 / 2, W).
        rate_hz: pictures per second; None for every frame.
        width: picture width in pixels, height in proportion (even); None for the film's own size; never enlarged.
        height: with `width`, both sides forced, proportion given up.
    """

    layout: Layout = "rgb24"
    rate_hz: float | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True)
class Sound:
    """What a consumer of sound wants: resampled, mixed to `n_channels` (None keeps the film's own)."""

    rate_hz: int
    n_channels: int | None = 1


class PictureSink(Protocol):
    """Takes the film's pictures in order, turned upright, each with its second from the film's start."""

    @property
    def wants(self) -> Picture: ...

    def take(self, time: Seconds, image: Image) -> None: ...


class SoundSink(Protocol):
    """Takes the film's sound in order, `samples` float32 in -1..1, (n_channels, n), beginning at `start`."""

    @property
    def wants(self) -> Sound: ...

    def take(self, start: Seconds, samples: Samples) -> None: ...
