"""Converts decoded sound to the format that a sink asks for: without gaps, on the film's clock, mixed and resampled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

import av
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.downmix import Mix, MonoMix, mix_matrix
from cinescribe.timing import Seconds

Samples: TypeAlias = NDArray[np.float32]

_TOLERANCE = Fraction(20, 1000)  # seconds; a larger error of time stamps is a gap, or repeated sound
BLOCK = Fraction(1)  # seconds of sound passed on at once: small blocks have more overhead

# Channels of a frame that has a plane for each; from eight on, PyAV 18.1 reads memory beyond the last plane.
_MAX_PLANES = 7
# Full scale of the integer formats; unsigned bytes are centred on 128.
FULL_SCALE = {"u8": 128.0, "s16": 32768.0, "s32": 2147483648.0}


@dataclass(frozen=True)
class Sound:
    """The format of sound that a sink asks for.

    Args:
        rate_hz: samples per second.
        n_channels: number of channels; None keeps the film's own.
        mix: returns the weights that mix the film's channels to them.
    """

    rate_hz: int
    n_channels: int | None = 1
    mix: Mix = mix_matrix


class SoundSink(Protocol):
    """Receives the sound of a film in order, without gaps, from the start of the film.

    Silence replaces missing sound.
    """

    @property
    def wants(self) -> Sound:
        """The format of sound."""
        ...

    def take(self, start: Seconds, samples: Samples) -> None:
        """Receive the next samples, float32 in -1..1, (n_channels, n), which begin at `start`."""
        ...


class GapFiller:
    """Puts decoded sound on the clock of the film, without gaps and repetitions.

    Args:
        start: where the sound begins, in seconds on the clock of the film; earlier sound is dropped.
        end: where it ends; None for no limit.
    """

    def __init__(self, start: Fraction, end: Fraction | None = None) -> None:
        self._start, self._end = start, end
        self._rate_hz = self._n_done = 0  # samples since `_start`, at this rate
        self._began = False

    def blocks(self, time: Fraction, samples: Samples, rate_hz: int) -> Iterator[Samples]:
        """Yield the next sound: silence for a gap before `samples`, then those of them that are new."""
        if rate_hz != self._rate_hz:
            self._start += Fraction(self._n_done, self._rate_hz or 1)
            self._rate_hz, self._n_done = rate_hz, 0
        n_ahead = round((time - self._start) * rate_hz) - self._n_done
        if abs(n_ahead) > (_TOLERANCE * rate_hz if self._began else 0):
            yield from self._cut(_silence(len(samples), n_ahead, rate_hz))
            samples = samples[:, max(0, -n_ahead) :]
        self._began = True
        yield from self._cut([samples])

    def _cut(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        for block in blocks:
            n_samples = block.shape[1]
            if self._end is not None:
                n_samples = min(n_samples, max(0, round((self._end - self._start) * self._rate_hz) - self._n_done))
            self._n_done += n_samples
            if n_samples:
                yield block[:, :n_samples]


class SoundFeed:
    """Mixes, resamples and passes sound to sinks with one format.

    Args:
        wants: the format.
        sinks: the sinks.
        start: time of the first sample on the clock of the film, in seconds.
    """

    def __init__(self, wants: Sound, sinks: Sequence[SoundSink], start: Fraction) -> None:
        self._wants, self._sinks, self._start = wants, sinks, start
        self._pending: list[Samples] = []
        self._n_pending = self._n_done = self._rate_hz = 0
        self._layout: av.AudioLayout | None = None
        self._resampler: av.AudioResampler | None = None
        self._mono = MonoMix()

    def take(self, samples: Samples, layout: av.AudioLayout, rate_hz: int) -> None:
        """Receive the next sound, (n_channels, n)."""
        if self._layout is None or layout.name != self._layout.name or rate_hz != self._rate_hz:
            self.end()
            self._layout, self._rate_hz = layout, rate_hz
        self._pending.append(samples)
        self._n_pending += samples.shape[1]
        if self._n_pending >= BLOCK * rate_hz:
            self._convert()

    def end(self) -> None:
        """Pass on the rest."""
        self._convert()
        if self._resampler is not None:
            for out in self._resampler.resample(None):
                self._pass_on(plain_samples(out))
        self._resampler = None

    def _convert(self) -> None:
        if not self._pending or self._layout is None:
            return
        block = np.concatenate(self._pending, axis=1)
        self._pending, self._n_pending = [], 0
        mixed = np.ascontiguousarray(self._mixed(block, _names(self._layout)))
        if self._rate_hz == self._wants.rate_hz:
            self._pass_on(mixed)
            return
        layout = f"{len(mixed)}C"  # channels without positions: the resampler treats them alike
        frame = _sound_frame(mixed, layout)
        frame.sample_rate = self._rate_hz
        if self._resampler is None:
            self._resampler = av.AudioResampler(format=frame.format, layout=layout, rate=self._wants.rate_hz)
        for out in self._resampler.resample(frame):
            self._pass_on(plain_samples(out))

    def _mixed(self, block: Samples, names: Sequence[str]) -> Samples:
        if self._wants == Sound(self._wants.rate_hz) and len(names) > 1:
            return self._mono.mono(block, names, self._rate_hz)
        weights = self._wants.mix(names, self._wants.n_channels)
        return block if weights is None else np.asarray(weights @ block, np.float32)

    def _pass_on(self, samples: Samples) -> None:
        if not samples.shape[1]:
            return
        time = float(self._start + Fraction(self._n_done, self._wants.rate_hz))
        self._n_done += samples.shape[1]
        samples = samples.clip(-1.0, 1.0)  # resampling and some codecs overshoot
        for sink in self._sinks:
            sink.take(time, samples)


def _silence(n_channels: int, n_samples: int, rate_hz: int) -> Iterator[Samples]:
    n_block = round(BLOCK * rate_hz)
    for first in range(0, n_samples, n_block):
        yield np.zeros((n_channels, min(n_block, n_samples - first)), np.float32)


def _names(layout: av.AudioLayout) -> list[str]:
    """Return FFmpeg's names of the channels; if the container has none, those usual for their number."""
    names = [channel.name for channel in layout.channels]
    if "NONE" in names:
        with suppress(ValueError):  # not every number has a usual layout
            return [channel.name for channel in av.AudioLayout(f"{len(names)}c").channels]
    return names


def plain_samples(frame: av.AudioFrame) -> Samples:
    """Return the samples of a frame as float32 in -1..1, (n_channels, n)."""
    if frame.format.is_planar and frame.layout.nb_channels > _MAX_PLANES:
        return _interleaved_samples(frame)
    values = frame.to_ndarray()
    if not frame.format.is_planar:
        values = values.reshape(-1, frame.layout.nb_channels).T
    kind = frame.format.name.removesuffix("p")
    if kind in FULL_SCALE:
        middle = 128.0 if kind == "u8" else 0.0
        return ((values.astype(np.float32) - middle) / FULL_SCALE[kind]).astype(np.float32)
    return values.astype(np.float32, copy=False)


def _sound_frame(samples: Samples, layout: str) -> av.AudioFrame:
    """Return a frame of float32 samples, (n_channels, n); channels are interleaved where there are many."""
    if len(samples) <= _MAX_PLANES:
        return av.AudioFrame.from_ndarray(np.ascontiguousarray(samples), format="fltp", layout=layout)
    return av.AudioFrame.from_ndarray(np.ascontiguousarray(samples.T).reshape(1, -1), format="flt", layout=layout)


def _interleaved_samples(frame: av.AudioFrame) -> Samples:
    converter = av.AudioResampler(format=frame.format.packed, layout=frame.layout, rate=frame.sample_rate)
    return np.concatenate(
        [plain_samples(out) for out in (*converter.resample(frame), *converter.resample(None))], axis=1
    )
