"""Decoded sound made into the sound that a consumer wants: without holes, on the film's clock, mixed, resampled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Protocol, TypeAlias

import av
import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FilmError
from cinescribe.timing import Seconds

Samples: TypeAlias = NDArray[np.float32]

JUMP = Fraction(20, 1000)  # seconds by which time stamps may stray before silence is put in, or sound left out
BLOCK = Fraction(1)  # seconds of sound handed on at once: small blocks cost more than their sound
HALF_POWER = sqrt(0.5)  # ITU-R BS.775: centre and surrounds go into left and right at -3 dB

# The full scale of each integer format; unsigned bytes stand around 128.
FULL_SCALE = {"u8": 128.0, "s16": 32768.0, "s32": 2147483648.0}


@dataclass(frozen=True)
class Sound:
    """What a consumer of sound wants: resampled, mixed to `n_channels` (None keeps the film's own)."""

    rate_hz: int
    n_channels: int | None = 1


class SoundSink(Protocol):
    """Takes the film's sound in order, `samples` float32 in -1..1, (n_channels, n), beginning at `start`.

    The first samples stand at the film's start, each call goes on where the last one ended: silence stands where the
    film has no sound.
    """

    @property
    def wants(self) -> Sound: ...

    def take(self, start: Seconds, samples: Samples) -> None: ...


class Steady:
    """Puts decoded sound on the film's clock without holes or doublings.

    Args:
        start: where sound shall begin, in seconds on the film's clock; what comes before is left out.
        end: where it shall end; None to take all.
    """

    def __init__(self, start: Fraction, end: Fraction | None = None) -> None:
        self._start, self._end = start, end
        self._rate_hz = self._n_given = 0  # samples since `_start`, at this rate
        self._began = False

    def blocks(self, time: Fraction, samples: Samples, rate_hz: int) -> Iterator[Samples]:
        """What follows the sound so far: the silence missing before `samples`, then what of them is new."""
        if rate_hz != self._rate_hz:
            self._start += Fraction(self._n_given, self._rate_hz or 1)
            self._rate_hz, self._n_given = rate_hz, 0
        n_ahead = round((time - self._start) * rate_hz) - self._n_given
        if abs(n_ahead) > (JUMP * rate_hz if self._began else 0):
            yield from self._cut(_silence(len(samples), n_ahead, rate_hz))
            samples = samples[:, max(0, -n_ahead) :]
        self._began = True
        yield from self._cut([samples])

    def _cut(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        for block in blocks:
            n_wanted = block.shape[1]
            if self._end is not None:
                n_wanted = min(n_wanted, max(0, round((self._end - self._start) * self._rate_hz) - self._n_given))
            self._n_given += n_wanted
            if n_wanted:
                yield block[:, :n_wanted]


class SoundFeed:
    """Hands steady sound to the consumers that want it alike.

    Args:
        wants: what they want.
        sinks: the consumers.
        start: second on the film's clock of the first sample.
    """

    def __init__(self, wants: Sound, sinks: Sequence[SoundSink], start: Fraction) -> None:
        self._wants, self._sinks, self._start = wants, sinks, start
        self._kept: list[Samples] = []
        self._n_kept = self._n_given = self._rate_hz = 0
        self._layout: av.AudioLayout | None = None
        self._resampler: av.AudioResampler | None = None

    def take(self, samples: Samples, layout: av.AudioLayout, rate_hz: int) -> None:
        """Take the next sound, (n_channels, n)."""
        if self._layout is None or layout.name != self._layout.name or rate_hz != self._rate_hz:
            self.end()
            self._layout, self._rate_hz = layout, rate_hz
        self._kept.append(samples)
        self._n_kept += samples.shape[1]
        if self._n_kept >= BLOCK * rate_hz:
            self._give()

    def end(self) -> None:
        """Hand on what is left."""
        self._give()
        if self._resampler is not None:
            for out in self._resampler.resample(None):
                self._hand_on(np.asarray(out.to_ndarray(), np.float32))
        self._resampler = None

    def _give(self) -> None:
        if not self._kept or self._layout is None:
            return
        block = np.concatenate(self._kept, axis=1)
        self._kept, self._n_kept = [], 0
        mix = mix_matrix(_names(self._layout), self._wants.n_channels)
        mixed = np.ascontiguousarray(block if mix is None else mix @ block)
        if self._rate_hz == self._wants.rate_hz:
            self._hand_on(mixed)
            return
        layout = f"{len(mixed)}C"  # channels without places: resampling treats them alike
        if self._resampler is None:
            self._resampler = av.AudioResampler(format="fltp", layout=layout, rate=self._wants.rate_hz)
        frame = av.AudioFrame.from_ndarray(mixed, format="fltp", layout=layout)
        frame.sample_rate = self._rate_hz
        for out in self._resampler.resample(frame):
            self._hand_on(np.asarray(out.to_ndarray(), np.float32))

    def _hand_on(self, samples: Samples) -> None:
        if not samples.shape[1]:
            return
        time = float(self._start + Fraction(self._n_given, self._wants.rate_hz))
        self._n_given += samples.shape[1]
        samples = samples.clip(-1.0, 1.0)  # resampling overshoots, and some codecs do
        for sink in self._sinks:
            sink.take(time, samples)


def _silence(n_channels: int, n_samples: int, rate_hz: int) -> Iterator[Samples]:
    n_block = round(BLOCK * rate_hz)
    for first in range(0, n_samples, n_block):
        yield np.zeros((n_channels, min(n_block, n_samples - first)), np.float32)


def _names(layout: av.AudioLayout) -> list[str]:
    """The channels' names by FFmpeg; where the container tells none, those usual for their number."""
    names = [channel.name for channel in layout.channels]
    if "NONE" in names:
        with suppress(ValueError):  # not every number has a usual layout
            return [channel.name for channel in av.AudioLayout(f"{len(names)}c").channels]
    return names


def plain_samples(frame: av.AudioFrame) -> Samples:
    """A frame's samples as float32 in -1..1, (n_channels, n)."""
    values = frame.to_ndarray()
    if not frame.format.is_planar:
        values = values.reshape(-1, frame.layout.nb_channels).T
    kind = frame.format.name.removesuffix("p")
    if kind in FULL_SCALE:
        middle = 128.0 if kind == "u8" else 0.0
        return ((values.astype(np.float32) - middle) / FULL_SCALE[kind]).astype(np.float32)
    return values.astype(np.float32, copy=False)


def mix_matrix(names: Sequence[str], n_channels: int | None) -> NDArray[np.float32] | None:
    """The weights that mix named channels to mono or stereo, (n_channels, n_names); None where nothing is mixed.

    Centre and surrounds enter left and right at -3 dB, effects (LFE) are left out (ITU-R BS.775). The front keeps its
    level, so the mix is as loud as the film; where all channels are loud it may pass 1. Mono is the mean of left and
    right.

    Raises:
        FilmError: when another number of channels than 1, 2 or the film's own is wanted.
    """
    if n_channels in (None, len(names)):
        return None
    if n_channels not in (1, 2):
        raise FilmError(
            f"the sound has {len(names)} channels and {n_channels} are wanted; ask for 1, 2 or the film's own (None)"
        )
    sides = np.array([_sides(name) for name in names], np.float32).T  # (2, n_names)
    if not sides.any():
        sides = np.full_like(sides, HALF_POWER)
    if sides.max() < 1:  # no front pair whose level is to be kept
        sides /= sides.sum(axis=1).max()
    return np.asarray(sides if n_channels == 2 else sides.mean(axis=0, keepdims=True), np.float32)


def _sides(name: str) -> tuple[float, float]:
    """How much of a channel, by FFmpeg's name, goes left and right."""
    if name in ("FL", "DL"):
        return 1.0, 0.0
    if name in ("FR", "DR"):
        return 0.0, 1.0
    if name.startswith("LFE"):
        return 0.0, 0.0
    if name in ("FC", "BC", "TC", "TFC", "TBC", "NONE"):
        return HALF_POWER, HALF_POWER
    return (HALF_POWER, 0.0) if name.endswith(("L", "LC")) else (0.0, HALF_POWER)
