"""The observer's English: calm, short, present tense, each sentence in several lengths, the longest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Side: TypeAlias = Literal["left", "right"]
Wordings: TypeAlias = tuple[str, ...]

_LEFT, _RIGHT = 0.36, 0.64  # shares of the picture's width: faces outside are on its left or right
_APART = 0.12  # of the picture's width: two faces closer than this are not told apart by place
_CLOSE_UP, _DISTANT = 0.29, 0.09  # face height as share of the picture's: above and below
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Placed:
    """A person in a picture.

    Args:
        called: label or name.
        across: place of the face's centre, 0 left to 1 right.
        height: of the face, as share of the picture's.
        is_new: whether the film has not shown them before.
        is_recent: whether it has shown them a moment ago.
    """

    called: str
    across: float
    height: float
    is_new: bool
    is_recent: bool = False


def place(across: float) -> str:
    """Where in the picture, in words."""
    return "on the left" if across < _LEFT else "on the right" if across > _RIGHT else "in the centre"


def closeness(height: float) -> str:
    """How close a face is, in words; nothing for a middle distance."""
    return "in close-up" if height >= _CLOSE_UP else "in the distance" if height <= _DISTANT else ""


def listed(names: Sequence[str]) -> str:
    """`P1`, `P1 and P2`, `P1, P2 and P3`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def in_view(people: Sequence[Placed]) -> Wordings:
    """Who a new shot shows.

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
    """Somebody seen for the first time, or again, in a shot already told."""
    verb = "appears" if person.is_new else "comes into view"
    return _lengths(f"{person.called} {verb}", [_aside(person.across)])


def enters(called: str, side: Side, *, is_back: bool) -> Wordings:
    """Somebody walks into the picture."""
    verb = "comes back" if is_back else "enters"
    return f"{called} {verb} from the {side}.", f"{called} {verb}."


def leaves(called: str, side: Side) -> Wordings:
    """Somebody walks out of the picture."""
    return f"{called} leaves to the {side}.", f"{called} leaves."


def moves(called: str, *, start: float, end: float) -> Wordings:
    """Somebody moves across the picture, between two places in it."""
    side = "right" if end > start else "left"
    far = start < _LEFT < _RIGHT < end or end < _LEFT < _RIGHT < start
    whole = f"{called} moves from {'left to right' if side == 'right' else 'right to left'}."
    return (whole,) if far else (f"{called} moves to the {side}.",)


def comes_closer(called: str) -> Wordings:
    """Somebody grows in the picture while the camera does not."""
    return (f"{called} comes closer.",)


def moves_away(called: str) -> Wordings:
    """Somebody shrinks in the picture while the camera does not."""
    return (f"{called} moves further away.",)


def turns_to(called: str, way: Side | Literal["front"]) -> Wordings:
    """Somebody's face turns; where the eyes look is not said."""
    whole = f"{called} turns towards us." if way == "front" else f"{called} turns to the {way}."
    return whole, f"{called} turns."


def after(opening: str, wordings: Wordings) -> Wordings:
    """The same, told after how the picture came: `After a dissolve, P1 appears.`"""
    return (f"{opening}, {_lowered(wordings[0])}", *wordings)


def _lowered(sentence: str) -> str:
    """A sentence as a clause: its first word loses the capital, unless it is a name or a label."""
    common = ("From ", *(f"{number.capitalize()} " for number in _NUMBERS))
    return sentence[0].lower() + sentence[1:] if sentence.startswith(common) else sentence


def _alone(person: Placed) -> Wordings:
    details = [closeness(person.height), _aside(person.across)]
    if person.is_new:
        return _lengths(f"{person.called} appears", details)
    head = f"{person.called} is in view" if person.is_recent else f"{person.called} is back"
    return _lengths(head, [f", {detail}" if detail else "" for detail in details])


def _joined(people: Sequence[Placed], new: Sequence[str], old: Sequence[str]) -> Wordings:
    """Some are new, some are known."""
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
    """Where in the picture, unless in its centre, where people alone are expected."""
    return "" if _LEFT <= across <= _RIGHT else place(across)


def _lengths(head: str, details: Sequence[str]) -> Wordings:
    """A sentence with all its details, then with fewer, from the last on."""
    told = [detail if detail.startswith(",") else f" {detail}" for detail in details if detail]
    whole = [f"{head}{''.join(told[:n])}." for n in range(len(told), -1, -1)]
    return tuple(whole)
