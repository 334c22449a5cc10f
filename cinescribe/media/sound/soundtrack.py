"""The sound of a film: the whole as an array on disk, so that memory does not grow with its length, or a part."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import OutputError
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.schema import Film
from cinescribe.timing import Seconds, Span

FADE: Seconds = 0.03  # at both sides of a pause, to avoid clicks
COPIED = 1 << 20  # samples copied at once


@dataclass(frozen=True)
class Soundtrack:
    """Sound of a whole film: `samples` float32 in -1..1, (C, n), mono or stereo, usually on disk."""

    samples: Samples
    rate_hz: int

    @property
    def duration(self) -> Seconds:
        """Length in seconds."""
        return float(self.samples.shape[1] / self.rate_hz)


@dataclass(frozen=True)
class Pause:
    """A pause of `seconds` at time `at` of the film, during which the picture is frozen."""

    at: Seconds
    seconds: Seconds


def film_soundtrack(film: Film, *, progress: Callable[[Seconds], None] | None = None) -> Soundtrack:
    """Return the first sound stream of a film, as long as the film, mono or stereo, at 44.1 or 48 kHz.

    A film without sound gives silence.

    Raises:
        FilmError: when the film cannot be read.
        OutputError: when the temporary folder is full.
    """
    wanted = mixed_format(film)
    track = Soundtrack(disk_array(wanted.n_channels or 2, round(film.duration * wanted.rate_hz)), wanted.rate_hz)
    if film.track("audio") is not None:
        read_through(film, sounds=(_Recorder(track),), progress=progress)
    return track


def film_part(film: Film, span: Span) -> Soundtrack:
    """Return a part of a film's sound, in memory, as `film_soundtrack` has it; only this part is decoded.

    Raises:
        FilmError: when the film cannot be read.
    """
    wanted = mixed_format(film)
    # From a whole second, which is a sample at every rate: resampled sound is the same as in the whole then.
    begin = math.floor(span.start)
    first = round((span.start - begin) * wanted.rate_hz)
    samples = np.zeros((wanted.n_channels or 2, first + round(span.duration * wanted.rate_hz)), np.float32)
    inside = Span(begin, span.end).within(Span(0.0, film.duration))
    if film.track("audio") is not None and inside is not None:
        recorder = _Recorder(Soundtrack(samples, wanted.rate_hz), start=begin)
        read_through(film, sounds=(recorder,), within=inside)
    return Soundtrack(samples[:, first:], wanted.rate_hz)


def mixed_format(film: Film) -> Sound:
    """Return the format in which a film is mixed: mono or stereo, at 44.1 or 48 kHz.

    The voice needs the full bandwidth, even if the film has less.
    """
    stream = film.track("audio")
    if stream is None:
        return Sound(48000, 2)
    return Sound(44100 if stream.rate_hz in (11025, 22050, 44100, 88200) else 48000, 1 if stream.n_channels == 1 else 2)


def silent_track(duration: Seconds, *, rate_hz: int = 48000, n_channels: int = 1) -> Soundtrack:
    """Return a track of silence."""
    return Soundtrack(disk_array(n_channels, round(duration * rate_hz)), rate_hz)


def with_pauses(track: Soundtrack, pauses: Sequence[Pause]) -> Soundtrack:
    """Insert pauses into a track: silence, with fades at both sides."""
    rate_hz, source = track.rate_hz, track.samples
    gaps = sorted((round(pause.at * rate_hz), round(pause.seconds * rate_hz)) for pause in pauses)
    out = disk_array(len(source), source.shape[1] + sum(length for _, length in gaps))
    edges = [0, *(min(at, source.shape[1]) for at, _ in gaps), source.shape[1]]
    shift = 0
    for first, after, length in zip(edges[:-1], edges[1:], [*(length for _, length in gaps), 0], strict=True):
        for at in range(first, after, COPIED):
            until = min(at + COPIED, after)
            out[:, at + shift : until + shift] = source[:, at:until]
        part = out[:, first + shift : after + shift]
        _fade(part, round(FADE * rate_hz), at_start=first > 0, at_end=length > 0)
        shift += length
    return Soundtrack(out, rate_hz)


def disk_array(n_channels: int, n_samples: int) -> Samples:
    """Return an array of zeros in a temporary file, which is deleted with the array.

    Raises:
        OutputError: when the temporary folder is full.
    """
    size = max(n_channels * n_samples, 1) * np.dtype(np.float32).itemsize
    try:
        with tempfile.TemporaryFile(prefix="cinescribe-") as file:
            # Space is allocated first: writing to a mapped file on a full disk would kill the process.
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            return np.memmap(file, np.float32, "r+", shape=(n_channels, n_samples))
    except OSError as error:
        raise OutputError(
            f"the temporary folder {tempfile.gettempdir()!r} cannot take the film's sound of {size >> 20} MB "
            f"({error.strerror}); make room there or set TMPDIR to another folder"
        ) from error


class _Recorder:
    """A sound sink that fills a track, which begins at a second of the film."""

    def __init__(self, track: Soundtrack, *, start: Seconds = 0.0) -> None:
        self._track, self._start = track, start

    @property
    def wants(self) -> Sound:
        return Sound(self._track.rate_hz, len(self._track.samples))

    def take(self, start: Seconds, samples: Samples) -> None:
        first = round((start - self._start) * self._track.rate_hz)
        target = self._track.samples[:, first : first + samples.shape[1]]
        target[:] = samples[:, : target.shape[1]]


def _fade(samples: Samples, length: int, *, at_start: bool, at_end: bool) -> None:
    ramp = np.linspace(0, 1, min(length, samples.shape[1]), dtype=np.float32)
    if at_start:
        samples[:, : len(ramp)] *= ramp
    if at_end and len(ramp):
        samples[:, -len(ramp) :] *= ramp[::-1]
