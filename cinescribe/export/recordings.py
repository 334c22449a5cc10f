"""The recording of a cue by a person, which is heard in place of the voice."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import VoiceError, brief
from cinescribe.file_names import inside
from cinescribe.media import sound  # few cues have a recording: what decodes sound is loaded with the first one
from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Cue


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
