"""What happens in a film, beat by beat: who does what, where, with what.

People are numbers here, 0 for the first to appear. The story keeps a small state (who is there, who holds what, who
sits), so that nobody puts down what they do not have; actions, places and things are dealt from shuffled decks, so that
rare ones are as frequent as others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from cinescribe.backlot.plan.plan import N_LAYOUTS, OUTDOORS, PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS, UNBUILT

Card = TypeVar("Card")

BUSY = frozenset({"street", "park", "beach", "bar", "classroom", "station"})  # where strangers are about
INDOOR_THINGS = frozenset({"lamp"})
USED_IN = {"read": ("letter", "book"), "drink": ("cup", "bottle"), "phone": ("phone",)}
HANDLING = frozenset({"pick up", "put down", "hand over"})  # done with any thing
NEEDS_HANDS = frozenset({"clap", "dance", "hug", "shake hands", "push", "high five", "fall"})

MOST_TRIES = 200  # stories begun before one must have used the whole cast
CLIPS_A_SCENE = ((1, 2, 3, 4), (2, 4, 3, 1))  # how many, how often
NIGHT, HARD_NIGHT = 0.2, 0.45  # share of scenes
BYSTANDER, EXTRAS = 0.35, (0, 0, 1, 2, 3)


@dataclass(frozen=True)
class Beat:
    """One thing done, told by one clip.

    Args:
        scene: number of the scene, from 0; scenes that follow each other differ in place.
        place, layout, night: where and in what light.
        action, actor, partner, thing: what is done, by whom, to whom, with what.
        bystanders: others in view.
        n_extras: strangers in view.
        around: everybody there, in view or not; they may speak.
    """

    scene: int
    place: str
    layout: int
    night: bool
    action: str
    actor: int
    partner: int | None
    thing: str | None
    bystanders: tuple[int, ...]
    n_extras: int
    around: tuple[int, ...]

    @property
    def doers(self) -> tuple[int, ...]:
        """Who does it: the actor, and the partner if there is one."""
        return (self.actor,) if self.partner is None else (self.actor, self.partner)

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody in view, the doers first."""
        return self.doers + self.bystanders


def story(rng: random.Random, *, n_beats: int, n_people: int, hard: bool = False) -> tuple[Beat, ...]:
    """A story in which each of `n_people` does something, numbered by first appearance.

    Args:
        rng: where chance comes from.
        n_beats: how many clips it takes.
        n_people: the cast's size, at most twice `n_beats`.
        hard: more nights.
    """
    for _ in range(MOST_TRIES):
        teller = _Storyteller(rng, n_people, HARD_NIGHT if hard else NIGHT)
        beats = [teller.beat() for _ in range(n_beats)]
        if len({person for beat in beats for person in beat.doers}) == n_people:
            return _renumbered(beats)
    raise AssertionError(f"no story of {n_beats} beats uses {n_people} people")


class Deck(Generic[Card]):
    """Cards dealt in a shuffled order, all of them before any comes again."""

    def __init__(self, rng: random.Random, cards: Sequence[Card]) -> None:
        self._rng, self._cards = rng, tuple(cards)
        self._left: list[Card] = []

    def has(self, usable: Sequence[Card]) -> bool:
        """Whether one of those is left before the deck is shuffled anew."""
        return any(card in usable for card in self._left)

    def deal(self, usable: Sequence[Card]) -> Card:
        """The first usable card of those left; a new deck is put under them when none is."""
        for _ in range(2):
            for card in self._left:
                if card in usable:
                    self._left.remove(card)
                    return card
            self._left += self._rng.sample(self._cards, len(self._cards))
        raise AssertionError(f"no card of {self._cards} is among {usable}")


@dataclass
class _Scene:
    """The state of a scene as it is played."""

    number: int
    place: str
    layout: int
    night: bool
    n_extras: int
    n_left: int
    around: list[int]
    seen: set[int] = field(default_factory=set)
    sitting: set[int] = field(default_factory=set)
    holds: dict[int, str] = field(default_factory=dict)

    def can(self, action: str, person: int) -> bool:
        """Whether somebody may do something now; who was not yet seen may have come in sitting or carrying."""
        new, held = person not in self.seen, self.holds.get(person)
        if action == "stand":
            return new or person in self.sitting
        if person in self.sitting or (action in NEEDS_HANDS and held):
            return False
        if action == "enter":
            return new
        if action == "open door":
            return self.place not in UNBUILT
        if action in ("put down", "hand over"):
            return new or held is not None
        if action in USED_IN:
            return held is None or held in USED_IN[action]
        return action != "pick up" or held is None

    def partners(self, action: str, person: int) -> list[int]:
        """Those to whom somebody may do something shared."""
        free = [other for other in self.around if other != person and other not in self.sitting]
        return [other for other in free if other not in self.holds or action in ("follow", "shout at")]


class _Storyteller:
    """The story on its way: the scene being played and the decks it deals from."""

    def __init__(self, rng: random.Random, n_people: int, night: float) -> None:
        self._rng, self._n_people, self._night = rng, n_people, night
        self._places, self._things = Deck(rng, PLACES), Deck(rng, THINGS)
        self._actions = Deck(rng, SOLO_ACTIONS + SHARED_ACTIONS)
        self._turns: Counter[int] = Counter()  # how often each did something
        self._before: tuple[int, ...] = ()
        self._scene = self._next_scene(None)

    def beat(self) -> Beat:
        """The next thing done."""
        if not self._scene.n_left or not self._scene.around:
            self._scene = self._next_scene(self._scene)
        scene = self._scene
        scene.n_left -= 1
        able = self._able()
        action = self._actions.deal(list(able))
        actor, partner = self._who(action, able[action])
        thing = self._thing(action, actor)
        beat = Beat(
            scene.number, scene.place, scene.layout, scene.night, action, actor, partner, thing,
            self._bystanders(actor, partner), scene.n_extras, tuple(scene.around),
        )  # fmt: skip
        self._play(beat)
        return beat

    def _next_scene(self, last: _Scene | None) -> _Scene:
        rng = self._rng
        places = [place for place in PLACES if last is None or place != last.place]
        place = self._places.deal(places)
        n_around = rng.randint(2, min(self._n_people, 4))
        rested = sorted(range(self._n_people), key=lambda person: self._turns[person] + rng.random() * 3)
        return _Scene(
            number=last.number + 1 if last else 0,
            place=place,
            layout=rng.randrange(N_LAYOUTS),
            night=rng.random() < self._night,
            n_extras=rng.choice(EXTRAS) if place in BUSY else 0,
            n_left=rng.choices(*CLIPS_A_SCENE)[0],
            around=rested[:n_around],
        )

    def _able(self) -> dict[str, list[int]]:
        """Who could do each action now."""
        scene = self._scene
        able = {action: [one for one in scene.around if scene.can(action, one)] for action in SOLO_ACTIONS}
        for action in SHARED_ACTIONS:
            able[action] = [one for one in scene.around if scene.can(action, one) and scene.partners(action, one)]
        return {action: people for action, people in able.items() if people}

    def _who(self, action: str, able: list[int]) -> tuple[int, int | None]:
        actor = self._preferred(able)
        if action not in SHARED_ACTIONS:
            return actor, None
        return actor, self._preferred(self._scene.partners(action, actor))

    def _preferred(self, people: list[int]) -> int:
        """One of `people`: rather who was in the last clip, and who had fewer turns."""
        weights = [(3 if one in self._before else 1) / (1 + self._turns[one]) for one in people]
        return self._rng.choices(people, weights)[0]

    def _thing(self, action: str, actor: int) -> str | None:
        held = self._scene.holds.get(actor)
        if action in USED_IN:
            return held or self._rng.choice(USED_IN[action])
        if action not in HANDLING:
            return None
        indoors = self._scene.place not in OUTDOORS
        return held or self._things.deal([thing for thing in THINGS if indoors or thing not in INDOOR_THINGS])

    def _bystanders(self, actor: int, partner: int | None) -> tuple[int, ...]:
        scene = self._scene
        others = [one for one in scene.around if one not in (actor, partner) and one not in scene.sitting]
        return tuple(one for one in others[:2] if self._rng.random() < BYSTANDER)

    def _play(self, beat: Beat) -> None:
        """Let the beat change the state."""
        scene = self._scene
        scene.seen.update(beat.people)
        self._turns.update(beat.doers)
        self._before = beat.people
        if beat.action == "leave":
            scene.around.remove(beat.actor)
        if beat.action == "sit":
            scene.sitting.add(beat.actor)
        scene.sitting.discard(beat.actor if beat.action == "stand" else -1)
        if beat.thing is None:
            return
        scene.holds.pop(beat.actor, None)
        if beat.action in ("pick up", "read", "drink"):
            scene.holds[beat.actor] = beat.thing
        if beat.partner is not None:
            scene.holds[beat.partner] = beat.thing


def _renumbered(beats: Sequence[Beat]) -> tuple[Beat, ...]:
    """The beats with people numbered by first appearance."""
    number: dict[int, int] = {}
    for beat in beats:
        for person in beat.people:
            number.setdefault(person, len(number))
    return tuple(
        replace(
            beat,
            actor=number[beat.actor],
            partner=None if beat.partner is None else number[beat.partner],
            bystanders=tuple(number[one] for one in beat.bystanders),
            around=tuple(sorted(number[one] for one in beat.around)),
        )
        for beat in beats
    )
