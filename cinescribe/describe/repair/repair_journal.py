"""Repairs the journal of a description or a series: lost edits become empty ones, and what they did is restored.

What the edits did is taken from the last file that follows from the whole journal: `script.json`, or `cast.toml`.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from cinescribe.describe.editing.revisions import Revision
from cinescribe.describe.editing.workspace import Workspace, now
from cinescribe.describe.repair.restored_script import last_script, restoring
from cinescribe.describe.series.cast_file import restored_people
from cinescribe.describe.series.series_folder import SeriesFolder
from cinescribe.describe.series.series_state import SeriesEdit, state_of
from cinescribe.export.folder import CAST, DRAFT, JOURNAL
from cinescribe.journal.journal import DamagedJournal
from cinescribe.output_folder import read_marker
from cinescribe.record import Record
from cinescribe.schema import Script
from cinescribe.store import read_record, writing

_SERIES = "series"  # a series' folder is marked so
_MATCHED = "people of episodes that a lost edit matched are no longer known; add the episodes again"


@dataclass(frozen=True)
class Repaired(Record):
    """What a repair found and did.

    Args:
        faults: what was wrong with the journal, each beginning with the line; none if it was whole.
        lost: numbers of the edits whose author, date and undo are lost.
        cues: of a description, how many were restored from its script.
        kept: the damaged journal, kept beside the new one; None if there was no file.
        remarks: what a person should check.
    """

    faults: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    cues: int = 0
    kept: str | None = None
    remarks: tuple[str, ...] = ()


def repair_journal(folder: str | Path, *, who: str) -> Repaired:
    """Let a description or a series with a damaged journal be edited again.

    Edits that are whole keep their numbers, authors and dates. Each lost one becomes an edit without changes. What
    lost edits changed is restored by further edits, from `script.json` or `cast.toml` as they were. The damaged journal
    is kept. A journal that is whole stays as it is.

    Args:
        folder: of the description or series.
        who: your name, for the history.

    Raises:
        RecordError: when the folder holds neither, or another file of it is damaged.
        CastError: when the cast file of a series cannot be read.
        OutputError: when the folder cannot be written, or another command is editing it.
    """
    folder = Path(folder)
    if _SERIES in read_marker(folder).kinds:
        return _repaired_series(SeriesFolder(folder), who)
    return _repaired_description(Workspace(folder), who)


def _repaired_description(workspace: Workspace, who: str) -> Repaired:
    folder = workspace.folder
    workspace.check_described()
    with workspace.locked():
        left = workspace.journal.examine()
        if not left.faults:
            return Repaired()
        script = last_script(workspace)
        draft = read_record(folder / DRAFT, Script) if (folder / DRAFT).is_file() or script is None else script
        edits = [
            left.edits.get(number) or Revision(now(), who, f"edit {number}, which was lost")
            for number in range(1, left.last + 1)
        ]
        restored = restoring(draft, edits, script, who=who, marked=workspace.is_foreign())
        kept = _kept(folder)
        workspace.rewrite(draft, (*edits, *restored.revisions))
    return Repaired(left.faults, _lost(left), restored.n_cues, kept, restored.remarks)


def _repaired_series(series: SeriesFolder, who: str) -> Repaired:
    folder = series.folder
    with series.locked():
        left = series.journal.examine()
        if not left.faults:
            return Repaired()
        edits = [
            left.edits.get(number) or SeriesEdit(now(), who, f"edit {number}, which was lost")
            for number in range(1, left.last + 1)
        ]
        if (folder / CAST).is_file():
            restored = restored_people(state_of(edits), folder / CAST, at=now(), who=who)
            edits += [] if restored is None else [restored]
        kept = _kept(folder)
        series.journal.replace(edits)
        series.load(who=who)
    return Repaired(left.faults, _lost(left), kept=kept, remarks=(_MATCHED,) if _lost(left) else ())


def _lost(left: DamagedJournal[Revision] | DamagedJournal[SeriesEdit]) -> tuple[int, ...]:
    return tuple(number for number in range(1, left.last + 1) if number not in left.edits)


def _kept(folder: Path) -> str | None:
    """Copy the damaged journal under a name of its own; None if there is no file."""
    path = folder / JOURNAL
    if not path.is_file():
        return None
    names = (f"{path.stem}.damaged{number}{path.suffix}" for number in chain([""], (f"-{n}" for n in count(2))))
    name = next(name for name in names if not (folder / name).exists())
    with writing(folder / name, synced=True) as beside:
        shutil.copyfile(path, beside)
    return name
