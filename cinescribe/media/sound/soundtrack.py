"""A film's whole sound as an array on disk, so that memory does not grow with the film's length."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import OutputError
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.schema import Film
from cinescribe.timing import Seconds

FADE: Seconds = 0.03  # at both sides of a pause, so that it does not click
COPIED = 1 << 20  # samples copied at once


@dataclass(frozen=True)
class Soundtrack:
    """Sound from a film's start to its end: `samples` float32 in -1..1, (C, n), C 1 or 2, as a rule on disk."""

    samples: Samples
    rate_hz: int

    @property
    def duration(self) -> Seconds:
        """Length in seconds."""
        return float(self.samples.shape[1] / self.rate_hz)


@dataclass(frozen=True)
class Pause:
    """The film is held at `at` (on its own clock) for `seconds`."""

    at: Seconds
    seconds: Seconds


def described_time(time: Seconds, pauses: Sequence[Pause]) -> Seconds:
    """Where a second of the film stands once the film is held at `pauses`; a held second comes before its hold."""
    return time + sum(pause.seconds for pause in pauses if pause.at < time)


def film_soundtrack(film: Film, *, progress: Callable[[Seconds], None] | None = None) -> Soundtrack:
    """The film's first sound track, as long as the film, mono or stereo, at 44.1 or 48 kHz; silence for a silent film.

    Raises:
        FilmError: when the film cannot be read.
        OutputError: when the temporary folder has no room.
    """
    stream = film.first("audio")
    # The voice needs the whole band, whatever the film has.
    rate_hz = 44100 if stream is not None and stream.rate_hz in (11025, 22050, 44100, 88200) else 48000
    n_channels = 1 if stream is not None and stream.n_channels == 1 else 2
    track = Soundtrack(on_disk(n_channels, round(film.duration * rate_hz)), rate_hz)
    if stream is not None:
        read_through(film, sounds=(_Recorder(track),), progress=progress)
    return track


def silence(duration: Seconds, *, rate_hz: int = 48000, n_channels: int = 1) -> Soundtrack:
    """A track on which nothing is heard."""
    return Soundtrack(on_disk(n_channels, round(duration * rate_hz)), rate_hz)


def with_pauses(track: Soundtrack, pauses: Sequence[Pause]) -> Soundtrack:
    """The track of the film when it is held at `pauses`: silence there, faded into and out of."""
    rate_hz, source = track.rate_hz, track.samples
    holds = sorted((round(pause.at * rate_hz), round(pause.seconds * rate_hz)) for pause in pauses)
    out = on_disk(len(source), source.shape[1] + sum(length for _, length in holds))
    edges = [0, *(min(at, source.shape[1]) for at, _ in holds), source.shape[1]]
    shift = 0
    for first, after, length in zip(edges[:-1], edges[1:], [*(length for _, length in holds), 0], strict=True):
        for at in range(first, after, COPIED):
            until = min(at + COPIED, after)
            out[:, at + shift : until + shift] = source[:, at:until]
        part = out[:, first + shift : after + shift]
        _fade(part, round(FADE * rate_hz), at_start=first > 0, at_end=length > 0)
        shift += length
    return Soundtrack(out, rate_hz)


def on_disk(n_channels: int, n_samples: int) -> Samples:
    """An array of zeros in a temporary file, gone with the array.

    Raises:
        OutputError: when the temporary folder has no room.
    """
    size = max(n_channels * n_samples, 1) * np.dtype(np.float32).itemsize
    try:
        with tempfile.TemporaryFile(prefix="cinescribe-") as file:
            # Room is taken before use: writing to a mapped file on a full disk ends the whole process.
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            return np.memmap(file, np.float32, "r+", shape=(n_channels, n_samples))
    except OSError as error:
        raise OutputError(
            f"the temporary folder {tempfile.gettempdir()!r} cannot take the film's sound of {size >> 20} MB "
            f"({error.strerror}); make room there or set TMPDIR to another folder"
        ) from error


class _Recorder:
    """A sound sink that fills a track."""

    def __init__(self, track: Soundtrack) -> None:
        self._track = track

    @property
    def wants(self) -> Sound:
        return Sound(self._track.rate_hz, len(self._track.samples))

    def take(self, start: Seconds, samples: Samples) -> None:
        first = round(start * self._track.rate_hz)
        room = self._track.samples[:, first : first + samples.shape[1]]
        room[:] = samples[:, : room.shape[1]]


def _fade(samples: Samples, length: int, *, at_start: bool, at_end: bool) -> None:
    ramp = np.linspace(0, 1, min(length, samples.shape[1]), dtype=np.float32)
    if at_start:
        samples[:, : len(ramp)] *= ramp
    if at_end and len(ramp):
        samples[:, -len(ramp) :] *= ramp[::-1]
