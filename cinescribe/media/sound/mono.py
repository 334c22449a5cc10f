"""Mono sound of a film in a temporary file, so that memory does not grow with its length."""

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Callable
from typing import IO

import numpy as np

from cinescribe.errors import FilmError, OutputError
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.sound.centre_channel import CentreChannel
from cinescribe.schema import Film
from cinescribe.timing import Seconds

_BYTES = np.dtype(np.float32).itemsize


class MonoTrack:
    """Mono sound on disk, float32 in -1..1; sample 0 is at the start of the film.

    Args:
        rate_hz: samples per second.

    Raises:
        OutputError: when no temporary folder can be written to.
    """

    def __init__(self, rate_hz: int) -> None:
        self.rate_hz = rate_hz
        self.n_samples = 0
        self.peak = 0.0
        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(prefix="cinescribe-", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise _disk_full(error) from error
        weakref.finalize(self, self._file.close)

    @property
    def duration(self) -> Seconds:
        """Length in seconds."""
        return self.n_samples / self.rate_hz

    def append(self, samples: Samples) -> None:
        """Append samples, (n,).

        Raises:
            OutputError: when the temporary folder is full.
        """
        try:
            self._file.seek(self.n_samples * _BYTES)
            samples.astype(np.float32).tofile(self._file)
        except OSError as error:
            raise _disk_full(error) from error
        self.n_samples += len(samples)
        self.peak = max(self.peak, float(np.abs(samples).max(initial=0.0)))

    def part(self, first: int, n_samples: int) -> Samples:
        """Return `n_samples` samples from sample `first`, (n_samples,), padded with silence outside the track."""
        out = np.zeros(n_samples, np.float32)
        start, end = max(first, 0), min(first + n_samples, self.n_samples)
        if start < end:
            self._file.seek(start * _BYTES)
            out[start - first : end - first] = np.fromfile(self._file, np.float32, end - start)
        return out


def mono_track(
    film: Film, *, rate_hz: int, centre: bool = False, progress: Callable[[Seconds], None] | None = None
) -> MonoTrack:
    """Return the first sound stream of a film in mono.

    Args:
        film: the film.
        rate_hz: samples per second.
        centre: keep only the centre of stereo sound, where voices are; mono sound is unchanged.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film has no sound, or cannot be read.
        OutputError: when the temporary folder is full.
    """
    stream = film.track("audio")
    if stream is None:
        raise FilmError(f"{film.path!r} has no sound track; name a file with one")
    track = MonoTrack(rate_hz)
    has_sides = (stream.n_channels or 1) > 1
    sink = _CentreSink(track) if centre and has_sides else _MonoSink(track)
    read_through(film, sounds=(sink,), progress=progress)
    if isinstance(sink, _CentreSink):
        sink.end()
    return track


def _disk_full(error: OSError) -> OutputError:
    return OutputError(
        f"the temporary folder cannot take the film's sound ({error}); make room there or set TMPDIR to another folder"
    )


class _MonoSink:
    """A sound sink that writes mono sound to a track."""

    def __init__(self, track: MonoTrack) -> None:
        self._track = track

    @property
    def wants(self) -> Sound:
        return Sound(self._track.rate_hz, 1)

    def take(self, start: Seconds, samples: Samples) -> None:
        self._track.append(samples[0])


class _CentreSink:
    """A sound sink that writes the centre of stereo sound to a track."""

    def __init__(self, track: MonoTrack) -> None:
        self._track, self._centre = track, CentreChannel()

    @property
    def wants(self) -> Sound:
        return Sound(self._track.rate_hz, 2)

    def take(self, start: Seconds, samples: Samples) -> None:
        self._track.append(self._centre.push(samples))

    def end(self) -> None:
        self._track.append(self._centre.flush())
