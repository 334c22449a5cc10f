"""The journal of a description, `edits.jsonl`: every edit by hand, one revision a line; only a repair rewrites it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.record import Record
from cinescribe.schema import Cue, Person
from cinescribe.timing import Span


@dataclass(frozen=True)
class NameAtRevision(Record):
    """What a person was called at the time of a revision.

    Args:
        person: the person's id.
        name: the name, or else the label.
        is_named: whether that was a name.
    """

    person: str
    name: str
    is_named: bool


@dataclass(frozen=True)
class CueChange(Record):
    """A cue before and after a revision.

    Args:
        cue: its id.
        before: None for a cue that was added.
        after: None for a cue that was removed.
    """

    cue: str
    before: Cue | None = None
    after: Cue | None = None


@dataclass(frozen=True)
class PersonChange(Record):
    """What a revision did to one person; one of the four is given.

    Args:
        person: the person's id.
        name: the new name; "" takes the name away.
        into: id of the person that this one turned out to be.
        split: the spans of another person, who gets a new id.
        introduced: where the audience has met the person before; "": here.
    """

    person: str
    name: str | None = None
    into: str | None = None
    split: Span | None = None
    introduced: str | None = None


@dataclass(frozen=True)
class Revision(Record):
    """What one command changed.

    Args:
        at: when, in UTC, ISO 8601.
        who: the name of the editor.
        source: what the changes were read from, e.g. the name of a file.
        changes: of cues, at most one for each.
        called: everybody in the script at that time.
        undoes: number of the revision that this one takes back, counted from 1; it then has no changes of its own.
        people: changes of people, in order; they come before those of cues.
    """

    at: str
    who: str
    source: str
    changes: tuple[CueChange, ...] = ()
    called: tuple[NameAtRevision, ...] = ()
    undoes: int | None = None
    people: tuple[PersonChange, ...] = ()


def called_now(people: Sequence[Person]) -> tuple[NameAtRevision, ...]:
    """Return what people are called in a script."""
    return tuple(NameAtRevision(person.id, person.called, person.name is not None) for person in people)


def effective(revisions: Sequence[Revision]) -> list[int]:
    """Return the numbers, from 1, of the revisions that hold: neither taken back, nor taking back, in order."""
    undone = _undone(revisions)
    return [number for number, revision in enumerate(revisions, 1) if number not in undone and revision.undoes is None]


def last_people(revisions: Sequence[Revision]) -> tuple[PersonChange, ...]:
    """Return what the last revision did to people, or took back, or did again."""
    if not revisions:
        return ()
    revision = revisions[-1]
    while revision.undoes is not None:
        revision = revisions[revision.undoes - 1]
    return revision.people


def last_undo(revisions: Sequence[Revision]) -> int | None:
    """Return the number of the last undo that holds and is followed by no other edit; None if there is none."""
    undone = _undone(revisions)
    for number in range(len(revisions), 0, -1):
        if number in undone:
            continue
        revision = revisions[number - 1]
        if revision.undoes is None:
            return None
        if revisions[revision.undoes - 1].undoes is None:
            return number
    return None


def _undone(revisions: Sequence[Revision]) -> set[int]:
    """Return the numbers of revisions that a later one takes back; taking back an undo restores what it took back."""
    undone: set[int] = set()
    for number in range(len(revisions), 0, -1):
        target = revisions[number - 1].undoes
        if target is not None and number not in undone:
            undone.add(target)
    return undone
