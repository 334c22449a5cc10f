"""Reads the dialogue of SubStation Alpha subtitles: ASS and SSA."""

from __future__ import annotations

import re

from cinescribe.errors import RecordError, SubtitleError, brief
from cinescribe.media.speech.caption_text import without_tags
from cinescribe.media.speech.ttml import TimedText
from cinescribe.timing import Seconds, Span, from_clock

_DIALOGUE = "Dialogue:"
_N_FIELDS = 10  # layer, start, end, style, name, three margins, effect and text, in ASS and in SSA
_KARAOKE = re.compile(r"\\[kK][fo]?\d")  # times of syllables that are sung
_DRAWING = re.compile(r"\\p[1-9]")  # vectors instead of text


def read_substation(text: str, *, name: str) -> list[TimedText]:
    """Return the dialogue of ASS or SSA, in order of the file, without comments and drawings.

    Args:
        text: of the file.
        name: of the file, for error messages.

    Raises:
        SubtitleError: naming the line, when a dialogue has too few fields or no times.
    """
    cues = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith(_DIALOGUE):
            continue
        fields = line.split(",", _N_FIELDS - 1)
        try:
            start, end = (_seconds(field) for field in fields[1:3])
            if len(fields) < _N_FIELDS:
                raise ValueError(f"{len(fields)} fields")
            # Some files hold dialogues that end before they begin, as notes of the translator.
            span = Span(start, end) if start <= end else None
        except (RecordError, ValueError) as error:
            raise SubtitleError(
                f"{name!r}, line {number}: {brief(line.strip())} came ({error}); write it as "
                "Dialogue: 0,H:MM:SS.cc,H:MM:SS.cc,Style,Name,0,0,0,,Text"
            ) from error
        words, overrides = split_overrides(fields[-1])
        if span is not None and not is_drawing(overrides):
            words = words.replace("\\N", "\n").replace("\\n", "\n")
            cues.append(TimedText(span, without_tags(words), spoken=not is_sung(overrides)))
    return cues


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


def _seconds(text: str) -> Seconds:
    bare = text.strip()
    return -from_clock(bare[1:]) if bare.startswith("-") else from_clock(bare)
