"""A witness of motivated stories: it also says what its film implies, and judges what others say of that.

What a person wants and what follows shows in the second action of a moment: a claim is true of frames that show it. A
trait shows in each action that people of that temperament tend to do. The errors are those of the witness: a reading is
false with the probability of a false fact, and statements about readings are judged wrongly as those about facts are.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache

from benchmarks.describer.stand_ins.film_truth import claims
from benchmarks.describer.stand_ins.requests import numbered_lines
from benchmarks.describer.stand_ins.witness_model import Timed, Witness
from cinescribe.backlot.plan.plan import Take
from cinescribe.backlot.plan.truth import FilmedClip, StoryMoment
from cinescribe.backlot.plot.motives import TEMPERAMENTS, implications
from cinescribe.describe.note_fit.reading_truth import ACTS, implied
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest
from cinescribe.timing import Span

READ = "What do these facts imply that is not seen itself?"
DENIED = re.compile(r"^It is not true that (.+)\.$")
_ENDS = re.compile(r"The moment ends at ([\d.]+) s")
_LATER = " (what follows)"
_MOST = 3  # readings of a request
_WANTS = " wants "
_PLAIN = 3  # wordings of what an action leads to, the shortest: further ones repeat them with place and time


@dataclass(frozen=True)
class NoteClaim:
    """What a statement says that a film implies: of whom, in which words, and whether it denies it."""

    who: str
    text: str
    is_denied: bool


@dataclass(frozen=True)
class NotesWitness(Witness):
    """A witness who also knows the reasons of a motivated story."""

    @classmethod
    def of(cls, witness: Witness) -> NotesWitness:
        """Return the same witness, who also reads."""
        return cls(**{one.name: getattr(witness, one.name) for one in fields(witness)})

    def _answer(self, request: ChatRequest) -> ChatAnswer:
        if READ not in request.text:
            return super()._answer(request)
        frames, called = self._looked(request)
        rng = random.Random(f"{self.seed}/{request.words}")
        return ChatAnswer(json.dumps({"readings": self._readings(request.text, frames, called, rng)}))

    def _readings(
        self, text: str, frames: Sequence[Timed], called: Mapping[str, str], rng: random.Random
    ) -> list[dict[str, object]]:
        """What it reads of the people of the facts: of each kind that is asked for, the surest people first."""
        facts, ends = facts_of(text), _ENDS.search(text)
        until = float(ends[1]) if ends is not None else float("inf")
        later = [frame for frame in frames if frame.time >= until]
        now = [frame for frame in frames if frame.time < until]
        found: list[dict[str, object]] = []
        for member, name in called.items():
            numbers = [number for number, fact, _ in facts if name in fact]
            shown = [
                moment
                for moment in self.truth.moments
                if moment.actor == member and self._shows(moment, frames) and self._begins(moment, now)
            ]
            if not numbers or name[0].islower():
                continue
            for kind in kinds_of(text):
                is_shown = bool(shown) and (kind != "effect" or self._shows(shown[-1], later))
                if not is_shown and rng.random() >= self.errors.facts:
                    continue
                true = implied(shown[-1], kind) if is_shown else every_phrase(kind)
                false = [one for one in every_phrase(kind) if not any(one in implied(each, kind) for each in shown)]
                says, other = rng.choice(true), rng.choice(false)
                if not is_shown or rng.random() < self.errors.facts:
                    says, other = rng.choice(false), says if rng.random() < 0.5 else other
                found.append({"kind": kind, "who": name, "text": says, "alternative": other, "evidence": numbers})
        return found[:_MOST]

    def _shows(self, moment: StoryMoment, frames: Sequence[Timed]) -> bool:
        return self._is_seen(self._clip(moment.following), frames)

    def _begins(self, moment: StoryMoment, frames: Sequence[Timed]) -> bool:
        return any(self._is_seen(self._clip(one), frames) for one in (moment.first, moment.following))

    def _clip(self, id: str) -> FilmedClip:
        return next(clip for clip in self.truth.clips if clip.id == id)

    def _is_seen(self, clip: FilmedClip, frames: Sequence[Timed]) -> bool:
        return any(clip.action_span.has(frame.time) for frame in frames)

    def _sureness(
        self, statement: str, pictures: Sequence[ChatPicture], frames: Sequence[Timed], called: Mapping[str, str]
    ) -> float:
        claim = note_claim(statement, called.values())
        if claim is None:
            return super()._sureness(statement, pictures, frames, called)
        rng = random.Random(f"{self.seed}/{statement}/{[frame.time for frame in frames]}")
        return self.errors.sureness(self._implied(claim, frames, called) != claim.is_denied, rng)

    def _implied(self, claim: NoteClaim, frames: Sequence[Timed], called: Mapping[str, str]) -> bool:
        """Whether some frames show what a claim says."""
        for moment in self.truth.moments:
            if called.get(moment.actor) != claim.who:
                continue
            if claim.text.startswith(ACTS):
                own = TEMPERAMENTS[moment.temperament].actions
                clips = [self._clip(one) for one in (moment.first, moment.following)]
                if claim.text.removeprefix(ACTS) in moment.attributes and any(
                    clip.action in own and self._is_seen(clip, frames) for clip in clips
                ):
                    return True
            elif claim.text in (*moment.intentions, *moment.effects) and self._shows(moment, frames):
                return True
        return False


def note_claim(statement: str, names: Iterable[str]) -> NoteClaim | None:
    """Return what a statement says that is implied; None for one about what is seen, or about marks."""
    known = list(names)
    denied = DENIED.match(statement)
    said = denied[1] if denied else statement.rstrip(".")
    if denied is None and claims(said, known) is not None:
        return None
    for name in known:
        if said.startswith(f"{name} "):
            text = said[len(name) + 1 :]
            return NoteClaim(name, text.removeprefix(_WANTS.lstrip()), denied is not None)
    return None


def facts_of(text: str) -> list[tuple[int, str, bool]]:
    """Return the numbered facts of a request for readings, and whether each is about what follows."""
    listed = numbered_lines(text.split(READ, maxsplit=1)[0])
    return [(number, fact.removesuffix(_LATER), fact.endswith(_LATER)) for number, fact in listed]


def kinds_of(text: str) -> list[str]:
    """Return the kinds of readings that a request asks for."""
    return re.findall(r"^- (\w+):", text.split(READ, maxsplit=1)[1], re.MULTILINE)


@cache
def every_phrase(kind: str) -> tuple[str, ...]:
    """Return what motivated stories may imply, of a kind: each temperament with each action that it leads to."""
    found: dict[str, None] = {}
    for name, temperament in TEMPERAMENTS.items():
        if kind == "trait":
            found |= dict.fromkeys(f"{ACTS}{one}" for one in temperament.traits)
            continue
        for action in temperament.actions:
            said = implications(_take("enter"), _take(action), name)
            found |= dict.fromkeys((said.intentions if kind == "why" else said.effects)[:_PLAIN])
    return tuple(found)


def _take(action: str) -> Take:
    return Take(
        "t", "c", Span(0.0, 1.0), "park", 0, night=False, scale="wide", move="still", action=action, actor="P1",
        action_span=Span(0.0, 1.0), thing="cup",
    )  # fmt: skip
