"""Reads WebVTT and SubRip back, as a person or an editor of subtitles saved them."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.export.tracks.cue_lines import CUE_ARROW, TrackCue, fault
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.cue_times import writable
from cinescribe.export.tracks.leaked_marks import without_marks
from cinescribe.export.tracks.row_fields import moment, plain
from cinescribe.export.tracks.srt import srt_cues
from cinescribe.export.tracks.vtt import Block, has_cue, is_comment, vtt_blocks, vtt_cue
from cinescribe.schema import Cue
from cinescribe.timing import Seconds, clock

# Arrows as word processors write them; `plain` has made one hyphen of each dash.
_ARROW = re.compile(r" ?(?:-{1,3}>|\u2192|\u21d2|\u2794) ?")


_REFERENCE = re.compile("&(?:amp|lt|gt);")


@dataclass(frozen=True)
class NamedRow:
    """A row, and the counter or lost identifier that the file gives it; "" if it gives none."""

    name: str
    row: CueRow


def vtt_rows(lines: Sequence[str], *, path: Path, known: Collection[str]) -> list[NamedRow]:
    """Return the rows of a WebVTT file; those whose identifier is a known id have it.

    A blank line inside a cue does not end it, since words after it would be lost. An identifier that an editor saved as
    words of the cue before is the name of its row.

    Args:
        lines: of the file.
        path: of the file, for errors.
        known: ids of cues.

    Raises:
        SubtitleError: naming the line at fault.
    """
    if lines[0].strip().casefold().startswith("webvtt"):
        lines = [f"WEBVTT{lines[0].strip()[6:]}", *lines[1:]]
    blocks = _whole(vtt_blocks(_repaired(lines), path=path), known, path)
    cues = [cue for block in blocks if (cue := vtt_cue(block, path=path)) is not None]
    return _named([_vtt_row(cue, known) for cue in cues], known)


def srt_rows(lines: Sequence[str], *, path: Path, known: Collection[str]) -> list[NamedRow]:
    """Return the rows of a SubRip file, without ids, since SubRip has only counters.

    Args:
        lines: of the file.
        path: of the file, for errors.
        known: ids of cues.

    Raises:
        SubtitleError: naming the line at fault.
    """
    found = srt_cues(_repaired(lines), path=path)
    rows = [NamedRow(one.name, CueRow(None, *_times(one.cue), writable(one.cue.text), line=one.line)) for one in found]
    named = _named(rows, known)
    return named if named == rows else [_without_references(one) for one in named]


def _named(rows: Sequence[NamedRow], known: Collection[str]) -> list[NamedRow]:
    """The rows without Cinescribe's marks among their words; a mark below words names the row that follows."""
    found = []
    above = ""
    for named in rows:
        words = without_marks(named.row.text, known)
        name = (words.own or above) if named.row.id is None else ""
        found.append(NamedRow(name or named.name, named.row.replace(text=words.text)))
        above = words.following
    return found


def _without_references(named: NamedRow) -> NamedRow:
    """A row that was WebVTT without the references that WebVTT has for &, < and >."""
    text = _REFERENCE.sub(lambda found: html.unescape(found[0]), named.row.text)
    return NamedRow(named.name, named.row.replace(text=text))


def _vtt_row(found: TrackCue, known: Collection[str]) -> NamedRow:
    cue = found.cue
    is_known = found.name in known
    status = cue.status if is_known or cue.status == "extended" else None
    row = CueRow(found.name if is_known else None, *_times(cue), writable(cue.text), status=status, line=found.line)
    return NamedRow("", row)


def _times(cue: Cue) -> tuple[Seconds, Seconds]:
    """Start and end without the floating-point error of a sum of hours, minutes and seconds."""
    return round(cue.span.start, 3), round(cue.span.end, 3)


def _repaired(lines: Sequence[str]) -> list[str]:
    """The lines, with the timings as the format wants them that a person meant as such."""
    out = []
    for n, line in enumerate(lines):
        # Below a blank line, or below one other line: elsewhere, words may look like a timing.
        may_be_timing = n < 2 or not lines[n - 1].strip() or not lines[n - 2].strip() or CUE_ARROW in line
        out.append(_timing(line) or line if may_be_timing else line)
    return out


def _timing(line: str) -> str | None:
    before, arrow, after = _parts(line)
    ending = after.split(" ", 1)
    start, end = (moment(before), moment(ending[0])) if arrow else (None, None)
    if start is None or end is None:
        return None
    return f"{clock(start)} {CUE_ARROW} {clock(end)}" + "".join(f" {settings}" for settings in ending[1:])


def _parts(line: str) -> tuple[str, str, str]:
    """The text before an arrow, the arrow, and the text after it."""
    text = " ".join(plain(line).split())
    found = _ARROW.search(text)
    return (text[: found.start()], found[0], text[found.end() :]) if found else (text, "", "")


def _whole(blocks: Iterator[Block], known: Collection[str], path: Path) -> Iterator[Block]:
    """The blocks with the lines that a blank line has parted from them."""
    current: Block = []
    name: Block = []  # an identifier that a blank line has parted from its timing
    for block in blocks:
        if has_cue(block) or is_comment(block):
            is_nameless = CUE_ARROW in block[0][1]
            current += [] if is_nameless else name
            yield from [current] if current else []
            current = [*name, *block] if is_nameless else block
            name = []
        elif len(block) == 1 and block[0][1].split()[0] in known:
            current += name
            name = block
        elif current and has_cue(current):
            current += [*name, *block]
            name = []
        else:
            n, line = block[0]
            raise fault(path, n, f"found {line.strip()[:40]!r}; expected 'START {CUE_ARROW} END' before a cue's words")
    yield from [current + name] if current else []
