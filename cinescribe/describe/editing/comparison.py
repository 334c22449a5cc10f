"""What a person changed in an exported file, as changes of the script's cues.

The file is compared with what was exported, not with the script, which may have changed since: what the person left as
it was stays as the script has it now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any

from cinescribe.describe.editing.changed_cue import (
    CueValues,
    Duration,
    changed_cue,
    mentioned,
    new_ids,
    timed,
)
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.export.disclosure import BY_HAND
from cinescribe.export.tracks.cue_rows import CueRow, RowFile
from cinescribe.record import Record
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, Span

_VALUES = tuple(field.name for field in fields(CueRow) if field.name not in ("id", "line"))
_ROUNDED: Seconds = 0.0015  # times in files are whole milliseconds, rounded inward


@dataclass(frozen=True)
class Remark(Record):
    """Something that the editor should know.

    Args:
        cue: the id of the cue that it is about.
        text: what.
    """

    cue: str
    text: str


@dataclass(frozen=True)
class ScriptChanges:
    """The outcome of a comparison.

    Args:
        changes: of cues, in the order of the file; removed cues last.
        remarks: about them.
        rows: the rows of the file, with the ids of the cues that were added.
        n_changed, n_added, n_moved, n_removed: numbers of cues; a cue that is only moved is not changed.
    """

    changes: tuple[CueChange, ...]
    remarks: tuple[Remark, ...]
    rows: tuple[CueRow, ...]
    n_changed: int
    n_added: int
    n_moved: int
    n_removed: int


def compare(script: Script, read: RowFile, exported: Sequence[CueRow], *, duration: Duration) -> ScriptChanges:
    """Return what a person changed in a file.

    Args:
        script: as it is now.
        read: the file as it is now.
        exported: the rows of the file as it was exported.
        duration: the seconds that the voice takes for a cue.
    """
    now = {cue.id: cue for cue in script.cues}
    base = {row.id: row for row in exported if row.id}
    comparing = _Comparing(script, now, base, duration)
    seen: set[str] = set()
    rows = []
    for row in read.rows:
        is_known = row.id is not None and (row.id in base or row.id in now)
        if row.id is not None and is_known and row.id not in seen:
            seen.add(row.id)
            comparing.known(row.id, row)
            rows.append(row)
        else:
            rows.append(row.replace(id=comparing.added(row, was_copied=row.id in seen)))
    for name, row in base.items():
        if name not in seen and name in now and (row.status is None or row.status in read.carries):
            comparing.removed(name, row)
    return comparing.outcome(rows)


class _Comparing:
    """Collects the changes of one comparison."""

    def __init__(self, script: Script, now: Mapping[str, Cue], base: Mapping[str, CueRow], duration: Duration) -> None:
        self._script, self._now, self._base, self._duration = script, now, base, duration
        self._changes: list[CueChange] = []
        self._remarks: list[Remark] = []
        self._counts = dict.fromkeys(("changed", "added", "moved", "removed"), 0)
        self._taken = {*now, *base}
        self._ids: dict[Seconds, Iterator[str]] = {}  # for cues that begin at a time; matched ids are removed
        self._already_added = _first_new_ids(now.values())

    def known(self, name: str, row: CueRow) -> None:
        """Take a row whose cue was exported, or is in the script."""
        before, was = self._now.get(name), self._base.get(name)
        if was is None:  # never exported, as in a file from elsewhere: everything in it counts
            was = None if before is None else _as_row(before, row)
        changed = {value: getattr(row, value) for value in _VALUES if _differs(value, row, was)}
        if before is not None and before.status == "extended":  # files differ in when they let it end
            changed.pop("end", None)
        if not changed:
            return
        if before is None:
            self._remark(name, "is no longer in the script, but was changed in the file: it was added again")
            self._add(row, name)
            return
        for value in changed:
            if was is not None and _has_changed_since(before, was, value):
                self._remark(name, f"its {value} was also changed after the export; that of the file was taken")
        after = changed_cue(before, CueValues(**changed), duration=self._duration, people=self._script.people)
        self._changes.append(CueChange(name, before, after))
        self._counts["moved" if set(changed) <= {"start", "end"} else "changed"] += 1
        if before.recording and after.recording and "text" in changed:
            self._remark(name, "its words changed, and its recording still says the old ones: record it again")

    def added(self, row: CueRow, *, was_copied: bool) -> str:
        """Take a row without a cue; return the id that its cue gets."""
        if row.id is None and (there := self._already_added.get((row.text, row.start))) is not None:
            return there  # by a command that was killed before it noted that
        ids = self._ids.setdefault(row.start, iter(new_ids(row.start)))
        name = next(each for each in ids if each not in self._taken)
        if was_copied:
            self._remark(name, f"line {row.line} has the id {row.id}, as a cue before it: it was added as a new cue")
        elif row.id:
            self._remark(name, f"line {row.line} has the id {row.id}, which no cue has: it was added as a new cue")
        self._add(row, name)
        return name

    def removed(self, name: str, row: CueRow) -> None:
        """Take a cue that was exported and is not in the file."""
        cue = self._now[name]
        if any(_has_changed_since(cue, row, value) for value in ("text", "status", "comment")):
            self._remark(name, "is not in the file, but was changed after the export: it was kept")
            return
        self._changes.append(CueChange(name, cue, None))
        self._counts["removed"] += 1

    def outcome(self, rows: Sequence[CueRow]) -> ScriptChanges:
        """Return all changes, and the rows with the ids of all cues."""
        counts = {f"n_{kind}": n for kind, n in self._counts.items()}
        return ScriptChanges(tuple(self._changes), tuple(self._remarks), tuple(rows), **counts)

    def _add(self, row: CueRow, name: str) -> None:
        self._taken.add(name)
        self._counts["added"] += 1
        cue = Cue(
            Span(row.start, row.start),
            row.text,
            row.people if row.people is not None else mentioned(row.text, self._script.people),
            status=row.status or "spoken",
            by=BY_HAND,
            rate=row.rate or 1.0,
            id=name,
            hand_made=True,
            comment=row.comment or None,
        )
        self._changes.append(CueChange(name, None, timed(cue, row.end, self._duration)))

    def _remark(self, name: str, text: str) -> None:
        self._remarks.append(Remark(name, text))


def _first_new_ids(cues: Iterable[Cue]) -> dict[tuple[str, Seconds], str]:
    """Return, by text and start, the first id of a cue that a new row became before."""
    same: dict[tuple[str, Seconds], set[str]] = defaultdict(set)
    for cue in cues:
        same[cue.text, cue.span.start].add(cue.id)
    return {
        (text, start): name
        for (text, start), names in same.items()
        if (name := next((each for each in islice(new_ids(start), len(names)) if each in names), None)) is not None
    }


def _as_row(cue: Cue, like: CueRow) -> CueRow:
    """Return a cue as a row with the values that another row has."""
    row = CueRow(
        cue.id, cue.span.start, cue.span.end, cue.text, cue.people, cue.status, cue.rate, cue.comment or "", like.line
    )
    missing = {value: None for value in _VALUES if getattr(like, value) is None}
    values: dict[str, Any] = vars(row) | missing
    return CueRow(**values)


def _differs(value: str, row: CueRow, was: CueRow | None) -> bool:
    """Whether a row has another value than it had; times are rounded to milliseconds, and lines rewrapped."""
    new, old = getattr(row, value), None if was is None else getattr(was, value)
    if new is None or old is None:
        return new is not None
    if value in ("start", "end"):
        return bool(abs(new - old) > _ROUNDED)
    return bool(new.split() != old.split() if value == "text" else new != old)


def _has_changed_since(cue: Cue, exported: CueRow, value: str) -> bool:
    """Whether a value of a cue that was edited by hand is no longer what was exported."""
    if not cue.hand_made:
        return False
    now = _as_row(cue, exported)
    was, is_ = getattr(exported, value), getattr(now, value)
    if value in ("start", "end"):  # exported times are rounded, and extended cues get an end
        return was is not None and cue.status == "spoken" and abs(was - is_) > _ROUNDED
    return bool(was != is_)
