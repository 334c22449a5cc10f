"""The observer's sentences: whole, in the present tense, the most specific wording first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

Side: TypeAlias = Literal["left", "right"]

_LEFT, _RIGHT = 0.36, 0.64  # shares of the picture's width: faces outside are on its left or right
_MANY = ("people", "others")  # alone and in a list
_SEVERAL = 4  # people in one view who are no longer listed one by one


def place(across: float) -> str:
    """Return the place in the frame, in words."""
    return "on the left" if across < _LEFT else "on the right" if across > _RIGHT else "in the centre"


def listed(names: Sequence[str]) -> str:
    """Return `P1`, `P1 and P2`, `P1, P2 and P3`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def appears(first: str, across: float) -> tuple[str, ...]:
    """Return sentences about a person whom the film shows for the first time: with their place, then without."""
    whole = _sentence(f"{first} appears")
    return (_sentence(f"{first} appears {place(across)}"), whole) if is_aside(across) else (whole,)


def is_back(later: str, across: float) -> tuple[str, ...]:
    """Return sentences about a person who was away for a while: with their place, then without."""
    whole = _sentence(f"{later} is back")
    return (_sentence(f"{later} is back, {place(across)}"), whole) if is_aside(across) else (whole,)


def appear(names: Sequence[str], across: Sequence[float]) -> tuple[str, ...]:
    """Return sentences about people whom the film shows for the first time, in one view.

    Args:
        names: what to call them, from left to right.
        across: their places, from 0 at the picture's left to 1 at its right; none if the names are in another order.
    """
    whole = _sentence(f"{listed(_counted(names))} appear")
    if len(across) == 2 and place(across[0]) == "on the left" and place(across[1]) == "on the right":
        first, second = _counted(names) if len(names) == 2 else ("a person", "another")
        return _sentence(f"{first} appears on the left, {second} on the right"), whole
    return (whole,)


def joins(new: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return the sentence about new people in view with known ones."""
    verb = "is" if len(new) == 1 and new[0] not in _MANY else "are"
    return (_sentence(f"{listed(_counted(new))} {verb} with {listed(known)}"),)


def others(n_people: int, *, are_more: bool) -> list[str]:
    """Return what to call so many people of whom nothing is known, in a list after others or on their own.

    Two or more are not counted: those whose face is not seen would not be among them.
    """
    if not n_people:
        return []
    one, many = ("another person", _MANY[1]) if are_more else ("a person", _MANY[0])
    return [one if n_people == 1 else many]


def are_together(names: Sequence[str]) -> tuple[str, ...]:
    """Return the sentence about known people who are in view together."""
    return (_sentence(f"{listed(names)} are together"),)


def several(names: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences about several people who appear; `names` are those that the listener knows."""
    whole = "Several people appear."
    return (f"Several people appear, among them {listed(names)}.", whole) if names else (whole,)


def are_several(n_people: int) -> bool:
    """Whether so many people are no longer listed one by one."""
    return n_people >= _SEVERAL


def enters(who: str, side: Side, *, is_back: bool) -> tuple[str, ...]:
    """Return sentences about a person who enters the frame."""
    verb = "comes back" if is_back else "enters"
    return _sentence(f"{who} {verb} from the {side}"), _sentence(f"{who} {verb}")


def leaves(who: str, side: Side) -> tuple[str, ...]:
    """Return sentences about a person who leaves the frame."""
    return _sentence(f"{who} leaves to the {side}"), _sentence(f"{who} leaves")


def crosses(who: str, *, to: Side) -> tuple[str, ...]:
    """Return the sentence about a person who moves from one side of the frame to the other."""
    return (_sentence(f"{who} moves from {'left to right' if to == 'right' else 'right to left'}"),)


def comes_closer(who: str) -> tuple[str, ...]:
    """Return the sentence about a person who comes closer."""
    return (_sentence(f"{who} comes closer"),)


def moves_away(who: str) -> tuple[str, ...]:
    """Return the sentence about a person who moves away."""
    return (_sentence(f"{who} moves further away"),)


def is_aside(across: float) -> bool:
    """Whether a place is the left or the right of the picture, which is worth a mention."""
    return not _LEFT <= across <= _RIGHT


def _counted(names: Sequence[str]) -> list[str]:
    """Return names of which equal ones are told apart: `a person`, `another person`."""
    return [
        name.replace("a person", "another person", 1) if name in names[:n] else name for n, name in enumerate(names)
    ]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
