"""The recordings of cues, which are heard in place of the voice: kept in the folder of the description, and read."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import VoiceError, brief
from cinescribe.export.folder import RECORDINGS
from cinescribe.file_names import checked_name, inside
from cinescribe.input_files import digest
from cinescribe.media import sound  # few cues have a recording: what decodes sound is loaded with the first one
from cinescribe.media.voice.voice import Spoken
from cinescribe.output_folder import refuse_links
from cinescribe.schema import Cue
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class _Take:
    """A recording that is kept.

    Args:
        path: relative to the folder of the description.
        seconds: how long it is heard.
    """

    path: str
    seconds: Seconds


def keep_take(folder: Path, cue_id: str, source: Path) -> _Take:
    """Keep a recording of a cue: trimmed and levelled, under a name of its own.

    Args:
        folder: of the description.
        cue_id: of the cue.
        source: any file with sound.

    Raises:
        RecordError: when the cue's id cannot be a part of a file name, or the file is missing.
        VoiceError: when the file cannot be read, has no sound or only silence, or lasts more than a minute.
        OutputError: when the folder cannot be written, or its folder of recordings is a link.
    """
    path = _path(folder, cue_id, digest(source))
    return _Take(path, sound.prepare_recording(source, folder / path))


def keep_spoken(folder: Path, cue_id: str, spoken: Spoken) -> _Take:
    """Keep a cue in another voice than that of the folder, as a recording.

    Args:
        folder: of the description.
        cue_id: of the cue.
        spoken: the text that the voice spoke.

    Raises:
        RecordError, OutputError: as `keep_take`.
    """
    path = _path(folder, cue_id, hashlib.sha256(spoken.samples.tobytes()).hexdigest())
    return _Take(path, sound.write_recording(spoken, folder / path))


def recorded(cue: Cue, folder: Path | None) -> Spoken:
    """Return the recording that is heard in place of the voice.

    Args:
        cue: a cue with a recording.
        folder: of the description, to which the recording's path is relative.

    Raises:
        VoiceError: when it cannot be read; the message names the cue and the file.
        RecordError: when its path leads out of the folder.
    """
    if folder is None:
        raise VoiceError(f"cue {cue.id} has the recording {cue.recording!r}; give its description's `folder`")
    assert cue.recording is not None
    try:
        return sound.read_recording(inside(folder, cue.recording, f"the recording of cue {brief(cue.id)}"))
    except VoiceError as error:
        raise VoiceError(
            f"the recording {cue.recording!r} of cue {cue.id} cannot be heard: {error}; record it again, or give the "
            f"cue no recording"
        ) from error


def _path(folder: Path, cue_id: str, known_by: str) -> str:
    """The path of a recording; it depends on the sound, so that taking an edit back finds the one before."""
    refuse_links(folder, (RECORDINGS,))
    return f"{RECORDINGS}/{checked_name(cue_id, 'the id of the cue')}-{known_by[:8]}.wav"
