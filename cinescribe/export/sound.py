"""A description as sound: the narration alone, or a copy of the film in which it is heard."""

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

TOLERANCE: Seconds = 0.05  # by which a voice may take longer than there is room


def write_narration(script: Script, path: Path, *, voice: Voice) -> None:
    """Write the voice alone as a WAV file of the film's length, each cue at its start.

    Where extended cues hold the film, the file is longer by the holds: it runs beside `write_described_film`'s copy.

    Args:
        script: the description.
        path: the `.wav` file.
        voice: the voice for which the cues were placed.

    Raises:
        VoiceError: when the voice fails, or takes longer over a cue than there is room.
        OutputError: when the file cannot be written.
    """
    cues = narrations(script, voice)
    held = sum(pause.seconds for pause in pauses(script))
    write_wav(path, narration(cues, script.film.duration + held))


def write_described_film(script: Script, path: Path, *, voice: Voice) -> None:
    """Write a copy of the film with its description mixed into the sound; pictures are copied as they are.

    Args:
        script: the description; its film must be where it says.
        path: the film file; its suffix chooses the container.
        voice: the voice for which the cues were placed.

    Raises:
        FilmError: when the film cannot be read.
        VoiceError: when the voice fails, or takes longer over a cue than there is room.
        OutputError: when the copy cannot be written, or its container cannot hold the film.
    """
    cues, holds = narrations(script, voice), pauses(script)
    film = film_soundtrack(script.film)
    mix = describe_mix(with_pauses(film, holds) if holds else film, cues)
    write_described(script.film, mix.sound, path, pauses=holds)


def pauses(script: Script) -> tuple[Pause, ...]:
    """Where the film is held for extended cues, in order."""
    return tuple(Pause(cue.span.end, cue.pause) for cue in _heard(script) if cue.pause)


def narrations(script: Script, voice: Voice) -> list[Narration]:
    """The cues that are heard, spoken, by time on the described film's clock, which goes on while the film is held.

    Raises:
        VoiceError: when the voice takes longer over a cue than there is room.
    """
    until = dict(zip(script.cues, free_until(script), strict=True))
    out, held = [], 0.0
    for cue in _heard(script):
        spoken = voice.say(cue.text, rate=cue.rate)
        _check(cue, spoken, until[cue] - cue.span.start + cue.pause, voice)
        out.append(Narration(cue.span.start + held, spoken))
        held += cue.pause  # a hold is over before the next cue begins
    return out


def _heard(script: Script) -> list[Cue]:
    return sorted(script.spoken(), key=lambda cue: cue.span.start)


def _check(cue: Cue, spoken: Spoken, room: Seconds, voice: Voice) -> None:
    if spoken.duration > room + TOLERANCE:
        raise VoiceError(
            f"{voice.name} takes {spoken.duration:.2f} s over {cue.text!r} at {cue.span.start:.2f} s, where there is "
            f"room for {room:.2f} s; shorten the cue, or describe the film with this voice"
        )
