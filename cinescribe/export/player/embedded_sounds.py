"""The sounds of a player as part of its page."""

from __future__ import annotations

import base64
from pathlib import Path

from cinescribe.export.player.player_data import CueSound
from cinescribe.export.recordings import recorded
from cinescribe.media.sound.encoded_speech import MP3, encoded_speech
from cinescribe.media.voice.voice import Voice
from cinescribe.progress import Progress
from cinescribe.schema import Cue


class EmbeddedSounds:
    """Gives each wording as a sound in a data URI: the recording of a cue, or what a voice says.

    Args:
        voice: speaks the cues that have no recording.
        folder: of the description, to which the paths of recordings are relative.
        n_cues: how many cues there are.
        progress: called with the share of cues that are spoken.
    """

    def __init__(self, voice: Voice, folder: Path, *, n_cues: int, progress: Progress) -> None:
        self._voice, self._folder = voice, folder
        self._n_cues, self._progress = n_cues, progress
        self._spoken = set[str]()

    def __call__(self, cue: Cue, text: str, /) -> CueSound:
        """Return the sound of a wording of a cue.

        Raises:
            VoiceError: when the voice fails, or the recording cannot be read.
        """
        spoken = self._voice.say(text, rate=cue.rate) if cue.recording is None else recorded(cue, self._folder)
        self._spoken.add(cue.id)
        self._progress("voice", len(self._spoken) / self._n_cues)
        sound = base64.b64encode(encoded_speech(spoken)).decode("ascii")
        return CueSound(f"data:{MP3};base64,{sound}", spoken.duration)
