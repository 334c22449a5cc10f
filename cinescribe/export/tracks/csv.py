"""Every cue of a script, dropped ones too, as a table for a spreadsheet."""

from __future__ import annotations

import csv
from pathlib import Path

from cinescribe.export.tracks.cue_times import NOTES, milliseconds
from cinescribe.schema import Cue, Script
from cinescribe.store import writing

COLUMNS = (
    *("id", "start", "end", "duration", "status", "text", "people", "rate", "pause"),
    *("reason", "by", *NOTES),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what makes a spreadsheet compute a cell instead of showing it


def write_csv(script: Script, path: Path) -> None:
    """Write one row a cue, in the script's order, under `COLUMNS`.

    UTF-8 with a byte-order mark, without which Excel reads accents wrong; times in seconds; people by name, or label,
    between semicolons. A text that a spreadsheet would compute gets an apostrophe before it.

    Raises:
        OutputError: when the file cannot be written.
    """
    called = {person.id: person.called for person in script.people}
    with writing(path) as beside, open(beside, "w", encoding="utf-8-sig", newline="") as opened:
        table = csv.writer(opened)
        table.writerow(COLUMNS)
        table.writerows(_row(f"c{n}", cue, called) for n, cue in enumerate(script.cues, 1))


def _row(name: str, cue: Cue, called: dict[str, str]) -> list[str]:
    start, end = milliseconds(cue.span)
    numbers = [f"{time / 1000:.3f}" for time in (start, end, end - start)]
    people = "; ".join(called.get(person, person) for person in cue.people)
    notes = (cue.reason, cue.by, *(getattr(cue, note) for note in NOTES))
    return [
        *(name, *numbers, cue.status, _shown(cue.text), _shown(people)),
        *(f"{cue.rate:g}", f"{cue.pause:.3f}"),
        *(_shown(note or "") for note in notes),
    ]


def _shown(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
