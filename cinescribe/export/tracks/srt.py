"""Audio description as SubRip (`.srt`): writer and reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from cinescribe.export.tracks.cue_lines import CUE_ARROW, TrackCue, fault, read_lines, span_of, without_arrows
from cinescribe.export.tracks.cue_times import timed_cues, writable
from cinescribe.media.speech.srt import srt_block
from cinescribe.schema import Cue, Script
from cinescribe.store import write_text
from cinescribe.timing import Span

# Markup that players interpret: the four HTML tags of SubRip, font, and the override blocks of SubStation. A single
# `</s>` is no markup, but what a model has left.
_MARKUP = re.compile(r"</?(?:b|i|u|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)
_STRUCK = re.compile(r"<s>(.*?)</s>", re.IGNORECASE)


def write_srt(script: Script, path: Path) -> None:
    """Write the audible cues as SubRip.

    SubRip has no ids, notes or pauses: an extended cue starts where the film would pause. An arrow (`-->`) in a text
    is written `->`, since SubRip has no escapes.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when a spoken cue is shorter than a millisecond.
    """
    blocks = []
    for n, timed in enumerate(timed_cues(script), 1):
        span = Span(timed.start / 1000, timed.end / 1000)
        blocks.append(srt_block(n, span, without_arrows(writable(timed.cue.text))))
    write_text(path, "\n".join(blocks))


def read_srt(path: Path) -> tuple[Cue, ...]:
    """Read the cues of any SubRip file, in order of time.

    The reader accepts what real files contain: blank lines inside a text, missing blank lines between cues, missing
    counters, and full stops instead of commas.

    Raises:
        SubtitleError: when the file is no SubRip, or a cue's times cannot be read; the message names file and line.
    """
    path = Path(path)
    cues = (found.cue for found in srt_cues(read_lines(path), path=path))
    return tuple(sorted((cue for cue in cues if cue.text), key=lambda cue: cue.span.start))


def srt_cues(lines: Sequence[str], *, path: Path) -> Iterator[TrackCue]:
    """Yield the cues of SubRip's lines in the file's order, named by their counters, even those without text.

    Raises:
        SubtitleError: as `read_srt`.
    """
    starts = [row for row, line in enumerate(lines) if CUE_ARROW in line]
    first = next((row for row, line in enumerate(lines) if line.strip()), None)
    if first is not None and (not starts or any(not _is_counter(line) for line in lines[first : starts[0]])):
        raise fault(path, first + 1, f"found {lines[first][:40]!r}; expected a counter and 'START --> END'")
    for row, following in pairwise([*starts, len(lines)]):
        span = span_of(lines[row], path=path, n=row + 1)
        end = following - 1 if following < len(lines) and _is_counter(lines[following - 1]) else following
        counter = lines[row - 1].strip() if row and _is_counter(lines[row - 1]) else ""
        yield TrackCue(row + 1, counter, Cue(span, _plain(lines[row + 1 : end])))


def _is_counter(line: str) -> bool:
    return not line.strip() or line.strip().isdecimal()


def _plain(lines: Sequence[str]) -> str:
    return "\n".join(text for line in lines if (text := _MARKUP.sub("", _STRUCK.sub(r"\1", line)).strip()))
