"""Changes of people in words."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.describe.cast import SPLIT_MARK
from cinescribe.describe.editing.people_edits import spoken_label
from cinescribe.describe.editing.revisions import Called, PersonChange
from cinescribe.timing import clock


def change_line(change: PersonChange, called: Sequence[Called]) -> str:
    """Return what a change did, as a sentence.

    Args:
        change: of a person.
        called: everybody before it.

    Example:
        >>> change_line(PersonChange("p1", name="Anna"), [Called("p1", "P1", False)])
        'P1 is named Anna.'
    """
    names = {one.person: one.name for one in called}
    person = names.get(change.person, _label(change.person))
    if change.into is not None:
        return f"{person} is the same person as {names.get(change.into, _label(change.into))}."
    if change.split is not None:
        start, end = clock(change.split.start)[:-2], clock(change.split.end)[:-2]
        return f"{person} is somebody else from {start} to {end}: {_label(change.person)}{SPLIT_MARK}."
    if not change.name:
        return f"{person} has no name any more, and is called {spoken_label(_label(change.person))}."
    return f"{person} is named {change.name}."


def _label(person: str) -> str:
    return person[:1].upper() + person[1:]
