"""A description as sound: only the narration, or mixed into a copy of the film."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cinescribe.errors import VoiceError
from cinescribe.export.heard_cues import heard_cues, in_order
from cinescribe.export.holds import film_holds, with_joined_holds
from cinescribe.export.recordings import recorded
from cinescribe.export.settings import Settings, read_settings
from cinescribe.export.track_label import track_label
from cinescribe.export.tracks.cue_time_limits import TOLERANCE, rooms
from cinescribe.media.sound.ducking import SpokenCue
from cinescribe.media.sound.mix import describe_mix, narration
from cinescribe.media.sound.soundtrack import Pause, film_soundtrack, with_pauses
from cinescribe.media.sound.write import write_described, write_wav
from cinescribe.media.voice.named_voice import voice_named
from cinescribe.media.voice.voice import Spoken, Voice
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds


def write_narration(
    script: Script,
    path: Path,
    *,
    folder: Path | None = None,
    voice: Voice | None = None,
    progress: Progress = no_progress,
    disclosure: str = "",
) -> None:
    """Write only the narration as a WAV file of the film's length, each cue at its start time.

    Extended cues pause the film and lengthen the file, so it runs in step with the copy of `write_described_film`.

    Args:
        script: the description.
        path: the `.wav` file.
        folder: of the description, with its settings and recordings; None: the default mix, and no recordings.
        voice: the voice for which the cues were placed; None: the one in the folder's settings.
        progress: called with the share of cues that are spoken.
        disclosure: who wrote, spoke and reviewed the description, for the file's tag `comment`.

    Raises:
        RecordError: when the folder's settings are malformed.
        VoiceError: when the voice fails, a recording cannot be read, or one of them is too long for a cue's time.
        OutputError: when the file cannot be written.
    """
    settings = _settings(folder)
    with _speaking(voice, settings) as speaker:
        cues = narrations(script, speaker, folder, progress=progress)
    paused = sum(pause.seconds for pause in pauses(script))
    write_wav(path, narration(cues, script.film.duration + paused, levels=settings.mix), comment=disclosure)


def write_described_film(
    script: Script,
    path: Path,
    *,
    folder: Path | None = None,
    voice: Voice | None = None,
    progress: Progress = no_progress,
    disclosure: str = "",
) -> None:
    """Write a copy of the film with the narration mixed into its sound; the video stream is copied unchanged.

    Args:
        script: the description; the film must exist at its path.
        path: the film file; its suffix chooses the container.
        folder: of the description, with its settings and recordings; None: the default mix, and no recordings.
        voice: the voice for which the cues were placed; None: the one in the folder's settings.
        progress: called with the share of cues that are spoken.
        disclosure: who wrote, spoke and reviewed the description, for the file's tag `comment`.

    Raises:
        FilmError: when the film cannot be read.
        RecordError: when the folder's settings are malformed.
        VoiceError: when the voice fails, a recording cannot be read, or one of them is too long for a cue's time.
        OutputError: when the copy cannot be written, or its container cannot hold the film.
    """
    settings = _settings(folder)
    with _speaking(voice, settings) as speaker:
        cues = narrations(script, speaker, folder, progress=progress)
    film, film_pauses = film_soundtrack(script.film), pauses(script)
    mix = describe_mix(with_pauses(film, film_pauses) if film_pauses else film, cues, levels=settings.mix)
    write_described(
        script.film, mix.sound, path, pauses=film_pauses, label=track_label(script.language), comment=disclosure
    )


def pauses(script: Script) -> tuple[Pause, ...]:
    """Return the film's pauses for extended cues, in order; those less than a second apart are one."""
    return tuple(Pause(hold.at, hold.seconds) for hold in film_holds(script))


def narrations(
    script: Script, voice: Voice, folder: Path | None = None, *, progress: Progress = no_progress
) -> list[SpokenCue]:
    """Return the audible cues in order, timed on the described film's clock, which runs on while the film pauses.

    Args:
        script: the description.
        voice: speaks the cues that have no recording.
        folder: of the description, to which the paths of recordings are relative.
        progress: called with the share of cues that are spoken.

    Raises:
        VoiceError: when a recording cannot be read, or what is heard is too long for a cue's time.
    """
    joined = in_order(with_joined_holds(script))
    waits = film_holds(joined)
    room = dict(zip((cue.id for cue in joined.cues), rooms(joined), strict=True))
    out: list[SpokenCue] = []
    for cue, start in heard_cues(joined, waits):
        spoken = voice.say(cue.text, rate=cue.rate) if cue.recording is None else recorded(cue, folder)
        _check(cue, spoken, room[cue.id], voice)
        out.append(SpokenCue(start, spoken))
        progress("voice", len(out) / len(joined.spoken()))
    return sorted(out, key=lambda one: one.start)


def _settings(folder: Path | None) -> Settings:
    return Settings() if folder is None else read_settings(folder)


@contextmanager
def _speaking(voice: Voice | None, settings: Settings) -> Iterator[Voice]:
    """The given voice, else the one in the settings, which describing the film has fetched if need be."""
    if voice is not None:
        yield voice
        return
    pronunciation = settings.pronunciation
    with voice_named(settings.voice, rate=settings.rate, pronunciation=pronunciation, announce=lambda _: None) as named:
        yield named


def _check(cue: Cue, spoken: Spoken, available: Seconds, voice: Voice) -> None:
    if spoken.duration <= available + TOLERANCE:
        return
    if cue.recording is not None:
        raise VoiceError(
            f"the recording {cue.recording!r} of cue {cue.id} takes {spoken.duration:.2f} s at {cue.span.start:.2f} s, "
            f"but only {available:.2f} s are free; record it faster, or make the cue extended"
        )
    raise VoiceError(
        f"{voice.name} takes {spoken.duration:.2f} s for {cue.text!r} at {cue.span.start:.2f} s, but only "
        f"{available:.2f} s are free; shorten the cue, or describe the film with this voice"
    )
