"""Extracts the narrator's voice from a described track by subtracting the film."""

from __future__ import annotations

import wave
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft
from scipy.ndimage import uniform_filter1d

from cinescribe.media.described.residual import FRAME_LENGTH, FRAME_STEP, HOP, WINDOW, BandPowers, Values, spectra
from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.sound.retimed_track import Reader
from cinescribe.store import writing
from cinescribe.timing import Seconds, Span

_FADE: Seconds = 0.02  # at both ends of each span

_AT_ONCE = 1 << 16  # samples of silence written at once
_STEADY = 31  # frames over which the gain is interpolated where a voice covers the film
_LARGEST = 32767


def steady_gain(powers: BandPowers) -> Values:
    """Return the gain of the film in the described track, (T,), interpolated where a voice covers the film."""
    gain = powers.gain()
    residual, film = powers.residual(gain).sum(axis=1), powers.film.sum(axis=1) * gain**2
    weight = film / (residual + film + 1e-12) + 1e-4
    return np.asarray(uniform_filter1d(gain * weight, _STEADY) / uniform_filter1d(weight, _STEADY), np.float32)


def write_voice(
    path: Path,
    film: Reader,
    described: MonoTrack,
    *,
    factor: NDArray[np.complex64],
    gain: Values,
    spans: Sequence[Span],
) -> None:
    """Write a 16-bit WAV file with the described track minus the film within `spans`, and silence elsewhere.

    Args:
        path: the file; it is as long as the described track.
        film: the film on the clock of the described track.
        described: the described track.
        factor: transfer function of the film, (F,).
        gain: gain of the film by frame, (T,).
        spans: in order, without overlap.

    Raises:
        OutputError: when the file cannot be written, or the disk is full.
    """
    with writing(Path(path)) as partial, open(partial, "wb") as file, wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(described.rate_hz)
        n_written = 0
        for span in spans:
            start, end = (round(time * described.rate_hz) for time in (span.start, span.end))
            start, end = max(start, n_written), min(end, described.n_samples)
            for block in _silence(start - n_written):
                out.writeframes(_coded(block))
            residual = _residual(film, described, factor=factor, gain=gain, frames=_around(start, end, len(gain)))
            out.writeframes(_coded(_faded(residual.part(start, end))))
            n_written = end
        for block in _silence(described.n_samples - n_written):
            out.writeframes(_coded(block))


@dataclass(frozen=True)
class _Residual:
    """A part of the described track minus the film, (n,), that begins at sample `first`."""

    samples: Samples
    first: int

    def part(self, start: int, end: int) -> Samples:
        return self.samples[start - self.first : end - self.first]


def _around(start: int, end: int, n_frames: int) -> slice:
    """Return the frames that overlap a range of samples."""
    return slice(max(start // FRAME_STEP - 2, 0), min(end // FRAME_STEP + 3, n_frames))


def _residual(
    film: Reader, described: MonoTrack, *, factor: NDArray[np.complex64], gain: Values, frames: slice
) -> _Residual:
    """Subtract the film from the described track, by overlap-add."""
    first, count = frames.start, frames.stop - frames.start
    predicted = spectra(film, first, count) * factor * gain[frames, None]
    residual = irfft(spectra(described.part, first, count) - predicted, FRAME_LENGTH)
    out = np.zeros((count - 1) * FRAME_STEP + FRAME_LENGTH, np.float32)
    weights = np.zeros_like(out)
    for n, frame in enumerate(residual):
        out[n * FRAME_STEP :][:FRAME_LENGTH] += frame * WINDOW
        weights[n * FRAME_STEP :][:FRAME_LENGTH] += WINDOW**2
    return _Residual(np.asarray(out / np.maximum(weights, 1e-3), np.float32), first * FRAME_STEP - FRAME_LENGTH // 2)


def _faded(samples: Samples) -> Samples:
    length = min(round(_FADE / HOP * FRAME_STEP), len(samples) // 2)
    ramp = np.linspace(0, 1, length, dtype=np.float32)
    return np.concatenate(
        [
            samples[:length] * ramp,
            samples[length : len(samples) - length],
            samples[len(samples) - length :] * ramp[::-1],
        ]
    )


def _silence(n_samples: int) -> Iterator[Samples]:
    for at in range(0, n_samples, _AT_ONCE):
        yield np.zeros(min(_AT_ONCE, n_samples - at), np.float32)


def _coded(samples: Samples) -> bytes:
    return (np.clip(samples, -1, 1) * _LARGEST).round().astype("<i2").tobytes()
