"""How a cue changes when a person gives it new values, whether on a page or in a file."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, TypeAlias

from cinescribe.schema import Cue, CueStatus, Person
from cinescribe.timing import Seconds, Span

DROPPED_BY_HAND = "dropped by hand"

Duration: TypeAlias = Callable[[Cue], Seconds]  # that a cue is heard for: of its recording, or of the voice


@dataclass(frozen=True)
class CueValues:
    """New values of a cue. None leaves a value as it is; an empty text takes away what a cue can do without.

    Args:
        start: second at which it begins.
        end: second at which it ends; only spoken cues have one of their own.
        text: what it says.
        people: ids of the people it is about.
        status: spoken, dropped or extended.
        rate: speed of the voice, 1 is normal.
        comment: what describers note for each other.
        why, effect, trait, figure: what the seen implies and means.
        notes: what was measured around it.
    """

    start: Seconds | None = None
    end: Seconds | None = None
    text: str | None = None
    people: tuple[str, ...] | None = None
    status: CueStatus | None = None
    rate: float | None = None
    comment: str | None = None
    why: str | None = None
    effect: str | None = None
    trait: str | None = None
    figure: str | None = None
    notes: tuple[str, ...] | None = None

    @property
    def is_spoken_again(self) -> bool:
        """Whether they change how long the voice takes."""
        return self.text is not None or self.rate is not None or self.status is not None


def changed_cue(cue: Cue, values: CueValues, *, duration: Duration, people: Sequence[Person]) -> Cue:
    """Return a cue with new values, as one that a person has changed.

    A new start moves the cue. New words, another speed and another status time it by the voice, unless an end is given
    too. With new words go the shorter wordings of the old ones, and the evidence of their single words.

    Args:
        cue: the cue.
        values: the new values.
        duration: gives the seconds for which a cue is heard.
        people: of the script; those whose names occur in new words are added to the cue's own.
    """
    start = _new(values.start, cue.span.start)
    after = cue.replace(
        span=Span(start, start + cue.span.duration),
        text=_new(values.text, cue.text),
        people=_new(values.people, cue.people),
        status=_new(values.status, cue.status),
        rate=_new(values.rate, cue.rate),
        comment=_new(values.comment, cue.comment) or None,
        why=_new(values.why, cue.why) or None,
        effect=_new(values.effect, cue.effect) or None,
        trait=_new(values.trait, cue.trait) or None,
        figure=_new(values.figure, cue.figure) or None,
        notes=_new(values.notes, cue.notes),
        hand_made=True,
    )
    if values.text is not None:
        after = _reworded(after, [] if values.people is not None else mentioned(after.text, people))
    if values.end is not None or values.is_spoken_again:
        after = timed(after, values.end, duration)
    if values.status is not None:
        after = after.replace(reason=DROPPED_BY_HAND if after.status == "dropped" else None, could_wait=False)
    return after


def timed(cue: Cue, end: Seconds | None, duration: Duration) -> Cue:
    """Return a cue that lasts as long as it is heard, or until `end` if that is given."""
    start = cue.span.start
    if cue.status == "dropped":
        return cue.replace(span=Span(start, start), pause=0.0)
    if cue.status == "extended":
        return cue.replace(span=Span(start, start), pause=duration(cue))
    spoken_until = end if end is not None and end > start else start + duration(cue)
    return cue.replace(span=Span(start, round(spoken_until, 3)), pause=0.0)


def mentioned(text: str, people: Iterable[Person]) -> tuple[str, ...]:
    """Return the ids of the people whose name occurs in a text."""
    words = "".join(letter if letter.isalnum() else " " for letter in text).split()
    joined = f" {' '.join(words)} "
    return tuple(person.id for person in people if person.name and f" {' '.join(person.name.split())} " in joined)


def new_ids(start: Seconds) -> Iterable[str]:
    """Return ids for a new cue, which no draft gives: `h72300`, then `h72300.2` and so on, without end."""
    name = f"h{round(start * 1000)}"
    return chain([name], (f"{name}.{n}" for n in count(2)))


def free_id(start: Seconds, taken: Container[str]) -> str:
    """Return the first id for a new cue that no other cue has."""
    return next(name for name in new_ids(start) if name not in taken)


def _reworded(cue: Cue, also: Iterable[str]) -> Cue:
    """A cue with new words, without what belongs to its old ones; it is also about those who are mentioned."""
    evidence = tuple(one for one in cue.evidence if one.word is None)
    people = tuple(dict.fromkeys([*cue.people, *also]))
    reason = None if cue.status == "spoken" else cue.reason
    return cue.replace(shorter=(), evidence=evidence, reason=reason, people=people)


def _new(value: Any, old: Any) -> Any:
    return old if value is None else value
