"""Generates stories: who does what, where and with what, beat by beat.

People are numbers here, by first appearance from 0. A scene keeps track of who is present, who sits and who holds what,
so that no one puts down what they do not have. Actions, places and things are dealt from shuffled decks, so that all
are equally frequent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from cinescribe.backlot.plan.plan import N_LAYOUTS, OUTDOORS, PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS, UNBUILT

Card = TypeVar("Card")

BUSY = frozenset({"street", "park", "beach", "bar", "classroom", "station"})  # places with strangers
INDOOR_THINGS = frozenset({"lamp"})
USED_IN = {"read": ("letter", "book"), "drink": ("cup", "bottle"), "phone": ("phone",)}
HANDLING = frozenset({"pick up", "put down", "hand over"})  # done with any thing
NEEDS_HANDS = frozenset({"clap", "dance", "hug", "shake hands", "push", "high five", "fall"})

MOST_TRIES = 200  # attempts to find a story that uses the whole cast
CLIPS_A_SCENE = ((1, 2, 3, 4), (2, 4, 3, 1))  # numbers of clips, and their weights
NIGHT, HARD_NIGHT = 0.2, 0.45  # share of scenes
BYSTANDER, EXTRAS = 0.35, (0, 0, 1, 2, 3)


@dataclass(frozen=True)
class Beat:
    """One action of the story; one clip shows it.

    Args:
        scene: number of the scene, from 0; consecutive scenes differ in place.
        place, layout, night: location, its furnishing, and its light.
        action, actor, partner, thing: what is done, by whom, to whom, with what.
        bystanders: other members in view.
        n_extras: number of strangers in view.
        around: everybody present, in view or not; they may speak.
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
        """The actor, and the partner if there is one."""
        return (self.actor,) if self.partner is None else (self.actor, self.partner)

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody in view, actor and partner first."""
        return self.doers + self.bystanders


def story(rng: random.Random, *, n_beats: int, n_people: int, hard: bool = False) -> tuple[Beat, ...]:
    """Return a story in which each of `n_people` does something; people are numbered by first appearance.

    Args:
        rng: source of randomness.
        n_beats: number of beats, and so of clips.
        n_people: size of the cast, at most twice `n_beats`.
        hard: more night scenes.
    """
    for _ in range(MOST_TRIES):
        writer = StoryWriter(rng, n_people, HARD_NIGHT if hard else NIGHT)
        beats = [writer.beat() for _ in range(n_beats)]
        if len({person for beat in beats for person in beat.doers}) == n_people:
            return renumbered(beats)
    raise AssertionError(f"no story of {n_beats} beats uses {n_people} people")


class Deck(Generic[Card]):
    """Deals cards in random order; each comes once before any comes again."""

    def __init__(self, rng: random.Random, cards: Sequence[Card]) -> None:
        self._rng, self._cards = rng, tuple(cards)
        self._left: list[Card] = []

    def has(self, usable: Sequence[Card]) -> bool:
        """Whether a usable card is left before the deck is shuffled again."""
        return any(card in usable for card in self._left)

    def deal(self, usable: Sequence[Card]) -> Card:
        """Deal the first usable card that is left; put a new deck under the rest when there is none."""
        for _ in range(2):
            for card in self._left:
                if card in usable:
                    self._left.remove(card)
                    return card
            self._left += self._rng.sample(self._cards, len(self._cards))
        raise AssertionError(f"no card of {self._cards} is among {usable}")


@dataclass
class _Scene:
    """State of a scene while its beats are generated."""

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
        """Whether a person can do an action now; a person not seen yet may already sit or carry something."""
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
        """People with whom a person can do a shared action."""
        free = [other for other in self.around if other != person and other not in self.sitting]
        return [other for other in free if other not in self.holds or action in ("follow", "shout at")]


class StoryWriter:
    """Generates beats one by one: keeps the current scene and the decks.

    Args:
        rng: source of randomness.
        n_people: size of the cast.
        night: share of scenes at night.
    """

    def __init__(self, rng: random.Random, n_people: int, night: float) -> None:
        self._rng, self._n_people, self._night = rng, n_people, night
        self._places, self._things = Deck(rng, PLACES), Deck(rng, THINGS)
        self._actions = Deck(rng, SOLO_ACTIONS + SHARED_ACTIONS)
        self._turns: Counter[int] = Counter()  # number of actions by person
        self._before: tuple[int, ...] = ()
        self._scene = self._next_scene(None)

    def beat(self) -> Beat:
        """Return the next beat."""
        if not self._scene.n_left or not self._scene.around:
            self._scene = self._next_scene(self._scene)
        candidates = self._candidates()
        action = self._actions.deal(list(candidates))
        return self._filmed(action, *self._people(action, candidates[action]))

    def _filmed(self, action: str, actor: int, partner: int | None) -> Beat:
        """Return the beat of an action, and update the state of the scene."""
        scene = self._scene
        scene.n_left -= 1
        thing = self._thing(action, actor)
        beat = Beat(
            scene.number, scene.place, scene.layout, scene.night, action, actor, partner, thing,
            self._bystanders(actor, partner), scene.n_extras, tuple(scene.around),
        )  # fmt: skip
        self._update(beat)
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

    def _candidates(self) -> dict[str, list[int]]:
        """Return who can do each action now."""
        scene = self._scene
        people = {action: [one for one in scene.around if scene.can(action, one)] for action in SOLO_ACTIONS}
        for action in SHARED_ACTIONS:
            people[action] = [one for one in scene.around if scene.can(action, one) and scene.partners(action, one)]
        return {action: able for action, able in people.items() if able}

    def _people(self, action: str, able: list[int]) -> tuple[int, int | None]:
        actor = self._preferred(able)
        if action not in SHARED_ACTIONS:
            return actor, None
        return actor, self._preferred(self._scene.partners(action, actor))

    def _preferred(self, people: list[int]) -> int:
        """Draw one of `people`; those in the last clip and those with fewer actions are more likely."""
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

    def _update(self, beat: Beat) -> None:
        """Update the state of the scene after a beat."""
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


def renumbered(beats: Sequence[Beat]) -> tuple[Beat, ...]:
    """Return the beats with people numbered by first appearance."""
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
