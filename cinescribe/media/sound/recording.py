"""Recordings of single cues by a person: read, trimmed and levelled like the voice."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FilmError, VoiceError
from cinescribe.media.film.probe import probe
from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.ducking import SpokenCue
from cinescribe.media.sound.mix import narration
from cinescribe.media.sound.mono import mono_track
from cinescribe.media.sound.write import write_wav
from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Film
from cinescribe.timing import Seconds

_RATE_HZ = 48000
_LONGEST: Seconds = 60.0  # a cue takes a few seconds: a longer file is not the take of one
MOST_BYTES = 24_000_000  # a minute in stereo at 48 kHz with 32 bits has 23 MB

_WINDOW: Seconds = 0.01
_SILENT_DB = -60.0  # dBFS; softer sound is no voice
_FLOOR_SHARE = 0.1  # the softest tenth of the windows is the noise of the room
_OVER_FLOOR_DB = 6.0
_SOFTEST_DB, _LOUDEST_DB = -45.0, -22.0  # against the loudest window: a consonant at an end is soft, noise is softer
_KEPT: Seconds = 0.03  # before and after the voice, faded
_MIN_WINDOWS = 5  # windows: a shorter sound is a click


def prepare_recording(source: Path, target: Path) -> Seconds:
    """Write a recording as a cue's voice, and return its length: mono, without silence at its ends, levelled.

    The level is that of a voice-only narration (-23 LUFS, true peak under -4 dBTP); in a film, every cue is
    levelled against the film.

    Args:
        source: any file with sound that FFmpeg reads, also a film.
        target: the WAV file.

    Raises:
        VoiceError: when the file cannot be read, has no sound or only silence, or lasts more than a minute.
        OutputError: when the WAV file cannot be written.
    """
    return write_recording(_trimmed(read_recording(source), source), target)


def write_recording(spoken: Spoken, target: Path) -> Seconds:
    """Write a voice's speech as a cue's recording, levelled as `prepare_recording` does, and return its length.

    Raises:
        OutputError: when the WAV file cannot be written.
    """
    track = narration([SpokenCue(0.0, spoken)], spoken.duration)
    write_wav(target, track, synced=True)
    return track.duration


def check_take(source: Path) -> None:
    """Raise if a file that was sent is not one short sound: nothing of it is decoded.

    Raises:
        VoiceError: when it is larger than `MOST_BYTES`, has pictures, no sound, lasts more than a minute, or cannot be
            read.
    """
    size = source.stat().st_size
    if size > MOST_BYTES:
        raise VoiceError(
            f"the recording has {size / 1e6:.0f} MB; at most {MOST_BYTES / 1e6:.0f} MB are taken: record one cue only"
        )
    film = _probed(source)
    if film.track("video") is not None:
        raise VoiceError("what was sent has pictures; send a sound file with the recording of one cue")


def read_recording(path: Path) -> Spoken:
    """Return the sound of a file, mono at 48 kHz.

    Raises:
        VoiceError: when the file cannot be read, has no sound, or lasts more than a minute.
    """
    film = _probed(path)
    try:
        track = mono_track(film, rate_hz=_RATE_HZ)
    except FilmError as error:
        raise VoiceError(f"no voice can be read from {str(path)!r} ({error})") from error
    return Spoken(track.part(0, track.n_samples), _RATE_HZ)


def _probed(path: Path) -> Film:
    """A file with sound of at most a minute, undecoded."""
    try:
        film = probe(path)
    except FilmError as error:
        raise VoiceError(f"no voice can be read from {str(path)!r} ({error})") from error
    if film.track("audio") is None:
        raise VoiceError(f"{str(path)!r} has pictures but no sound; name a file with a voice")
    if film.duration > _LONGEST:
        raise VoiceError(
            f"{str(path)!r} lasts {film.duration:.1f} s; expected one cue's recording, at most {_LONGEST:.0f} s"
        )
    return film


def _trimmed(spoken: Spoken, path: Path) -> Spoken:
    """Return the recording from just before its voice to just after it, with short fades."""
    levels = _levels_db(spoken.samples)
    loudest = float(levels.max(initial=-np.inf))
    if loudest < _SILENT_DB:
        raise VoiceError(f"{str(path)!r} is silent; record it again, closer to the microphone")
    floor = float(np.quantile(levels, _FLOOR_SHARE))
    limit = max(min(max(floor + _OVER_FLOOR_DB, loudest + _SOFTEST_DB), loudest + _LOUDEST_DB), _SILENT_DB)
    voiced = np.flatnonzero(levels > limit)
    if len(voiced) < _MIN_WINDOWS:
        raise VoiceError(f"{str(path)!r} holds only a click of {len(voiced) * _WINDOW:.2f} s; record the voice again")
    length, kept = round(_WINDOW * _RATE_HZ), round(_KEPT * _RATE_HZ)
    first, after = voiced[0] * length, (voiced[-1] + 1) * length
    begin, end = max(first - kept, 0), min(after + kept, len(spoken.samples))
    part = np.array(spoken.samples[begin:end])
    part[: first - begin] *= np.linspace(0, 1, first - begin, dtype=np.float32)
    if end > after:
        part[after - begin :] *= np.linspace(1, 0, end - after, dtype=np.float32)
    return Spoken(part, _RATE_HZ)


def _levels_db(samples: Samples) -> NDArray[np.float64]:
    """Return the level of each hundredth of a second, in dBFS, (n,)."""
    length = round(_WINDOW * _RATE_HZ)
    whole = samples[: len(samples) // length * length].reshape(-1, length).astype(np.float64)
    return np.asarray(10 * np.log10(np.square(whole - whole.mean(axis=1, keepdims=True)).mean(axis=1) + 1e-12))
