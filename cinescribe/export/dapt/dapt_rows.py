"""Reads a DAPT document back, as a person or another program saved it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from cinescribe.errors import RecordError
from cinescribe.export.dapt.dapt_xml import DaptError
from cinescribe.export.dapt.read_dapt import dapt_cues, dapt_people
from cinescribe.export.dapt.validate import checked_dapt
from cinescribe.export.tracks.cue_lines import fault
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.cue_times import comment_text, writable
from cinescribe.export.tracks.row_fields import PeopleNames
from cinescribe.schema import Cue


def dapt_rows(text: str, *, path: Path, people: PeopleNames, known: Collection[str]) -> list[CueRow]:
    """Return the rows of a DAPT document, in its order; events without a known `xml:id` have no id.

    Args:
        text: of the file.
        path: of the file, for errors.
        people: the script's people by name; a character that the script does not have by id is looked up by name.
        known: ids of cues.

    Raises:
        DaptError: when the document is not DAPT.
        SubtitleError: naming the line at fault.
    """
    try:
        root = checked_dapt(text.encode())
    except DaptError as error:
        raise DaptError(repr(str(path)), error.reasons) from error
    called = {person.id: person.called for person in dapt_people(root)}
    rows = []
    for n, cue in dapt_cues(root, path):
        try:
            ids = [name for person in cue.people for name in _ids(person, called, people)]
        except RecordError as error:
            raise fault(path, n, str(error)) from error
        rows.append(_row(cue, tuple(dict.fromkeys(ids)), known, n))
    return rows


def _ids(person: str, called: dict[str, str], people: PeopleNames) -> tuple[str, ...]:
    return (person,) if person in people.called else people.read(called[person])


def _row(cue: Cue, people: tuple[str, ...], known: Collection[str], n: int) -> CueRow:
    is_known = cue.id in known
    return CueRow(
        cue.id if is_known else None,
        cue.span.start,
        cue.span.end,
        writable(cue.text),
        people=people if is_known or people else None,
        status=cue.status if is_known or cue.status == "extended" else None,
        rate=cue.rate,
        comment=comment_text(cue.comment),
        line=n,
    )
