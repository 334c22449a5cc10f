"""Audio description as SubRip (`.srt`), written and read."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from cinescribe.export.tracks.cue_lines import ARROW, fault, read_lines, span_of
from cinescribe.export.tracks.cue_times import clock_of, timed_cues, written
from cinescribe.schema import Cue, Script
from cinescribe.store import write_text

# The marks that players honour: the four HTML tags of SubRip, font, and the override blocks of SubStation.
_MARK = re.compile(r"</?(?:b|i|u|s|font)(?:\s[^>]*)?>|\{\\[^}]*\}", re.IGNORECASE)


def write_srt(script: Script, path: Path) -> None:
    """Write the cues that are heard as SubRip.

    SubRip knows neither ids nor notes nor waiting films: an extended cue stands where the film would wait, and an arrow
    (`-->`) in the text is written `->`, since nothing can escape it.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when a spoken cue is shorter than a millisecond.
    """
    blocks = []
    for n, timed in enumerate(timed_cues(script), 1):
        span = f"{clock_of(timed.start, mark=',')} {ARROW} {clock_of(timed.end, mark=',')}"
        blocks.append(f"{n}\n{span}\n{written(timed.cue.text).replace(ARROW, '->')}\n")
    write_text(path, "\n".join(blocks))


def read_srt(path: Path) -> tuple[Cue, ...]:
    """The cues of a SubRip file, ours or another's, by time.

    Blank lines inside a text, missing ones between cues, missing counters and full stops for commas are all met in
    films' files and taken as they are meant.

    Raises:
        SubtitleError: naming file and line, when it is no SubRip or a cue's times cannot be read.
    """
    path = Path(path)
    lines = read_lines(path)
    starts = [row for row, line in enumerate(lines) if ARROW in line]
    first = next((row for row, line in enumerate(lines) if line.strip()), None)
    if first is not None and (not starts or any(not _is_counter(line) for line in lines[first : starts[0]])):
        raise fault(path, first + 1, f"{lines[first][:40]!r} came; a counter and 'START --> END' are wanted")
    cues = []
    for row, following in pairwise([*starts, len(lines)]):
        span = span_of(lines[row], path=path, n=row + 1)
        end = following - 1 if following < len(lines) and _is_counter(lines[following - 1]) else following
        if text := _plain(lines[row + 1 : end]):
            cues.append(Cue(span, text))
    return tuple(sorted(cues, key=lambda cue: cue.span.start))


def _is_counter(line: str) -> bool:
    return not line.strip() or line.strip().isdecimal()


def _plain(lines: list[str]) -> str:
    return "\n".join(text for line in lines if (text := _MARK.sub("", line).strip()))
