"""All cues of a script, including dropped ones, as a CSV table for spreadsheets."""

from __future__ import annotations

import csv
from pathlib import Path

from cinescribe.export.tracks.cue_times import NOTES, inward_milliseconds
from cinescribe.schema import Cue, Script
from cinescribe.store import writing

COLUMNS = (
    *("id", "start", "end", "duration", "status", "text", "people", "rate", "pause"),
    *("reason", "by", *NOTES),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet evaluates a cell that starts with one of these


def write_csv(script: Script, path: Path) -> None:
    """Write one row per cue, in the script's order, with the header `COLUMNS`.

    The file is UTF-8 with a byte-order mark, since Excel reads accents wrong without it. Times are in seconds; people
    are names, or else labels, separated by semicolons. A text that a spreadsheet would evaluate gets an apostrophe.

    Raises:
        OutputError: when the file cannot be written.
    """
    names = {person.id: person.called for person in script.people}
    with writing(path) as temporary, open(temporary, "w", encoding="utf-8-sig", newline="") as opened:
        table = csv.writer(opened)
        table.writerow(COLUMNS)
        table.writerows(_row(cue, names) for cue in script.cues)


def _row(cue: Cue, names: dict[str, str]) -> list[str]:
    start, end = inward_milliseconds(cue.span)
    numbers = [f"{time / 1000:.3f}" for time in (start, end, end - start)]
    people = "; ".join(names.get(person, person) for person in cue.people)
    notes = (cue.reason, cue.by, *(getattr(cue, note) for note in NOTES))
    return [
        *(cue.id, *numbers, cue.status, _escaped(cue.text), _escaped(people)),
        *(f"{cue.rate:g}", f"{cue.pause:.3f}"),
        *(_escaped(note or "") for note in notes),
    ]


def _escaped(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
