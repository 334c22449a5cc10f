"""The observer's sentences: short, in the present tense, each in several lengths, the longest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Side: TypeAlias = Literal["left", "right"]
Wordings: TypeAlias = tuple[str, ...]

_LEFT, _RIGHT = 0.36, 0.64  # shares of the picture's width: faces outside are on its left or right
_APART = 0.12  # of the picture's width: faces closer than this are not distinguished by place
_CLOSE_UP, _DISTANT = 0.29, 0.09  # face height as share of the picture's: above and below
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Placed:
    """A person in the frame.

    Args:
        called: label or name.
        across: place of the face's centre, 0 left to 1 right.
        height: of the face, as share of the picture's.
        is_new: whether the film has not shown them before.
        is_recent: whether the film has shown them a moment ago.
    """

    called: str
    across: float
    height: float
    is_new: bool
    is_recent: bool = False


def place(across: float) -> str:
    """Return the place in the frame, in words."""
    return "on the left" if across < _LEFT else "on the right" if across > _RIGHT else "in the centre"


def closeness(height: float) -> str:
    """Return how close a face is, in words; empty for a middle distance."""
    return "in close-up" if height >= _CLOSE_UP else "in the distance" if height <= _DISTANT else ""


def listed(names: Sequence[str]) -> str:
    """Return `P1`, `P1 and P2`, `P1, P2 and P3`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def in_view(people: Sequence[Placed]) -> Wordings:
    """Return sentences about the people in a new shot.

    Args:
        people: from left to right.
    """
    if len(people) == 1:
        return _alone(people[0])
    new = [person.called for person in people if person.is_new]
    old = [person.called for person in people if not person.is_new]
    if new and old:
        return _joined(people, new, old)
    if len(people) == 2:
        return _pair(people)
    return _several(people)


def comes_into_view(person: Placed) -> Wordings:
    """Return sentences about a person who appears, or appears again, during a shot."""
    verb = "appears" if person.is_new else "comes into view"
    return _lengths(f"{person.called} {verb}", [_aside(person.across)])


def enters(called: str, side: Side, *, is_back: bool) -> Wordings:
    """Return sentences about a person who enters the frame."""
    verb = "comes back" if is_back else "enters"
    return f"{called} {verb} from the {side}.", f"{called} {verb}."


def leaves(called: str, side: Side) -> Wordings:
    """Return sentences about a person who leaves the frame."""
    return f"{called} leaves to the {side}.", f"{called} leaves."


def moves(called: str, *, start: float, end: float) -> Wordings:
    """Return the sentence about a person who moves across the frame, between two places in it."""
    side = "right" if end > start else "left"
    far = start < _LEFT < _RIGHT < end or end < _LEFT < _RIGHT < start
    whole = f"{called} moves from {'left to right' if side == 'right' else 'right to left'}."
    return (whole,) if far else (f"{called} moves to the {side}.",)


def comes_closer(called: str) -> Wordings:
    """Return the sentence about a person who comes closer."""
    return (f"{called} comes closer.",)


def moves_away(called: str) -> Wordings:
    """Return the sentence about a person who moves away."""
    return (f"{called} moves further away.",)


def turns_to(called: str, direction: Side | Literal["front"]) -> Wordings:
    """Return sentences about a face that turns; they do not claim where the eyes look."""
    whole = f"{called} turns towards us." if direction == "front" else f"{called} turns to the {direction}."
    return whole, f"{called} turns."


def after(opening: str, wordings: Wordings) -> Wordings:
    """Return the sentences after a transition, such as `After a dissolve, P1 appears.`, then without it."""
    return (f"{opening}, {_lowered(wordings[0])}", *wordings)


def _lowered(sentence: str) -> str:
    """Return a sentence as a clause, its first word in lower case unless it is a name or a label."""
    common = ("From ", *(f"{number.capitalize()} " for number in _NUMBERS))
    return sentence[0].lower() + sentence[1:] if sentence.startswith(common) else sentence


def _alone(person: Placed) -> Wordings:
    details = [closeness(person.height), _aside(person.across)]
    if person.is_new:
        return _lengths(f"{person.called} appears", details)
    head = f"{person.called} is in view" if person.is_recent else f"{person.called} is back"
    return _lengths(head, [f", {detail}" if detail else "" for detail in details])


def _joined(people: Sequence[Placed], new: Sequence[str], old: Sequence[str]) -> Wordings:
    """Return sentences about new people together with known ones."""
    verb = "appears" if len(new) == 1 else "appear"
    brief = f"{listed(new)} {verb} with {listed(old)}."
    if len(people) == 2 and _is_apart(people):
        first, second = (person.called for person in people)
        return f"{brief.removesuffix('.')}, {first} on the left, {second} on the right.", brief
    return (brief,)


def _pair(people: Sequence[Placed]) -> Wordings:
    first, second = (person.called for person in people)
    both = listed([first, second])
    brief = f"{both} appear." if people[0].is_new else f"{both} are together."
    if not _is_apart(people):
        return (brief,)
    if people[0].is_new:
        return f"{both} appear, {first} on the left, {second} on the right.", brief
    return f"{first} is on the left, {second} on the right.", brief


def _several(people: Sequence[Placed]) -> Wordings:
    names = listed([person.called for person in people])
    number = _NUMBERS[len(people)].capitalize() if len(people) < len(_NUMBERS) else str(len(people))
    if people[0].is_new:
        return f"{number} people appear, from left to right: {names}.", f"{names} appear.", f"{number} people appear."
    return f"From left to right are {names}.", f"{names} are in view."


def _is_apart(people: Sequence[Placed]) -> bool:
    return people[1].across - people[0].across >= _APART


def _aside(across: float) -> str:
    """Return the place in the frame, empty for the centre."""
    return "" if _LEFT <= across <= _RIGHT else place(across)


def _lengths(head: str, details: Sequence[str]) -> Wordings:
    """Return a sentence with all its details, then with fewer, without the last ones first."""
    parts = [detail if detail.startswith(",") else f" {detail}" for detail in details if detail]
    whole = [f"{head}{''.join(parts[:n])}." for n in range(len(parts), -1, -1)]
    return tuple(whole)
