"""Reads an edited export back: its rows by cue id, whatever its form.

`read_rows` is not in `tracks`, since it also reads DAPT, which builds on `tracks`.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from cinescribe.errors import SubtitleError
from cinescribe.export.dapt.dapt_rows import dapt_rows
from cinescribe.export.tracks.csv_rows import csv_rows, is_table
from cinescribe.export.tracks.cue_lines import CUE_ARROW, fault
from cinescribe.export.tracks.cue_rows import AUDIBLE, EVERY, CueRow, RowFile
from cinescribe.export.tracks.cue_times import inward_milliseconds, writable
from cinescribe.export.tracks.row_fields import AnyNames, PeopleNames
from cinescribe.export.tracks.row_matching import with_ids
from cinescribe.export.tracks.saved_file import read_saved
from cinescribe.export.tracks.text_rows import text_rows
from cinescribe.export.tracks.track_rows import NamedRow, srt_rows, vtt_rows
from cinescribe.schema import Cue, Script
from cinescribe.timing import LONGEST_TIME, Seconds, clock

TRACKS = ("vtt", "srt", "dapt")  # forms that list audible cues only
MOST_ROWS = 50_000
_SUFFIXES = {
    **dict.fromkeys((".txt", ".text", ".md"), "text"),
    **dict.fromkeys((".csv", ".tsv", ".tab"), "csv"),
    ".vtt": "vtt",
    ".srt": "srt",
    **dict.fromkeys((".ttml", ".dapt", ".xml", ".dfxp"), "dapt"),
}
_N_SEEN = 4  # lines that may hold the first timing of SubRip
_AFTER: Seconds = 1.0  # seconds after the film's end at which a cue may begin


def read_rows(path: Path, script: Script, *, base: RowFile | None = None) -> RowFile:
    """Read text, CSV, WebVTT, SubRip or DAPT as a person saved it.

    A row without an id gets that of the cue that it is, as far as that is certain (`row_matching`).

    Args:
        path: the file; its form is known by its content, or else by its suffix.
        script: the description that it belongs to, for names of people and for ids.
        base: the rows as they were exported, `base_rows(folder, path)`; None: as `script` would be exported now.

    Raises:
        SubtitleError: when the file cannot be read; the message names file and line, the wrong value and the expected
            one.
    """
    path = Path(path)
    found, exported = _found(path, script, base)
    before = {row.id: row for row in exported}
    for row in found.rows:
        _check(row, before.get(row.id) if row.id else None, script.film.duration, path)
    return found


def bare_rows(path: Path) -> RowFile:
    """Read text, CSV, WebVTT, SubRip or DAPT without the description that it belongs to; people keep their names.

    Args:
        path: the file; its form is known by its content, or else by its suffix.

    Raises:
        SubtitleError: when the file cannot be read; the message names file and line, the wrong value and the expected
            one.
    """
    path = Path(path)
    text = read_saved(path)
    form = _form(text, path)
    rows = tuple(named.row for named in _rows(form, text, AnyNames(), path, known=()))
    for row in rows:
        _check(row, None, LONGEST_TIME, path)
    return RowFile(rows, AUDIBLE if form in TRACKS else EVERY)


def written_rows(path: Path, script: Script) -> RowFile:
    """Return the rows of a file that was exported from a script just now.

    Raises:
        SubtitleError: when the file cannot be read.
    """
    return _found(Path(path), script, None)[0]


def _found(path: Path, script: Script, base: RowFile | None) -> tuple[RowFile, tuple[CueRow, ...]]:
    """The rows of a file, and the exported ones that they were compared with."""
    text = read_saved(path)
    form = _form(text, path)
    is_track = form in TRACKS
    carried = AUDIBLE if is_track else EVERY
    listed = [cue for cue in script.cues if cue.status in carried]
    exported = base.rows if base is not None else tuple(sorted(map(_row, listed), key=lambda row: row.start))
    # A new cue that was read back before has no id in the file either.
    found_before = [_row(cue) for cue in listed if cue.hand_made and cue.id not in {row.id for row in exported}]
    known = {cue.id for cue in script.cues} | {row.id for row in exported if row.id}
    named = _rows(form, text, PeopleNames.of(script), path, known)
    rows = with_ids(named, exported, others=found_before, tracks=is_track)
    return RowFile(tuple(rows), carried), exported


def _row(cue: Cue) -> CueRow:
    start, end = inward_milliseconds(cue.span)
    return CueRow(cue.id, start / 1000, end / 1000 if cue.status == "spoken" else None, writable(cue.text))


def _rows(form: str, text: str, people: PeopleNames, path: Path, known: Collection[str]) -> list[NamedRow]:
    named = _named_rows(form, text, people, path, known)
    if len(named) > MOST_ROWS:
        raise SubtitleError(f"{str(path)!r} has {len(named):,} cues; expected at most {MOST_ROWS:,}")
    return named


def _named_rows(form: str, text: str, people: PeopleNames, path: Path, known: Collection[str]) -> list[NamedRow]:
    lines = text.split("\n")
    if form == "srt":
        return srt_rows(lines, path=path, known=known)
    if form == "vtt":
        return vtt_rows(lines, path=path, known=known)
    if form == "csv":
        rows = csv_rows(text, path=path, people=people)
    elif form == "dapt":
        rows = dapt_rows(text, path=path, people=people, known=known)
    else:
        rows = text_rows(lines, path=path, people=people, known=known)
    return [NamedRow("", row) for row in rows]


def _form(text: str, path: Path) -> str:
    """The form of a file: by its content where that is certain, else by its suffix."""
    lines = [line.strip() for line in text.split("\n", _N_SEEN) if line.strip()]
    begin = lines[0] if lines else ""
    if begin.casefold().startswith("webvtt"):
        return "vtt"
    if begin.startswith(("<?xml", "<tt")):
        return "dapt"
    if is_table(text):
        return "csv"
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES:
        raise SubtitleError(
            f"{str(path)!r} has no suffix of an edited description; expected one of {', '.join(_SUFFIXES)}"
        )
    is_counted = begin.isdecimal() and any(CUE_ARROW in line for line in lines[1:])
    return "srt" if is_counted and _SUFFIXES[suffix] == "text" else _SUFFIXES[suffix]


def _check(row: CueRow, before: CueRow | None, duration: Seconds, path: Path) -> None:
    """Refuse what a person cannot have meant, unless it was so before."""
    if not row.text and (before is None or before.text):
        raise fault(path, row.line, f"the cue {row.id or 'without an id'} has no words; write some, or remove it")
    if row.start > duration + _AFTER and (before is None or row.start != before.start):
        raise fault(path, row.line, f"a cue begins at {clock(row.start)}, but the film ends at {clock(duration)}")
