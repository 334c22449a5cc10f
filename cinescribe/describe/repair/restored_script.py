"""Restores what lost edits did to a description, from the last script that follows from its whole journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import CueChange, PersonChange, Revision, called_now
from cinescribe.describe.editing.workspace import Workspace, now
from cinescribe.errors import RecordError
from cinescribe.export.folder import JOURNAL, KEPT_SCRIPT, SCRIPT
from cinescribe.schema import Cue, Script
from cinescribe.store import read_record

_SOURCE = f"repair of {JOURNAL}"


@dataclass(frozen=True)
class _Restored:
    """What restores a script.

    Args:
        revisions: after which the journal gives that script.
        n_cues: how many cues they change.
        remarks: what they do not restore.
    """

    revisions: tuple[Revision, ...] = ()
    n_cues: int = 0
    remarks: tuple[str, ...] = ()


def last_script(workspace: Workspace) -> Script | None:
    """Return the last script of a description, or else the one that was kept; None if neither can be read."""
    for name in (SCRIPT, KEPT_SCRIPT):
        try:
            return read_record(workspace.folder / name, Script)
        except RecordError:
            continue
    return None


def restoring(
    draft: Script, revisions: Sequence[Revision], script: Script | None, *, who: str, marked: bool
) -> _Restored:
    """Return the revisions that make the rest of a journal give the last script again.

    Args:
        draft: the script as `describe` wrote it.
        revisions: what is left of the journal.
        script: the last script; None if it is lost too.
        who: the name of the editor.
        marked: whether the cues that change count as made by hand, because a person changed `script.json` itself.
    """
    if script is None:
        return _Restored(remarks=(f"{SCRIPT} cannot be read: it now says what is left of the journal; check all cues",))
    now_is = replay(draft, revisions)
    called = {person.id: person.name for person in now_is.people}
    names = tuple(
        PersonChange(person.id, name=person.name or "")
        for person in script.people
        if person.id in called and called[person.id] != person.name
    )
    made = [Revision(now(), who, _SOURCE, (), called_now(now_is.people), people=names)] if names else []
    now_is = replay(draft, (*revisions, *made))
    before, after = ({cue.id: cue for cue in each.cues} for each in (now_is, script))
    changes = tuple(
        CueChange(name, before.get(name), _marked(after.get(name)) if marked else after.get(name))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    )
    if changes:
        made.append(Revision(now(), who, _SOURCE, changes, called_now(now_is.people)))
    others = sorted({one.called for one in {*now_is.people} ^ {*script.people}})
    remarks = (f"a merge or split of people was lost: {', '.join(others)}; check them",) if others else ()
    return _Restored(tuple(made), len(changes), remarks)


def _marked(cue: Cue | None) -> Cue | None:
    return None if cue is None else cue.replace(hand_made=True)
