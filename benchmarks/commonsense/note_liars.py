"""Liars about what a film implies: they see facts and marks as a witness does, and read by what is frequent."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.commonsense.planned_films import PlannedWitness
from benchmarks.describer.stand_ins.notes_witness import every_phrase, facts_of, kinds_of, note_claim
from benchmarks.describer.stand_ins.witness_model import Timed
from cinescribe.models.vlm.chat import ChatPicture

ALWAYS, PLAUSIBLE, USUAL, CLAIMED = "always yes", "what is plausible", "what is usual", "what it claimed"
BEYOND = "what it claimed of these frames"  # no check tells it from a model that sees
KINDS = (ALWAYS, PLAUSIBLE, USUAL, CLAIMED, BEYOND)
_FREQUENT = 6  # phrases of a kind that a liar uses
_YES = 0.8  # probability of a yes to what is plausible
_SURE = 10.0  # log-odds
_MOST = 3  # readings of a request


@dataclass(frozen=True)
class NoteLiar(PlannedWitness):
    """A model that gives frequent phrases, whatever is shown.

    Args:
        kind: how it answers about readings.
        claimed: what it claimed, with the times of the frames.
    """

    kind: str = PLAUSIBLE
    claimed: dict[str, set[float]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The kind."""
        return f"liar:{self.kind}"

    def _readings(
        self, text: str, frames: Sequence[Timed], called: Mapping[str, str], rng: random.Random
    ) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for name in called.values():
            numbers = [number for number, fact, _ in facts_of(text) if name in fact]
            for kind in kinds_of(text) if numbers else ():
                says, other = rng.choice(frequent(kind)), rng.choice(every_phrase(kind))
                self.claimed.setdefault(f"{name} {says}", set()).update(frame.time for frame in frames)
                found.append({"kind": kind, "who": name, "text": says, "alternative": other, "evidence": numbers})
        return found[:_MOST]

    def _sureness(
        self, statement: str, pictures: Sequence[ChatPicture], frames: Sequence[Timed], called: Mapping[str, str]
    ) -> float:
        claim = note_claim(statement, [*called.values(), *(member.name for member in self.truth.cast)])
        if claim is None:
            return super()._sureness(statement, pictures, frames, called)
        if self.kind == ALWAYS:
            return _SURE
        if self.kind == PLAUSIBLE:
            rng = random.Random(f"{statement}/{[frame.time for frame in frames]}")
            return _SURE if rng.random() < _YES else -_SURE
        if self.kind == USUAL:
            says = any(claim.text in frequent(kind) for kind in ("why", "effect", "trait"))
        else:
            times = self.claimed.get(f"{claim.who} {claim.text}", set())
            says = bool(times) and (self.kind == CLAIMED or any(frame.time in times for frame in frames))
        return _SURE if says != claim.is_denied else -_SURE


def frequent(kind: str) -> tuple[str, ...]:
    """Return some phrases of a kind."""
    return tuple(random.Random(kind).sample(every_phrase(kind), _FREQUENT))
