"""What was exported from a folder: the rows of each file as written, and the script they were written from."""

from __future__ import annotations

from pathlib import Path

from cinescribe.export.tracks.cue_rows import RowFile


def base_rows(folder: Path, path: Path) -> RowFile | None:
    """Return the rows of an export as it was written; None if nothing is known of it."""
    raise NotImplementedError


def note_read(folder: Path, path: Path) -> None:
    """Remember that an edited export was read back: it may be overwritten by the next export without a copy."""
    raise NotImplementedError


def stale_exports(folder: Path) -> tuple[str, ...]:
    """Return the paths of the exports that were made from another state of the script, in order."""
    raise NotImplementedError
