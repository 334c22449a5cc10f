"""The CSV sheets that raters fill in, and the key that says which system wrote what."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cinescribe.errors import OutputError, ScoreError
from cinescribe.metrics.files.tabular_files import FileRecord, read_file_records
from cinescribe.output_folder import claim_folder
from cinescribe.store import write_text

KEY = "key.csv"
_FOLDER = "folder of rating sheets"


def new_sheets(folder: Path, n_raters: int) -> list[Path]:
    """Mark a folder that has neither sheets nor a key yet as ours, and return the paths of the raters' sheets in it.

    Raises:
        OutputError: when a file is there already, since somebody may have filled it in, or the folder holds anything
            else.
    """
    sheets = [folder / f"rater-{n}.csv" for n in range(1, n_raters + 1)]
    there = next((path for path in (folder / KEY, *sheets) if os.path.lexists(path)), None)
    if there is not None:
        raise OutputError(f"{str(there)!r} is there already, and may be filled in; name another folder")
    claim_folder(folder, _FOLDER, is_older=lambda _: False)
    return sheets


def read_key(key: Path) -> dict[str, FileRecord]:
    """Return the records of a key by their items.

    Raises:
        ScoreError: when it cannot be read.
    """
    return {cell(record, "item"): record for record in read_file_records(Path(key))}


def known_item(record: FileRecord, of_item: Mapping[str, FileRecord], key: Path) -> FileRecord:
    """Return the key's record of a sheet's row.

    Raises:
        ScoreError: when the key does not have the row's item and clip.
    """
    item, clip = cell(record, "item"), cell(record, "clip")
    found = of_item.get(item)
    if found is None or cell(found, "clip") != clip:
        raise ScoreError(
            f"{record.location} has item {item!r} of clip {clip!r}, which {str(key)!r} does not have; give the key "
            "that was written with the sheet"
        )
    return found


def cell(record: FileRecord, name: str) -> str:
    """Return a cell that must not be empty.

    Raises:
        ScoreError: when it is empty or absent.
    """
    value = str(record.fields.get(name) or "").strip()
    if not value:
        raise ScoreError(f"{record.location} has no {name}; give a sheet, and its key, as they were written")
    return value


def write_rows(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file.

    Raises:
        OutputError: when it cannot be written.
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    write_text(path, out.getvalue())
