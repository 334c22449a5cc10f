"""Several edits as one: what a form changes in a cue, and then what its button does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from cinescribe.describe.editing.revisions import CueChange
from cinescribe.schema import Cue, Script

EditStep: TypeAlias = Callable[[Script], tuple[CueChange, ...]]


def in_turn(script: Script, steps: Iterable[EditStep]) -> tuple[CueChange, ...]:
    """Return the changes that steps make one after another, each cue's as one change."""
    before: dict[str, Cue | None] = {}
    after: dict[str, Cue | None] = {}
    for step in steps:
        changes = step(script)
        for change in changes:
            before.setdefault(change.cue, change.before)
            after[change.cue] = change.after
        script = with_changes(script, changes)
    return tuple(CueChange(name, before[name], cue) for name, cue in after.items() if cue != before[name])


def with_changes(script: Script, changes: Iterable[CueChange]) -> Script:
    """Return a script with changes of its cues, in order of time."""
    changed = {change.cue: change.after for change in changes}
    if not changed:
        return script
    cues = [cue for cue in script.cues if cue.id not in changed]
    cues += [cue for cue in changed.values() if cue is not None]
    return script.replace(cues=tuple(sorted(cues, key=lambda cue: cue.span.start)))
