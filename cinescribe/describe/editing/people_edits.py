"""What changes of people do to a script's people and cues."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.describe.editing.revisions import PersonChange
from cinescribe.schema import Cue, Person


def described_people(
    people: Sequence[Person], cues: Sequence[Cue], changes: Sequence[PersonChange]
) -> tuple[tuple[Person, ...], tuple[Cue, ...]]:
    """Return people and cues after changes of people, in order."""
    for change in changes:
        if change.name is not None:
            people = [
                person.replace(name=change.name or None) if person.id == change.person else person for person in people
            ]
    return tuple(people), tuple(cues)
