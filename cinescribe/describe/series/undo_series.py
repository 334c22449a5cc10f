"""Takes the last change of a series back, in the series and in its episodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cinescribe.describe.editing.workspace import now
from cinescribe.describe.series.series_change import SeriesChange, change_series
from cinescribe.describe.series.series_folder import SeriesFolder
from cinescribe.describe.series.series_state import SeriesEdit, holding
from cinescribe.errors import EditError


def undo_in_series(series: str | Path, *, who: str) -> SeriesChange:
    """Take back the last change of a series; each further call takes back one more.

    What that change did in episodes is taken back too; what was done there by hand since stays.

    Args:
        series: the folder of the series.
        who: your name, for the history.

    Returns:
        The series afterwards; `what` is the change that was taken back.

    Raises:
        EditError: when there is none.
        RecordError: when the folder holds no series, or a damaged one.
        CastError: when its cast file was edited and cannot be read.
        OutputError: when the folder cannot be written.
    """
    folder = SeriesFolder(series)
    with folder.opened(who=who) as before:
        number = max(holding(before.edits), default=None)
        if number is None:
            raise EditError(f"{str(folder.folder)!r} has no change to take back")
        state = folder.commit(before, SeriesEdit(now(), who, f"undo of {number}", undoes=number))
        change = change_series(folder, state, None, who=who)
        return replace(change, what=before.edits[number - 1].what)
