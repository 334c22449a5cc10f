"""A described folder that is kept in memory, in step with the disk, during work on it.

Other commands and text editors may change the folder at the same time: each edit first looks whether they did. An edit
is in the journal, on the disk, before it counts; what it costs does not grow with the journal.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from cinescribe.describe.editing import people  # loaded when people change
from cinescribe.describe.editing.replay import Replayed
from cinescribe.describe.editing.revisions import (
    CueChange,
    PersonChange,
    Revision,
    called_now,
    last_people,
    last_undo,
)
from cinescribe.describe.editing.script_text import ScriptText
from cinescribe.describe.editing.take_back import NOTHING_TO_REDO, NOTHING_TO_UNDO, last_edit
from cinescribe.describe.editing.workspace import Workspace, now
from cinescribe.errors import EditError
from cinescribe.export.folder import CAST, DRAFT, JOURNAL, SCRIPT
from cinescribe.schema import Cue, Script
from cinescribe.store import write_text

_Stamp: TypeAlias = tuple[int, int, int] | None  # of a file: what changes when it is written


@dataclass(frozen=True)
class Edit:
    """What an edit changes.

    Args:
        changes: of cues.
        people: of people.
    """

    changes: tuple[CueChange, ...] = ()
    people: tuple[PersonChange, ...] = ()


@dataclass(frozen=True)
class Opened:
    """A folder at one moment.

    Args:
        script: the draft with all edits.
        revisions: the journal.
    """

    script: Script
    revisions: tuple[Revision, ...]

    @property
    def number(self) -> int:
        """The number of the last revision; 0 before the first."""
        return len(self.revisions)


class CueConflictError(EditError):
    """Another person changed a cue since it was shown.

    Args:
        cue_id: the cue.
        theirs: as it is now; None if it was removed.
    """

    def __init__(self, cue_id: str, theirs: Cue | None) -> None:
        what = "was removed" if theirs is None else "was changed"
        super().__init__(f"cue {cue_id} {what} somewhere else since this page was opened; choose which text to keep")
        self.cue_id, self.theirs = cue_id, theirs


def revision_of(cue: Cue) -> str:
    """Return a short digest of a cue, by which a page says which state of it was shown."""
    return hashlib.sha256(json.dumps(cue.to_dict(), ensure_ascii=False).encode()).hexdigest()[:16]


class OpenFolder:
    """A described folder that is being edited; several threads may use it.

    Args:
        folder: the output folder of `describe_film`.
        who: the name for changes that are found in `script.json`, made with a text editor.

    Raises:
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written, or another command has been editing it for ten seconds.
    """

    def __init__(self, folder: Path, *, who: str) -> None:
        self.folder, self._who = folder, who
        self._workspace = Workspace(folder)
        self._threads = threading.RLock()
        self._stamps: tuple[_Stamp, ...] = ()
        self._text = ScriptText()
        self._replayed: Replayed
        self._opened: Opened
        self.current()

    def current(self) -> Opened:
        """Return the folder as it is now.

        Raises:
            RecordError: when it is damaged.
            OutputError: when it cannot be written, or another command has been editing it for ten seconds.
        """
        with self._threads:
            if self._stamped() != self._stamps:
                with self._workspace.locked():
                    self._read()
            return self._opened

    def edit(
        self, make: Callable[[Script], Edit], *, who: str, source: str, expected: Mapping[str, str] | None = None
    ) -> Opened:
        """Edit the folder.

        Args:
            make: returns what changes in the script as it is now; without changes nothing is written.
            who: the name of the editor, for the journal.
            source: what the changes come from, for the journal.
            expected: for cues that were shown, `revision_of` them at that time.

        Raises:
            CueConflictError: when one of these cues is not as it was shown.
            EditError: when `make` refuses.
            CastError: when the cast file is damaged, or contradicts a change of people; nothing is stored.
            RecordError, OutputError: as `current`; the edit does not count then.
        """
        with self._threads, self._workspace.locked():
            self._read_if_changed()
            script = self._opened.script
            _check(script, expected or {})
            edit = make(script)
            if edit.changes or edit.people:
                called = called_now(script.people)
                self._commit(Revision(now(), who, source, edit.changes, called, people=edit.people))
            return self._opened

    def undo(self, *, who: str) -> Revision:
        """Take back the last edit that holds, and return it.

        Raises:
            EditError: when there is none.
            RecordError, OutputError: as `current`.
        """
        return self._take_back(last_edit, who, missing=NOTHING_TO_UNDO)

    def redo(self, *, who: str) -> Revision:
        """Take back the last undo, if nothing was edited since, and return the edit that holds again.

        Raises:
            EditError: when there is none.
            RecordError, OutputError: as `current`.
        """
        return self._opened.revisions[(self._take_back(last_undo, who, missing=NOTHING_TO_REDO).undoes or 0) - 1]

    def _take_back(self, choose: Callable[[Sequence[Revision]], int | None], who: str, *, missing: str) -> Revision:
        with self._threads, self._workspace.locked():
            self._read_if_changed()
            number = choose(self._opened.revisions)
            if number is None:
                raise EditError(f"{str(self.folder)!r} {missing}")
            self._commit(Revision(now(), who, f"undo of {number}", undoes=number))
            return self._opened.revisions[number - 1]

    def _read_if_changed(self) -> None:
        if self._stamped() != self._stamps:
            self._read()

    def _read(self) -> None:
        """Read the folder, inside its lock."""
        state = self._workspace.load(who=self._who)
        self._keep(Replayed(state.draft, state.revisions))

    def _commit(self, revision: Revision) -> None:
        """Append a revision to the journal, and write the script that follows, inside the folder's lock."""
        revisions = (*self._opened.revisions, revision)
        # A cast file that cannot follow is reported before anything is stored.
        cast = people.followed_cast(self.folder, revisions, self._opened.script) if last_people(revisions) else None
        self._workspace.append(self._replayed.draft, revision)
        self._replayed.apply(revision)
        self._workspace.write(self._text.of(self._replayed.script))
        if cast is not None:
            write_text(self.folder / CAST, cast, synced=True)
        self._keep(self._replayed)

    def _keep(self, replayed: Replayed) -> None:
        self._replayed = replayed
        self._opened = Opened(replayed.script, replayed.revisions)
        self._stamps = self._stamped()

    def _stamped(self) -> tuple[_Stamp, ...]:
        return tuple(_stamp(self.folder / name) for name in (DRAFT, JOURNAL, SCRIPT))


def _check(script: Script, expected: Mapping[str, str]) -> None:
    """Raise if a cue is not as it was shown."""
    if expected:
        cues = {cue.id: cue for cue in script.cues if cue.id in expected}
        for name, revision in expected.items():
            there = cues.get(name)
            if there is None or revision_of(there) != revision:
                raise CueConflictError(name, there)


def _stamp(path: Path) -> _Stamp:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
