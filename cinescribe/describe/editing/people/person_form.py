"""A change of a person as it is entered: read and checked before its effect is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cinescribe.describe.editing.cue_fields import checked_text
from cinescribe.describe.editing.revisions import PersonChange
from cinescribe.errors import EditError, RecordError, brief
from cinescribe.schema import Person, Script
from cinescribe.timing import Seconds, Span, clock, from_clock

_LONGEST = 100  # letters of a name


class PersonFieldError(EditError):
    """A value that was entered for a person cannot be used.

    Args:
        field: which one: `name`, `into`, `start` or `end`.
        message: what is wrong with it, and what to do.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_change(sent: Mapping[str, str], script: Script, seen: Sequence[Seconds]) -> PersonChange:
    """Return the change of a person that a form asks for.

    Args:
        sent: the person's id as `person`, and a `name`, the id of another person as `into`, or `start` and `end`.
        script: as it is.
        seen: times of the person's faces; () where they are not known.

    Raises:
        PersonFieldError: when a value cannot be used.
        EditError: when there is no such person.
    """
    person = person_of(script, sent.get("person", ""))
    if "into" in sent:
        return PersonChange(person.id, into=_other(script, person, sent["into"]).id)
    if "start" in sent:
        return PersonChange(person.id, split=_span(sent, script, person, seen))
    return PersonChange(person.id, name=_name(script, person, sent.get("name", "")))


def person_of(script: Script, person_id: str) -> Person:
    """Return a person by their id.

    Raises:
        EditError: when there is none.
    """
    for person in script.people:
        if person.id == person_id:
            return person
    raise EditError(f"no person has the id {brief(person_id)}; they may have been merged since, so open the page again")


def _name(script: Script, person: Person, typed: str) -> str:
    try:
        name = " ".join(checked_text(typed, "name").split())
    except EditError as error:
        raise PersonFieldError("name", str(error)) from error
    if len(name) > _LONGEST:
        raise PersonFieldError("name", f"the name has {len(name)} letters; expected at most {_LONGEST}")
    if name and not any(letter.isalpha() for letter in name):
        raise PersonFieldError("name", f"the name is {name!r}; expected a name with letters")
    taken = next((one for one in script.people if one.id != person.id and name in (one.name, one.label)), None)
    if name and taken is not None:
        raise PersonFieldError("name", f"{name!r} is {taken.label} already; merge the two, or give another name")
    if name == (person.name or ""):
        raise PersonFieldError("name", f"{person.called} is called so already; enter another name")
    return name


def _other(script: Script, person: Person, chosen: str) -> Person:
    if chosen == person.id:
        raise PersonFieldError("into", f"{person.called} cannot be merged with themselves; choose another person")
    try:
        return person_of(script, chosen)
    except EditError as error:
        raise PersonFieldError("into", "no person was chosen; choose the person who is the same") from error


def _span(sent: Mapping[str, str], script: Script, person: Person, seen: Sequence[Seconds]) -> Span:
    start, end = (_time(sent.get(name, ""), name) for name in ("start", "end"))
    if not start < end <= script.film.duration + 1:
        last = clock(script.film.duration)
        raise PersonFieldError("end", f"{clock(start)} to {clock(end)} is no span; end after the start, up to {last}")
    span = Span(start, end)
    n_inside = sum(map(span.has, seen))
    if seen and not n_inside:
        raise PersonFieldError("start", f"{person.called} is not seen then; see the times when they are")
    if seen and n_inside == len(seen):
        raise PersonFieldError("end", f"{person.called} is only seen then; name them, or merge them with others")
    return span


def _time(typed: str, name: str) -> Seconds:
    try:
        return from_clock(typed.strip())
    except RecordError as error:
        raise PersonFieldError(name, str(error)) from error
