"""All cues of a script, including dropped ones, as a CSV table for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from cinescribe.export.tracks.cue_times import NOTES, comment_text, inward_milliseconds, writable
from cinescribe.export.tracks.row_fields import PeopleNames
from cinescribe.schema import Cue, Script
from cinescribe.store import writing

CUE_COLUMNS = (
    *("id", "start", "end", "duration", "status", "text", "people", "rate", "pause"),
    *("reason", "by", *NOTES, "comment", "fit"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet evaluates a cell that starts with one of these


def write_csv(script: Script, path: Path, *, misfits: Mapping[str, str] | None = None) -> None:
    """Write one row per cue, in the script's order, with the header `CUE_COLUMNS`.

    The file is UTF-8 with a byte-order mark, since Excel reads accents wrong without it. Times are in seconds; people
    are names, or else labels, separated by semicolons. A text that a spreadsheet would evaluate gets an apostrophe.

    Args:
        script: the description.
        path: the `.csv` file.
        misfits: why a cue does not fit, by id, for the column `fit`; it is "fits" for the other audible cues.

    Raises:
        OutputError: when the file cannot be written.
    """
    names = PeopleNames.of(script)
    with writing(path) as temporary, open(temporary, "w", encoding="utf-8-sig", newline="") as opened:
        table = csv.writer(opened)
        table.writerow(CUE_COLUMNS)
        table.writerows(_row(cue, names, misfits) for cue in script.cues)


def unescaped_cell(text: str) -> str:
    """Return the text of a cell without the apostrophe that keeps a spreadsheet from evaluating it."""
    return text[1:] if _is_escaped(text) else text


def _row(cue: Cue, names: PeopleNames, misfits: Mapping[str, str] | None) -> list[str]:
    start, end = inward_milliseconds(cue.span)
    numbers = [f"{time / 1000:.3f}" for time in (start, end, end - start)]
    notes = (cue.reason, cue.by, *(getattr(cue, note) for note in NOTES), comment_text(cue.comment))
    return [
        *(cue.id, *numbers, cue.status, escaped_cell(writable(cue.text)), escaped_cell(names.written(cue.people))),
        *(f"{cue.rate:g}", f"{cue.pause:.3f}"),
        *(escaped_cell(note or "") for note in notes),
        "" if misfits is None or cue.status == "dropped" else escaped_cell(misfits.get(cue.id, "fits")),
    ]


def escaped_cell(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would evaluate it."""
    return f"'{text}" if text.startswith(_FORMULA) or _is_escaped(text) else text


def _is_escaped(text: str) -> bool:
    """Whether a text looks as if an apostrophe protected it."""
    return text.startswith("'") and text.lstrip("'").startswith(_FORMULA)
