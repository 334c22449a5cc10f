"""A description as sound: the narration alone, or mixed into a copy of the film."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import VoiceError
from cinescribe.export.tracks.cue_time_limits import free_until
from cinescribe.media.sound.mix import Narration, describe_mix, narration
from cinescribe.media.sound.soundtrack import Pause, film_soundtrack, with_pauses
from cinescribe.media.sound.write import write_described, write_wav
from cinescribe.media.voice.voice import Spoken, Voice
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds

TOLERANCE: Seconds = 0.05  # by which a voice may exceed the time of its cue


def write_narration(script: Script, path: Path, *, voice: Voice) -> None:
    """Write the narration alone as a WAV file of the film's length, each cue at its start time.

    Extended cues pause the film and lengthen the file, so it runs in step with the copy of `write_described_film`.

    Args:
        script: the description.
        path: the `.wav` file.
        voice: the voice for which the cues were placed.

    Raises:
        VoiceError: when the voice fails, or is too slow for a cue's time.
        OutputError: when the file cannot be written.
    """
    cues = narrations(script, voice)
    paused = sum(pause.seconds for pause in pauses(script))
    write_wav(path, narration(cues, script.film.duration + paused))


def write_described_film(script: Script, path: Path, *, voice: Voice) -> None:
    """Write a copy of the film with the narration mixed into its sound; the video stream is copied unchanged.

    Args:
        script: the description; the film must exist at its path.
        path: the film file; its suffix chooses the container.
        voice: the voice for which the cues were placed.

    Raises:
        FilmError: when the film cannot be read.
        VoiceError: when the voice fails, or is too slow for a cue's time.
        OutputError: when the copy cannot be written, or its container cannot hold the film.
    """
    cues, film_pauses = narrations(script, voice), pauses(script)
    film = film_soundtrack(script.film)
    mix = describe_mix(with_pauses(film, film_pauses) if film_pauses else film, cues)
    write_described(script.film, mix.sound, path, pauses=film_pauses)


def pauses(script: Script) -> tuple[Pause, ...]:
    """Return the film's pauses for extended cues, in order."""
    return tuple(Pause(cue.span.end, cue.pause) for cue in _heard(script) if cue.pause)


def narrations(script: Script, voice: Voice) -> list[Narration]:
    """Return the spoken cues in order, timed on the described film's clock, which runs on while the film pauses.

    Raises:
        VoiceError: when the voice is too slow for a cue's time.
    """
    until = dict(zip(script.cues, free_until(script), strict=True))
    out, paused = [], 0.0
    for cue in _heard(script):
        spoken = voice.say(cue.text, rate=cue.rate)
        _check(cue, spoken, until[cue] - cue.span.start + cue.pause, voice)
        out.append(Narration(cue.span.start + paused, spoken))
        paused += cue.pause  # a pause is over before the next cue begins
    return out


def _heard(script: Script) -> list[Cue]:
    return sorted(script.spoken(), key=lambda cue: cue.span.start)


def _check(cue: Cue, spoken: Spoken, available: Seconds, voice: Voice) -> None:
    if spoken.duration > available + TOLERANCE:
        raise VoiceError(
            f"{voice.name} takes {spoken.duration:.2f} s for {cue.text!r} at {cue.span.start:.2f} s, but only "
            f"{available:.2f} s are free; shorten the cue, or describe the film with this voice"
        )
