"""Reads the dialogue of SubStation Alpha subtitles: ASS and SSA."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.errors import RecordError, brief
from cinescribe.media.speech.caption_text import without_tags
from cinescribe.media.speech.timed_text import DamagedCue, TimedText, TimedTextFile, checked_file, signed_clock
from cinescribe.timing import Span

_DIALOGUE, _FORMAT = "Dialogue:", "Format:"
_FIELDS = ("Layer", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect", "Text")  # ASS and SSA
_WANTED = "write it as Dialogue: 0,H:MM:SS.cc,H:MM:SS.cc,Style,Name,0,0,0,,Text"
_KARAOKE = re.compile(r"\\[kK][fo]?\d")  # times of syllables that are sung
_DRAWING = re.compile(r"\\p[1-9]")  # vectors instead of text


def read_substation(text: str, *, name: str) -> TimedTextFile:
    """Return the dialogue of ASS or SSA, in order of the file, without comments and drawings.

    Args:
        text: of the file, every line ended by a line feed.
        name: of the file, for error messages.

    Raises:
        SubtitleError: naming the line, when no dialogue has its fields and times.
    """
    cues: list[TimedText] = []
    damaged: list[DamagedCue] = []
    fields: Sequence[str] = _FIELDS
    for number, line in enumerate(text.split("\n"), 1):
        kind, _, rest = line.strip().partition(":")
        if f"{kind}:" == _FORMAT:
            fields = _dialogue_fields(rest) or fields
        elif f"{kind}:" == _DIALOGUE:
            try:
                cues += _cue(rest, fields)
            except (RecordError, ValueError) as error:
                damaged.append(DamagedCue(number, f"unexpected {brief(line.strip())} ({error}); {_WANTED}"))
    return checked_file(cues, damaged, name=name)


def _dialogue_fields(text: str) -> list[str] | None:
    """The fields of a dialogue, by the line that names them; None if it names those of a style."""
    fields = [field.strip() for field in text.split(",")]
    return fields if {"Start", "End"} <= {*fields} and fields[-1] == "Text" else None


def _cue(text: str, fields: Sequence[str]) -> list[TimedText]:
    """The text of a dialogue; none if it is a drawing, or ends before it begins, as notes of some translators do."""
    values = text.split(",", len(fields) - 1)
    if len(values) < len(fields):
        raise ValueError(f"{len(values)} fields")
    by_name = dict(zip(fields, values, strict=True))
    start, end = signed_clock(by_name["Start"]), signed_clock(by_name["End"])
    words, overrides = split_overrides(values[-1])
    if start > end or is_drawing(overrides):
        return []
    words = words.replace("\\N", "\n").replace("\\n", "\n")
    return [TimedText(Span(start, end), without_tags(words), spoken=not is_sung(overrides))]


def split_overrides(text: str) -> tuple[str, str]:
    """Return a text without its override blocks, `{...}`, and what these hold."""
    words, overrides, at = [], [], 0
    while (first := text.find("{", at)) >= 0 and (last := text.find("}", first)) >= 0:
        words.append(text[at:first])
        overrides.append(text[first:last])
        at = last + 1
    return "".join((*words, text[at:])), "".join(overrides)


def is_drawing(overrides: str) -> bool:
    """Whether what the override blocks of a text hold makes it a drawing."""
    return _DRAWING.search(overrides) is not None


def is_sung(overrides: str) -> bool:
    """Whether what the override blocks of a text hold are times of karaoke."""
    return _KARAOKE.search(overrides) is not None
