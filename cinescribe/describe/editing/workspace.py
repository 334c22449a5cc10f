"""A described folder on disk: the draft, the journal, and the script that follows from both.

`draft.json` is what `describe` wrote, `edits.jsonl` the journal, `script.json` the two together. A hidden file holds
the digests of what was last written to `script.json`. If that has another digest, a person has changed it with an
editor: the difference is taken into the journal.

From a damaged journal no script is written: `script.json` stays, with a copy beside it, until the folder is repaired.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.errors import OutputError, RecordError
from cinescribe.export.folder import DRAFT, JOURNAL, KEPT_SCRIPT, SCRIPT
from cinescribe.input_files import read_text
from cinescribe.journal.folder_lock import locked_folder
from cinescribe.journal.journal import Journal
from cinescribe.schema import Cue, Script
from cinescribe.store import read_record, record_text, write_record, write_text

_WRITTEN = ".script.sha256"  # digests of script.json: before and after it was last written
_LOCK = ".edits.lock"


@dataclass(frozen=True)
class FolderState:
    """What a folder holds.

    Args:
        draft: the script as `describe` wrote it.
        revisions: the journal.
    """

    draft: Script
    revisions: tuple[Revision, ...] = ()

    @property
    def script(self) -> Script:
        """The draft with all edits."""
        return replay(self.draft, self.revisions)


class Workspace:
    """The files of a description that may be edited.

    Args:
        folder: the output folder of `describe_film`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = Journal(folder / JOURNAL, Revision)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other commands from editing the folder inside the block.

        Raises:
            OutputError: when another command has been editing it for ten seconds, or the folder cannot be written.
        """
        with locked_folder(self.folder, _LOCK):
            yield

    @contextmanager
    def opened(self, *, who: str) -> Iterator[FolderState]:
        """Yield what the folder holds, and keep other commands from editing it inside the block.

        Args, Raises: as `load` and `locked`.
        """
        self.check_described()  # a folder without one is not made, nor locked
        with self.locked():
            yield self.load(who=who)

    def has_script(self) -> bool:
        """Whether the folder holds a description."""
        return (self.folder / SCRIPT).is_file() or (self.folder / DRAFT).is_file()

    def check_described(self) -> None:
        """Raise RecordError when the folder holds no description."""
        if not self.has_script():
            raise RecordError(f"{str(self.folder)!r} holds no description ({SCRIPT} is missing); describe a film first")

    def load(self, *, who: str) -> FolderState:
        """Read the folder, inside `locked`.

        A script that a killed command left behind is brought up to date. Changes that a person made in `script.json`
        with an editor are appended to the journal.

        Args:
            who: the name for the journal, should there be such changes.

        Raises:
            RecordError: when there is no description, or a file of it is damaged. Of a damaged journal the line is
                named; `script.json` is then as it was.
            OutputError: when the folder cannot be written.
        """
        state = FolderState(self._read_draft(), self._revisions())
        if self.is_foreign():
            return self.commit(state, _edited_directly(state, self._read_script(), who))
        self.write(record_text(state.script))
        return state

    def peek(self, *, who: str) -> FolderState:
        """Return what `load` returns, outside `locked`, and write nothing: for a folder that is only read.

        Raises:
            RecordError: as `load`.
        """
        state = FolderState(self._read_draft(), self.journal.peek())
        revision = _edited_directly(state, self._read_script(), who) if self.is_foreign() else None
        return state if revision is None else FolderState(state.draft, (*state.revisions, revision))

    def commit(self, state: FolderState, revision: Revision | None) -> FolderState:
        """Append a revision to the journal, if there is one, and write the script that follows.

        The revision is on the disk before the script is written, so that a command that is killed in between is
        completed by the next one.
        """
        if revision is not None:
            self.append(state.draft, revision)
            state = FolderState(state.draft, (*state.revisions, revision))
        self.write(record_text(state.script))
        return state

    def append(self, draft: Script, revision: Revision) -> None:
        """Append a revision to the journal; it is on the disk when this returns, and `write` has to follow."""
        self._keep_draft(draft)
        self.journal.append(revision)

    def rewrite(self, draft: Script, revisions: Iterable[Revision]) -> None:
        """Write a draft with another journal, and the script that follows.

        A command that is killed in between leaves a damaged journal, which is written again.
        """
        state = FolderState(draft, tuple(revisions))
        self._keep_draft(draft)
        self.journal.replace(state.revisions)
        self.write(record_text(state.script))

    def write(self, text: str) -> None:
        """Write the script, as `record_text` has it, if it is not there already."""
        path = self.folder / SCRIPT
        if not path.is_file() or path.read_bytes() != text.encode():
            self._announce(text)
            write_text(path, text, synced=True)
        elif self._is_foreign(path):
            self._announce(text)

    def save_draft(self, draft: Script) -> FolderState:
        """Replace the draft, keep the journal, and write the script that follows."""
        state = FolderState(draft, self._revisions())
        text = record_text(state.script)
        self._announce(text)
        write_record(self.folder / DRAFT, draft, synced=True)
        self.write(text)
        return state

    def is_foreign(self) -> bool:
        """Whether a person changed `script.json` with an editor."""
        script = self.folder / SCRIPT
        return script.is_file() and self._is_foreign(script)

    def _revisions(self) -> tuple[Revision, ...]:
        try:
            return self.journal.read()
        except RecordError:
            self._keep_script()
            raise

    def _keep_script(self) -> None:
        """Keep a copy of the last script that follows from a whole journal."""
        script, kept = self.folder / SCRIPT, self.folder / KEPT_SCRIPT
        if not script.is_file() or self._is_foreign(script):
            return
        with suppress(OutputError, RecordError):  # the error of the journal says more
            text = read_text(script)
            if not kept.is_file() or read_text(kept) != text:
                write_text(kept, text, synced=True)

    def _keep_draft(self, draft: Script) -> None:
        if not (self.folder / DRAFT).is_file():  # of an older version: the script is its own draft
            write_record(self.folder / DRAFT, draft, synced=True)

    def _announce(self, text: str) -> None:
        """Note the digests that `script.json` may have from now on: the one it has, and that of a new text."""
        path = self.folder / SCRIPT
        before = _digest(path.read_bytes()) if path.is_file() else ""
        write_text(self.folder / _WRITTEN, f"{before}\n{_digest(text.encode())}\n", synced=True)

    def _is_foreign(self, script: Path) -> bool:
        """Whether another program wrote `script.json`; no if no digests are known, as in folders of older versions."""
        known = self.folder / _WRITTEN
        return known.is_file() and _digest(script.read_bytes()) not in read_text(known).split("\n")

    def _read_draft(self) -> Script:
        self.check_described()
        draft = self.folder / DRAFT
        return read_record(draft if draft.is_file() else self.folder / SCRIPT, Script)

    def _read_script(self) -> Script:
        path = self.folder / SCRIPT
        try:
            return read_record(path, Script)
        except RecordError as error:
            raise RecordError(
                f"{error}. {SCRIPT} was changed by hand: correct it, or remove it to get back the description without "
                "these changes"
            ) from error


def now() -> str:
    """Return the time for a revision."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _edited_directly(state: FolderState, edited: Script, who: str) -> Revision | None:
    """Return the difference between the script as it was written and as a person changed it."""
    before, after = ({cue.id: cue for cue in script.cues} for script in (state.script, edited))
    changes = tuple(
        CueChange(name, before.get(name), _marked(after.get(name)))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    )
    return Revision(now(), who, SCRIPT, changes, called_now(state.draft.people)) if changes else None


def _marked(cue: Cue | None) -> Cue | None:
    return None if cue is None else cue.replace(hand_made=True)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
