"""The description as text, with the dialogue around it."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.export.player.detail import cue_levels
from cinescribe.language.identification.text_language import text_language
from cinescribe.language_tags import known_language
from cinescribe.schema import Script
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class TranscriptLine:
    """A line of the transcript.

    Args:
        start: when it is heard.
        text: its words.
        cue: id of the cue; None for dialogue.
        only_full: whether it is heard at the full level of detail only.
    """

    start: Seconds
    text: str
    cue: str | None = None
    only_full: bool = False


def transcript(script: Script) -> tuple[TranscriptLine, ...]:
    """Return cues and the known words of the dialogue in order of time."""
    cues = [TranscriptLine(one.start, one.full or "", one.cue.id, one.standard is None) for one in cue_levels(script)]
    speech = [TranscriptLine(part.span.start, part.text) for part in script.speech if part.text]
    return tuple(sorted(cues + speech, key=lambda line: line.start))


def dialogue_language(script: Script) -> str | None:
    """Return the language of the dialogue as BCP 47 tag: of its words if they show it, else of the film's sound.

    None if neither shows it. It may differ from the language of the description.
    """
    sound = script.film.track("audio")
    tag = None if sound is None else known_language(sound.language)
    return text_language(part.text for part in script.speech if part.text) or tag
