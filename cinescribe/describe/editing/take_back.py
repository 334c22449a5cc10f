"""Takes edits of a description back, and lists them."""

from __future__ import annotations

from pathlib import Path

from cinescribe.describe.editing.revisions import Revision, effective, last_undo
from cinescribe.describe.editing.workspace import State, Workspace, now
from cinescribe.errors import EditError


def undo(folder: str | Path, *, who: str) -> Revision:
    """Take back the last edit that holds.

    Returns:
        The edit that was taken back.

    Raises:
        EditError: when there is none.
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written.
    """
    workspace = Workspace(Path(folder))
    with workspace.opened(who=who) as state:
        numbers = effective(state.revisions)
        if not numbers:
            raise EditError(f"{str(folder)!r} has no edit to take back; `history` lists all")
        return _take_back(workspace, state, numbers[-1], who)


def redo(folder: str | Path, *, who: str) -> Revision:
    """Take back the last undo, if nothing was edited since.

    Returns:
        The edit that holds again.

    Raises:
        EditError: when there is none.
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written.
    """
    workspace = Workspace(Path(folder))
    with workspace.opened(who=who) as state:
        number = last_undo(state.revisions)
        if number is None:
            raise EditError(f"{str(folder)!r} has nothing to do again; only the last undo can be taken back")
        taken_back = state.revisions[number - 1].undoes or 0
        _take_back(workspace, state, number, who)
        return state.revisions[taken_back - 1]


def history(folder: str | Path) -> tuple[Revision, ...]:
    """Return the whole journal of a description, the oldest edit first.

    Raises:
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written.
    """
    with Workspace(Path(folder)).opened(who="") as state:
        return state.revisions


def _take_back(workspace: Workspace, state: State, number: int, who: str) -> Revision:
    workspace.commit(state, Revision(now(), who, f"undo of {number}", undoes=number))
    return state.revisions[number - 1]
