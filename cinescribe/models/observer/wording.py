"""The observer's sentences: whole, in the present tense, the most specific wording first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.language.messages.lists import listed
from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.sentence_case import sentence_case
from cinescribe.models.observer.names import PersonWords, called

Side: TypeAlias = Literal["left", "right"]

_LEFT, _RIGHT = 0.36, 0.64  # shares of the picture's width: faces outside are on its left or right
_SEVERAL = 4  # people in one view who are no longer listed one by one
# The comma of `Anna, in blue,` before another mark; the full stop of a sentence after that of `Tom Jr.`
_DOUBLED = re.compile(r",(?=\s*[,.;:])|(?<=[^.]\.)\.$")


def side_at(across: float) -> Side | None:
    """Return the side of the frame at which a place is; None in its middle.

    Args:
        across: from 0 at the frame's left to 1 at its right.
    """
    return "left" if across < _LEFT else "right" if across > _RIGHT else None


def are_several(n_people: int) -> bool:
    """Whether so many people are no longer listed one by one."""
    return n_people >= _SEVERAL


@dataclass(frozen=True)
class Sentences:
    """Sentences about people, in one language.

    Args:
        messages: of the language.
    """

    messages: Messages

    def appears(self, who: PersonWords, across: float) -> tuple[str, ...]:
        """Return sentences about a person whom the film shows for the first time: with their place, then without."""
        side, whole = side_at(across), self._sentence("appears", who=[who])
        return (self._sentence("appears-aside", side, who=[who]), whole) if side else (whole,)

    def is_back(self, who: PersonWords, across: float) -> tuple[str, ...]:
        """Return sentences about a person who was away for a while: with their place, then without."""
        side, whole = side_at(across), self._sentence("is-back", who=[who])
        return (self._sentence("is-back-aside", side, who=[who]), whole) if side else (whole,)

    def appear(self, who: Sequence[PersonWords], across: Sequence[float] = ()) -> tuple[str, ...]:
        """Return sentences about people of whom something is known, and whom the film shows for the first time.

        Args:
            who: what to call them, from left to right.
            across: their places, from 0 at the picture's left to 1 at its right; none if they are in another order.
        """
        several = _distinct(who)
        whole = self._sentence("appear", who=several, first=several[:1])
        if len(several) == 2 and _is_each_aside(across):
            left, right = several
            return self._sentence("appear-on-both-sides", left=[left], right=[right]), whole
        return (whole,)

    def people_appear(self, across: Sequence[float]) -> tuple[str, ...]:
        """Return sentences about people of whom nothing is known, and whom the film shows for the first time.

        Args:
            across: as for `appear`.
        """
        whole = self._sentence("people-appear")
        return (self._sentence("people-appear-on-both-sides"), whole) if _is_each_aside(across) else (whole,)

    def several_appear(self, known: Sequence[PersonWords]) -> tuple[str, ...]:
        """Return the sentences about several people who appear; the listener knows those in `known`."""
        whole = self._sentence("several-appear")
        return (self._sentence("several-appear-among-them", known=known), whole) if known else (whole,)

    def are_with(self, new: Sequence[PersonWords], known: Sequence[PersonWords], *, n_new: int) -> tuple[str, ...]:
        """Return the sentence about so many new people in view with known ones."""
        distinct = _distinct(new)
        return (self._sentence("are-with", n=n_new, new=distinct, known=known, everybody=[*distinct, *known]),)

    def are_together(self, who: Sequence[PersonWords]) -> tuple[str, ...]:
        """Return the sentence about two or more known people who are in view together."""
        return (self._sentence("are-together", everybody=who, first=who[:1], rest=who[1:]),)

    def enters(self, who: PersonWords, side: Side, *, is_back: bool) -> tuple[str, ...]:
        """Return sentences about a person who enters the frame: with the side from where, then without."""
        if is_back:
            return self._sentence("comes-back-from", side, who=[who]), self._sentence("comes-back", who=[who])
        return self._sentence("enters-from", side, who=[who]), self._sentence("enters", who=[who])

    def leaves(self, who: PersonWords, side: Side) -> tuple[str, ...]:
        """Return sentences about a person who leaves the frame: with the side where to, then without."""
        return self._sentence("leaves-to", side, who=[who]), self._sentence("leaves", who=[who])

    def crosses(self, who: PersonWords, *, to: Side) -> tuple[str, ...]:
        """Return the sentence about a person who moves from one side of the frame to the other."""
        return (self._sentence("crosses", to, who=[who]),)

    def comes_closer(self, who: PersonWords) -> tuple[str, ...]:
        """Return the sentence about a person who comes closer."""
        return (self._sentence("comes-closer", who=[who]),)

    def moves_away(self, who: PersonWords) -> tuple[str, ...]:
        """Return the sentence about a person who moves away."""
        return (self._sentence("moves-away", who=[who]),)

    def the_person(self, across: float) -> PersonWords:
        """Return what to call a person known only by place, after a mention."""
        side = side_at(across)
        return called(self.messages, "the-person-aside", side=side) if side else called(self.messages, "the-person")

    def others(self, n_people: int, *, are_more: bool) -> list[PersonWords]:
        """Return what to call so many people of whom nothing is known, in a list after others or on their own.

        Two or more are not counted: those whose face is not seen would not be among them.
        """
        if not n_people:
            return []
        if n_people == 1:
            return [called(self.messages, "another-person" if are_more else "person")]
        return [called(self.messages, "others" if are_more else "people")]

    def _sentence(
        self, name: str, side: Side | None = None, *, n: int | None = None, **roles: Sequence[PersonWords]
    ) -> str:
        """Return a message as a sentence; each of the roles has the names of people, in all cases of the language."""
        values: dict[str, str | float] = {} if side is None else {"side": side}
        if n is not None:
            values["n"] = n
        for role, people in roles.items():
            values[role] = listed([one.subject for one in people], self.messages)
            for case in self.messages.cases:
                values[f"{role}_{case}"] = listed([one.in_case(case) for one in people], self.messages)
        return sentence_case(_DOUBLED.sub("", self.messages.text(name, **values)), self.messages.language)


def _is_each_aside(across: Sequence[float]) -> bool:
    """Whether these are the places of two people, one on the left and one on the right."""
    return [side_at(each) for each in across] == ["left", "right"]


def _distinct(people: Sequence[PersonWords]) -> list[PersonWords]:
    """Return people with distinct words for those of the same description: `a person`, `another person`."""
    return [one.another or one if one in people[:n] else one for n, one in enumerate(people)]
