"""Generates stories whose people act for reasons: moments of two actions, the second by the actor's temperament."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass

from cinescribe.backlot.plan.plan import SHARED_ACTIONS
from cinescribe.backlot.plot.motives import ENDS, OPENINGS, TEMPERAMENTS
from cinescribe.backlot.plot.stories import HARD_NIGHT, MOST_TRIES, NIGHT, Beat, Deck, StoryWriter, renumbered

IN_CHARACTER = 0.25  # share of moments that begin with what the actor's temperament leads to
OUT_OF_CHARACTER = 0.05  # share of moments that end with what another temperament leads to


@dataclass(frozen=True)
class MotivatedStory:
    """A story in moments: beats 2k and 2k + 1 are one moment.

    Args:
        beats: all beats.
        temperaments: of the actor of each moment.
    """

    beats: tuple[Beat, ...]
    temperaments: tuple[str, ...]


def motivated_story(rng: random.Random, *, n_moments: int, n_people: int, hard: bool = False) -> MotivatedStory:
    """Return a story in which each of `n_people` does something; people are numbered by first appearance.

    Args:
        rng: source of randomness.
        n_moments: number of moments; each is two beats, and so two clips.
        n_people: size of the cast, at most `n_moments`.
        hard: more night scenes.
    """
    for _ in range(MOST_TRIES):
        writer = _MotivatedWriter(rng, n_people, HARD_NIGHT if hard else NIGHT)
        moments = [writer.moment() for _ in range(n_moments)]
        beats = [beat for moment in moments for beat in moment]
        if len({person for beat in beats for person in beat.doers}) == n_people:
            temperaments = tuple(writer.temperaments[first.actor] for first, _ in moments)
            return MotivatedStory(renumbered(beats), temperaments)
    raise AssertionError(f"no story of {n_moments} moments uses {n_people} people")


class _MotivatedWriter(StoryWriter):
    """Generates moments one by one.

    Attributes:
        temperaments: of each person.
    """

    def __init__(self, rng: random.Random, n_people: int, night: float) -> None:
        super().__init__(rng, n_people, night)
        self.temperaments = rng.sample(list(TEMPERAMENTS), n_people)
        self._endings = Deck(rng, [action for one in TEMPERAMENTS.values() for action in one.actions])

    def moment(self) -> tuple[Beat, Beat]:
        """Return the next two beats, both of one actor in one scene."""
        while True:
            if self._scene.n_left < 2 or not self._scene.around:
                self._scene = self._next_scene(self._scene)
                self._scene.n_left = max(2, self._scene.n_left)
            for actor in self._by_turns():
                moment = self._moment_of(actor)
                if moment:
                    return moment
            self._scene.n_left = 0  # no one here can act any more

    def _by_turns(self) -> list[int]:
        """The people present, the likelier ones first."""
        people, order = list(self._scene.around), []
        while people:
            order.append(self._preferred(people))
            people.remove(order[-1])
        return order

    def _moment_of(self, actor: int) -> tuple[Beat, Beat] | None:
        """Return a moment of one actor; None where the scene allows none."""
        own = TEMPERAMENTS[self.temperaments[actor]].actions
        begins_own = self._rng.random() < IN_CHARACTER
        if self._rng.random() < OUT_OF_CHARACTER:
            own = tuple(action for one in TEMPERAMENTS.values() for action in one.actions if action not in own)
        openings = [one for one in (own if begins_own else OPENINGS) if one not in ENDS and self._able(one, actor)]
        for opening in self._rng.sample(openings, len(openings)):
            scene, turns, before = deepcopy(self._scene), self._turns.copy(), self._before
            first = self._beat_of(opening, actor, None)
            endings = [one for one in own if one != opening and self._able(one, actor)]
            if endings:
                return first, self._beat_of(self._endings.deal(endings), actor, first.partner)
            self._scene, self._turns, self._before = scene, turns, before
        return None

    def _able(self, action: str, actor: int) -> bool:
        scene, is_shared = self._scene, action in SHARED_ACTIONS
        return scene.can(action, actor) and (not is_shared or bool(scene.partners(action, actor)))

    def _beat_of(self, action: str, actor: int, earlier: int | None) -> Beat:
        """Return a beat of an action; with the same partner as before where that is possible."""
        partner = None
        if action in SHARED_ACTIONS:
            partners = self._scene.partners(action, actor)
            partner = earlier if earlier in partners else self._preferred(partners)
        return self._filmed(action, actor, partner)
