"""Reads the text form back, as a person saved it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.errors import RecordError
from cinescribe.export.tracks.cue_lines import fault
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.cue_times import comment_text, writable
from cinescribe.export.tracks.row_fields import PeopleNames
from cinescribe.export.tracks.text import is_ours, unescaped
from cinescribe.export.tracks.text_head import TextHead, read_head


@dataclass
class _Paragraph:
    """A cue while its lines are read."""

    line: int
    head: TextHead
    words: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def text_rows(lines: Sequence[str], *, path: Path, people: PeopleNames, known: Collection[str]) -> list[CueRow]:
    """Return the rows of a text form, in the file's order.

    A cue lasts until the next line that begins with a time: blank lines inside it do not end it. A comment line belongs
    to the cue above it, or, directly before a first line, to the cue below.

    Args:
        lines: of the file.
        path: of the file, for errors.
        people: the script's people by name.
        known: ids of the script's cues.

    Raises:
        SubtitleError: naming the line at fault.
    """
    return [_row(paragraph, path, people) for paragraph in _paragraphs(lines, path, known)]


def _paragraphs(lines: Sequence[str], path: Path, known: Collection[str]) -> Iterator[_Paragraph]:
    current: _Paragraph | None = None
    waiting: list[str] = []  # comments since a blank line, which may belong to the cue below
    first = True  # whether only comments have followed a blank line
    for n, line in enumerate((line.strip() for line in lines), 1):
        if line.startswith("#"):
            waiting += [] if is_ours(line) else [line.removeprefix("#").strip()]
        elif line:
            head = _head(line, known, first=first, path=path, n=n)
            if head is not None:
                if current is not None:
                    current.comments += [] if first else waiting
                    yield current
                current = _Paragraph(n, head, comments=waiting if first else [])
            elif current is None:
                raise fault(path, n, f"found {line[:40]!r} before the first cue; expected a time, as 00:01:12.300")
            else:
                current.words.append(unescaped(line))
                current.comments += waiting
            waiting = []
            first = False
        else:
            if current is not None:
                current.comments += waiting
            waiting = []
            first = True
    if current is not None:
        current.comments += waiting
        yield current


def _head(line: str, known: Collection[str], *, first: bool, path: Path, n: int) -> TextHead | None:
    if line.startswith("\\"):
        return None
    try:
        return read_head(line, known, first=first)
    except RecordError as error:
        raise fault(path, n, str(error)) from error


def _row(paragraph: _Paragraph, path: Path, people: PeopleNames) -> CueRow:
    head, is_new = paragraph.head, paragraph.head.id is None
    try:
        named = None if head.people is None else people.read(head.people)
    except RecordError as error:
        raise fault(path, paragraph.line, str(error)) from error
    return CueRow(
        head.id,
        head.start,
        None,
        writable("\n".join(paragraph.words)),
        people=named if is_new or named is not None else (),
        status=head.status if is_new else head.status or "spoken",
        rate=head.rate if is_new else head.rate or 1.0,
        comment=comment_text("\n".join(unescaped(line) for line in paragraph.comments)),
        line=paragraph.line,
    )
