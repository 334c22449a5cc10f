"""Captions of stills: five templates a picture, whose slots take only what is seen in it."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.backlot.drawing.brush import Colour
from cinescribe.backlot.drawing.cast import costume_of, look_of
from cinescribe.backlot.drawing.labels import Piece
from cinescribe.backlot.plan.phrases import PLACE_WORDS
from cinescribe.backlot.plan.plan import Member, Take
from cinescribe.backlot.stills.still_actions import Deed
from cinescribe.schema import Region

N_CAPTIONS = 5  # of a picture, as in COCO
_SAYS_NIGHT = 0.5  # share of the captions of pictures by night
_TELLING = 0.01  # of the picture's area: smaller furniture is not worth a word
_BESIDE, _NEAR = 0.12, 0.35  # of the picture's width between two things
_FALLBACK = ("stands", "is standing")  # where what is done cannot be seen
_FURNITURE = ("table", "chair", "door")  # what deeds need
_COLOURS: dict[Colour, str] = {
    (196, 62, 58): "red", (226, 122, 62): "orange", (232, 184, 76): "yellow", (92, 148, 92): "green",
    (46, 110, 92): "green", (68, 128, 176): "blue", (44, 72, 128): "blue", (124, 84, 150): "purple",
    (214, 126, 148): "pink", (236, 230, 218): "white", (128, 132, 140): "grey", (58, 60, 68): "black",
    (148, 106, 72): "brown", (94, 172, 172): "turquoise",
}  # fmt: skip
_GARMENTS = {
    "tee": "shirt", "shirt": "shirt", "jumper": "sweater", "jacket": "jacket", "hoodie": "hoodie", "blouse": "blouse",
    "dress": "dress",
}  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """Something seen in a still.

    Args:
        piece: what and whose it is.
        region: its label and where it is.
        in_set: whether it belongs to the place, rather than to those who act.
        area: how much of the picture shows it, 0 to 1.
    """

    piece: Piece
    region: Region
    in_set: bool
    area: float


def captions(
    take: Take, deed: Deed, shown: Sequence[Shown], *, members: Mapping[str, Member], rng: random.Random
) -> tuple[str, ...]:
    """Five different captions, in lower case and without a full stop, that name nothing unseen.

    Args:
        take: what was drawn.
        deed: what is done in it.
        shown: what is seen.
        members: the cast by id.
        rng: where chance comes from.
    """
    teller = _Teller(take, deed, shown, members, rng)
    templates = rng.sample(teller.templates(), len(teller.templates()))
    told: dict[str, None] = {}
    for template in itertools.cycle(templates):  # two verbs and clothes told or not are six captions at least
        told[template()] = None
        if len(told) == N_CAPTIONS:
            break
    return tuple(told)


def seen_people(shown: Sequence[Shown]) -> dict[str, Shown]:
    """The members of the cast who are seen, by id."""
    return {one.piece.of.rpartition("/")[2]: one for one in shown if one.piece.of}


class _Teller:
    """Knows what may be said of one picture, and says it in different words each time."""

    def __init__(
        self, take: Take, deed: Deed, shown: Sequence[Shown], members: Mapping[str, Member], rng: random.Random
    ) -> None:
        self._take, self._deed, self._members, self._rng = take, deed, members, rng
        people = seen_people(shown)
        self._actor = people[take.actor]
        self._partner = people.get(take.partner or "")
        self._other = next((people[one] for one in take.bystanders if one in people), None)
        self._owned = {one.piece.name for one in shown if not one.in_set and not one.piece.of}
        self._around = self._furniture(shown)
        self._turn = 0

    def templates(self) -> list[Callable[[], str]]:
        """Ways to tell the picture; those that need what is not there are left out."""
        ways = [self._plain, self._dressed, self._dressed]
        if self._around:
            ways += [self._beside, self._beside, self._before, self._there_is]
        if self._other is not None:
            ways += [self._company]
        return ways

    def _plain(self) -> str:
        return f"{self._who()} {self._does()} {self._at()}"

    def _dressed(self) -> str:
        member = self._members[self._take.actor]
        costume, look = costume_of(member, 0), look_of(member)
        man = f"bald {member.gender}" if look.hair == "bald" else member.gender
        clothes = f"{_COLOURS[costume.top_colour]} {_GARMENTS[costume.top]}"
        return f"{_a(man)} in {_a(clothes)} {self._does()}{self._rng.choice(('', ' ' + self._at()))}"

    def _beside(self) -> str:
        return f"{self._who()} {self._does()} {self._related(self._next())}"

    def _before(self) -> str:
        pronoun = "her" if self._members[self._take.actor].gender == "woman" else "him"
        return f"{self._who()} {self._does()} with {self._pieces()} behind {pronoun}"

    def _there_is(self) -> str:
        return f"there is {self._pieces()} {self._at()} where {self._who()} {self._does()}"

    def _company(self) -> str:
        assert self._other is not None
        article = "another" if self._other.piece.name == self._actor.piece.name and not self._partner else "a"
        return f"{self._who()} {self._does()} while {article} {self._other.piece.name} stands nearby"

    def _who(self) -> str:
        return _a(self._actor.piece.name)

    def _does(self) -> str:
        """What the actor does, in words for nothing that is hidden or out of the picture."""
        says = [words for words in self._deed.says if self._is_seen(words)]
        words = self._rng.choice(says or _FALLBACK)
        thing = self._take.thing or ""
        partner = self._partner.piece.name if self._partner else ""
        other = f"another {partner}" if partner == self._actor.piece.name else _a(partner)
        return words.format(o=thing if thing.endswith("s") else _a(thing), b=other)

    def _is_seen(self, words: str) -> bool:
        if "{o}" in words and self._take.thing not in self._owned:
            return False
        if "{b}" in words and self._partner is None:
            return False
        return all(name in self._owned for name in _FURNITURE if re.search(rf"\b{name}\b", words))

    def _at(self) -> str:
        preposition, place = PLACE_WORDS[self._take.place].at.split(" the ")
        night = " at night" if self._take.night and self._rng.random() < _SAYS_NIGHT else ""
        return f"{preposition} {_a(place)}{night}"

    def _pieces(self) -> str:
        one = self._next().piece.name
        other = self._next().piece.name
        return _a(one) if one == other or self._rng.random() < 0.4 else f"{_a(one)} and {_a(other)}"

    def _related(self, one: Shown) -> str:
        """Where the actor is, seen from a piece of the set."""
        gap = _gap(self._actor.region, one.region)
        if gap < 0:
            return f"in front of {_a(one.piece.name)}"
        word = self._rng.choice(("next to", "beside")) if gap < _BESIDE else "near" if gap < _NEAR else "far from"
        return f"{word} {_a(one.piece.name)}"

    def _next(self) -> Shown:
        """The pieces of the set one after the other."""
        self._turn += 1
        return self._around[self._turn % len(self._around)]

    def _furniture(self, shown: Sequence[Shown]) -> list[Shown]:
        """What stands around, the nearest of each name, and nothing that bears the name of what the actor uses."""
        around = [one for one in shown if one.in_set and one.area >= _TELLING and one.piece.name not in self._owned]
        around.sort(key=lambda one: max(0.0, _gap(self._actor.region, one.region)), reverse=True)
        nearest = list({one.piece.name: one for one in around}.values())
        return self._rng.sample(nearest, len(nearest))


def _gap(one: Region, other: Region) -> float:
    """How far two regions are apart across the picture; less than 0 where they overlap."""
    return max(one.box[0], other.box[0]) - min(one.box[2], other.box[2])


def _a(words: str) -> str:
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"
