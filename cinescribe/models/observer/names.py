"""What the observer calls people: a name if they have one, else what a viewer recognises them by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.models.observer.footage import FaceTrack
from cinescribe.schema import Person

_ANYBODY = "a person"
_PLAIN_CLOTHES = {"dark": "dark clothing", "light": "light clothing"}


@dataclass(frozen=True)
class Reference:
    """The words for one person.

    Args:
        first: at the first mention, as `a person in blue`; `Anna, in blue,` for a person with a name.
        later: at later mentions, as `the person in blue`; `Anna`.
        in_list: at the first mention in a list of people; `Anna` for a person with a name.
        label: as evidence names them: the name or label.
    """

    first: str
    later: str
    in_list: str
    label: str

    @property
    def is_distinctive(self) -> bool:
        """Whether the words say more than that it is a person."""
        return self.first != _ANYBODY


def references(people: Sequence[Person], tracks: Sequence[FaceTrack]) -> dict[str, Reference]:
    """Return the words for each person of a film.

    A person without a name is recognised by the colour of their clothes. If somebody else in the film has that colour,
    a person who comes again has a number: that of their label. Without name and clothes it is a person, each time.

    Args:
        people: the film's people.
        tracks: all their face tracks.
    """
    clothes = {person.id: _clothes([track for track in tracks if track.person == person.id]) for person in people}
    n_wearing = Counter(clothes.values())
    shots = {person.id: {track.shot for track in tracks if track.person == person.id} for person in people}
    return {
        person.id: _reference(
            person,
            clothes[person.id],
            is_distinct=n_wearing[clothes[person.id]] == 1,
            comes_again=len(shots[person.id]) > 1,
        )
        for person in people
    }


def _reference(person: Person, clothes: str | None, *, is_distinct: bool, comes_again: bool) -> Reference:
    wearing = "" if clothes is None else f" in {_PLAIN_CLOTHES.get(clothes, clothes)}"
    if person.name:
        return Reference(f"{person.name},{wearing}," if wearing else person.name, person.name, person.name, person.name)
    if not wearing:
        return Reference(_ANYBODY, _ANYBODY, _ANYBODY, person.label)
    if not comes_again or is_distinct:
        return Reference(f"{_ANYBODY}{wearing}", f"the person{wearing}", f"{_ANYBODY}{wearing}", person.label)
    number = f"person {person.label.lstrip('P')}"
    return Reference(f"{number},{wearing},", number, number, person.label)


def _clothes(tracks: Sequence[FaceTrack]) -> str | None:
    """Return the colour of a person's clothes; None if it is unknown or changes in the film."""
    colours = {track.clothes for track in tracks} - {None}
    return colours.pop() if len(colours) == 1 else None
