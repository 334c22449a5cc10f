"""Captions of stills: five per picture, from templates that mention only what is visible."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.backlot.drawing.brush import Colour
from cinescribe.backlot.drawing.cast import appearance_of, costume_of
from cinescribe.backlot.drawing.labels import Piece
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS
from cinescribe.backlot.plan.plan import PlannedMember, Take
from cinescribe.backlot.stills.still_actions import StillAction
from cinescribe.still_schema import Region

N_STILL_CAPTIONS = 5  # per picture, as in COCO
_SAYS_NIGHT = 0.5  # share of the captions of night pictures that mention it
_MIN_AREA = 0.01  # of the picture: smaller furniture is not mentioned
_BESIDE, _NEAR = 0.12, 0.35  # distances of two things, as shares of the picture's width
_FALLBACK = ("stands", "is standing")  # where the action cannot be seen
_FURNITURE = ("table", "chair", "door")  # furniture that actions need
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
class VisiblePiece:
    """Something visible in a still.

    Args:
        piece: its name and owner.
        region: its label and box.
        in_set: whether it belongs to the place rather than to the people.
        area: share of the picture that shows it, 0 to 1.
    """

    piece: Piece
    region: Region
    in_set: bool
    area: float


def captions(
    take: Take,
    action: StillAction,
    shown: Sequence[VisiblePiece],
    *,
    members: Mapping[str, PlannedMember],
    rng: random.Random,
) -> tuple[str, ...]:
    """Return five different captions that mention only what is visible, in lower case and without a full stop.

    Args:
        take: the take that was drawn.
        action: the action it shows.
        shown: what is visible.
        members: the cast by id.
        rng: source of randomness.
    """
    writer = _CaptionWriter(take, action, shown, members, rng)
    templates = rng.sample(writer.templates(), len(writer.templates()))
    texts: dict[str, None] = {}
    for template in itertools.cycle(templates):  # two verbs, with and without clothes, give at least six captions
        texts[template()] = None
        if len(texts) == N_STILL_CAPTIONS:
            break
    return tuple(texts)


def seen_people(shown: Sequence[VisiblePiece]) -> dict[str, VisiblePiece]:
    """Return the visible members of the cast, by id."""
    return {one.piece.of.rpartition("/")[2]: one for one in shown if one.piece.of}


class _CaptionWriter:
    """Writes captions of one picture, with different words each time."""

    def __init__(
        self,
        take: Take,
        action: StillAction,
        shown: Sequence[VisiblePiece],
        members: Mapping[str, PlannedMember],
        rng: random.Random,
    ) -> None:
        self._take, self._action, self._members, self._rng = take, action, members, rng
        people = seen_people(shown)
        self._actor = people[take.actor]
        self._partner = people.get(take.partner or "")
        self._other = next((people[one] for one in take.bystanders if one in people), None)
        self._owned = {one.piece.name for one in shown if not one.in_set and not one.piece.of}
        self._around = self._furniture(shown)
        self._turn = 0

    def templates(self) -> list[Callable[[], str]]:
        """Return the templates that the picture allows."""
        templates = [self._plain, self._dressed, self._dressed]
        if self._around:
            templates += [self._beside, self._beside, self._before, self._there_is]
        if self._other is not None:
            templates += [self._with_bystander]
        return templates

    def _plain(self) -> str:
        return f"{self._who()} {self._does()} {self._at()}"

    def _dressed(self) -> str:
        member = self._members[self._take.actor]
        costume, appearance = costume_of(member, 0), appearance_of(member)
        person = f"bald {member.gender}" if appearance.hair == "bald" else member.gender
        clothes = f"{_COLOURS[costume.top_colour]} {_GARMENTS[costume.top]}"
        return f"{_a(person)} in {_a(clothes)} {self._does()}{self._rng.choice(('', ' ' + self._at()))}"

    def _beside(self) -> str:
        return f"{self._who()} {self._does()} {self._relation(self._next())}"

    def _before(self) -> str:
        pronoun = "her" if self._members[self._take.actor].gender == "woman" else "him"
        return f"{self._who()} {self._does()} with {self._pieces()} behind {pronoun}"

    def _there_is(self) -> str:
        return f"there is {self._pieces()} {self._at()} where {self._who()} {self._does()}"

    def _with_bystander(self) -> str:
        assert self._other is not None
        article = "another" if self._other.piece.name == self._actor.piece.name and not self._partner else "a"
        return f"{self._who()} {self._does()} while {article} {self._other.piece.name} stands nearby"

    def _who(self) -> str:
        return _a(self._actor.piece.name)

    def _does(self) -> str:
        """Return a predicate for the actor that mentions nothing hidden or out of the picture."""
        phrases = [words for words in self._action.phrases if self._is_visible(words)]
        words = self._rng.choice(phrases or _FALLBACK)
        thing = self._take.thing or ""
        partner = self._partner.piece.name if self._partner else ""
        other = f"another {partner}" if partner == self._actor.piece.name else _a(partner)
        return words.format(o=thing if thing.endswith("s") else _a(thing), b=other)

    def _is_visible(self, words: str) -> bool:
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

    def _relation(self, one: VisiblePiece) -> str:
        """Return where the actor is, relative to a piece of the set."""
        gap = _gap(self._actor.region, one.region)
        if gap < 0:
            return f"in front of {_a(one.piece.name)}"
        word = self._rng.choice(("next to", "beside")) if gap < _BESIDE else "near" if gap < _NEAR else "far from"
        return f"{word} {_a(one.piece.name)}"

    def _next(self) -> VisiblePiece:
        """Return the pieces of the set in turn."""
        self._turn += 1
        return self._around[self._turn % len(self._around)]

    def _furniture(self, shown: Sequence[VisiblePiece]) -> list[VisiblePiece]:
        """Return the nearest piece of each name in random order, except those named like what the actor uses."""
        around = [one for one in shown if one.in_set and one.area >= _MIN_AREA and one.piece.name not in self._owned]
        around.sort(key=lambda one: max(0.0, _gap(self._actor.region, one.region)), reverse=True)
        nearest = list({one.piece.name: one for one in around}.values())
        return self._rng.sample(nearest, len(nearest))


def _gap(one: Region, other: Region) -> float:
    """Return the horizontal distance of two regions; negative where they overlap."""
    return max(one.box[0], other.box[0]) - min(one.box[2], other.box[2])


def _a(words: str) -> str:
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"
