"""Takes edits of a description back, and lists them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cinescribe.describe.editing import people  # loaded when people change
from cinescribe.describe.editing.revisions import Revision, effective, last_people, last_undo
from cinescribe.describe.editing.workspace import Workspace, now
from cinescribe.errors import EditError
from cinescribe.export.folder import CAST
from cinescribe.store import write_text

NOTHING_TO_UNDO = "has no edit to take back; `history` lists all"
NOTHING_TO_REDO = "has nothing to do again; only the last undo can be taken back"


def undo(folder: str | Path, *, who: str) -> Revision:
    """Take back the last edit that holds.

    Returns:
        The edit that was taken back.

    Raises:
        EditError: when there is none.
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written.
    """
    return _take_back(folder, who, last_edit, missing=NOTHING_TO_UNDO)[-1]


def redo(folder: str | Path, *, who: str) -> Revision:
    """Take back the last undo, if nothing was edited since.

    Returns:
        The edit that holds again.

    Raises:
        EditError: when there is none.
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written.
    """
    upto_undo = _take_back(folder, who, last_undo, missing=NOTHING_TO_REDO)
    return upto_undo[(upto_undo[-1].undoes or 0) - 1]


def undo_source(folder: str | Path, source: str, *, who: str) -> Revision | None:
    """Take back the last edit from a source that holds, whatever was edited since.

    Args:
        folder: of the description.
        source: of the edit, as its journal has it.
        who: the name of the editor.

    Returns:
        The edit that was taken back; None if no edit from there holds.

    Raises:
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written.
    """

    def last(revisions: Sequence[Revision]) -> int | None:
        return max((n for n in effective(revisions) if revisions[n - 1].source == source), default=None)

    try:
        return _take_back(folder, who, last, missing=f"has no edit of {source}")[-1]
    except EditError:
        return None


def history(folder: str | Path) -> tuple[Revision, ...]:
    """Return the whole journal of a description, the oldest edit first.

    Raises:
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written.
    """
    with Workspace(Path(folder)).opened(who="") as state:
        return state.revisions


def last_edit(revisions: Sequence[Revision]) -> int | None:
    """Return the number of the last edit that holds; None if there is none."""
    return max(effective(revisions), default=None)


def _take_back(
    folder: str | Path, who: str, choose: Callable[[Sequence[Revision]], int | None], *, missing: str
) -> tuple[Revision, ...]:
    """Take back the revision whose number is chosen; return the journal up to it.

    Raises:
        EditError: saying what is missing, when none is chosen.
    """
    workspace = Workspace(Path(folder))
    with workspace.opened(who=who) as state:
        number = choose(state.revisions)
        if number is None:
            raise EditError(f"{str(folder)!r} {missing}")
        revision = Revision(now(), who, f"undo of {number}", undoes=number)
        revisions = (*state.revisions, revision)
        cast = people.followed_cast(workspace.folder, revisions, state.draft) if last_people(revisions) else None
        workspace.commit(state, revision)
        if cast is not None:
            write_text(workspace.folder / CAST, cast, synced=True)
        return state.revisions[:number]
