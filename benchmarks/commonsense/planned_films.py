"""Backlot films that are planned and not drawn, as far as readings need them: truth, accepted facts, marked people.

A drawn film costs a hundred seconds of a processor until its facts are accepted, and checks of readings need few of
its pixels. So frames are grey here; who is in them follows from the shots, and facts are accepted by rule: those of
truth, and false ones as often as narration accepts some.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchmarks.describer.stand_ins.film_truth import SOMEBODY, predicate
from benchmarks.describer.stand_ins.notes_witness import NotesWitness
from benchmarks.describer.stand_ins.requests import labels_of, legend_of
from benchmarks.describer.stand_ins.witness_model import Look, Timed
from benchmarks.describer.witness_errors import neighbour
from cinescribe.backlot.films.continuity import cast_members, filmed_clips, filmed_shots, spoken_lines, story_moments
from cinescribe.backlot.films.shoot import seed_of
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.backlot.plot.screenplay import plan_film, plan_motivated_film
from cinescribe.describe.narration.accepted_facts import read_moments
from cinescribe.export.narration import Considered, NarratedMoment
from cinescribe.generate.narration.effort import evenly
from cinescribe.generate.narration.moments import Moment, Role, SeenFrame
from cinescribe.generate.readings.film_readings import ReadMoment
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.schema import Face, Shot, Speech
from cinescribe.timing import Seconds, Span

N_CLIPS = 14
_SIZE = (54, 96)  # of a frame: squares are still found
_FRAMES = 5  # of a case
_HZ = 2.0
_SURE = 0.95  # probability of an accepted fact
_PAUSE: Seconds = 2.0  # at the end of a clip


@dataclass(frozen=True)
class PlannedFilm:
    """A planned film.

    Args:
        seed: of the film.
        truth: of the film.
        false_facts: share of accepted facts that are false.
    """

    seed: int
    truth: FilmTruth
    false_facts: float

    @property
    def abouts(self) -> list[Span]:
        """What each moment is about: a clip."""
        return [clip.span for clip in self.truth.clips]

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The cast, by name."""
        return tuple(Role(member.id, member.name, member.name) for member in self.truth.cast)

    @cached_property
    def moments(self) -> list[ReadMoment]:
        """A moment for each clip."""
        rng = random.Random(self.seed)
        narrated = [
            NarratedMoment(
                Span(clip.span.end - _PAUSE, clip.span.end),
                clip.span.start,
                considered=(Considered(self._fact(clip, rng), _PAUSE, _SURE, is_said=True),),
            )
            for clip in self.truth.clips
        ]
        shots = [Shot(shot.span) for shot in self.truth.shots]
        speech = [Speech(line.span, "subtitles", line.text) for line in self.truth.speech]
        return read_moments(narrated, shots, speech, self.roles)

    def _fact(self, clip: FilmedClip, rng: random.Random) -> str:
        names = {member.id: member.name for member in self.truth.cast}
        shown = clip.replace(action=neighbour(clip.action)) if rng.random() < self.false_facts else clip
        gender = next(member.gender for member in self.truth.cast if member.id == clip.actor)
        said = predicate(shown, names.get(clip.partner or "", ""), gender, variant=rng.randrange(5))
        return f"{names[clip.actor]} {said}."

    def look(self, moment: Moment) -> list[SeenFrame]:
        """Return grey frames of a moment's shots, with the faces of those whom truth has in them."""
        found = []
        total = sum(shot.span.duration for shot in moment.shots) or 1.0
        for shot in moment.shots:
            span = shot.span.within(moment.described) or shot.span
            n = max(1, round(_FRAMES * span.duration / total))
            times = np.arange(span.start + 0.1, span.end, 1 / _HZ).tolist() or [span.middle]
            found += [self._frame(float(time), shot.number) for time in evenly(times, n)]
        return found

    def _frame(self, time: Seconds, shot: int) -> SeenFrame:
        faces = [Face(time, (0.1, 0.1, 0.2, 0.3), 1.0, 0, person=one) for one in sorted(people_at(self.truth, time))]
        return SeenFrame(time, np.full((*_SIZE, 3), 128, np.uint8), shot, tuple(faces))


@dataclass(frozen=True)
class PlannedWitness(NotesWitness):
    """A witness of a planned film: it knows people by the legend, of those whom a shot shows."""

    def _looked(self, request: ChatRequest) -> Look:
        labels = labels_of(request)
        named = set(legend_of(request.text).values())
        seen = {one for time, _ in labels for one in people_at(self.truth, time)}
        called = {
            member.id: member.name if member.id in seen and member.name in named else SOMEBODY[member.gender]
            for member in self.truth.cast
        }
        return tuple(Timed(time, shot) for time, shot in labels), called


def people_at(truth: FilmTruth, time: Seconds) -> set[str]:
    """Return who is in the picture."""
    return {one for shot in truth.shots if shot.span.has(time) for one in shot.people}


def planned_film(seed: int, *, motivated: bool, false_facts: float) -> PlannedFilm:
    """Return a planned film.

    Args:
        seed: of the film.
        motivated: whether its people act for reasons.
        false_facts: share of accepted facts that are false.
    """
    own, id = seed_of(seed, "film", 0), f"planned-{seed}"
    if motivated:
        plan = plan_motivated_film(own, n_moments=N_CLIPS // 2, id=id)
    else:
        plan = plan_film(own, n_clips=N_CLIPS, id=id)
    truth = FilmTruth(
        id, own, plan.title, film="", screenplay="", described="", sightings="", duration=plan.duration,
        width=_SIZE[1], height=_SIZE[0], rate_hz=_HZ, hard=False, cast=cast_members(plan),
        clips=tuple(filmed_clips(plan)), shots=filmed_shots(plan), speech=spoken_lines(plan),
        moments=tuple(story_moments(plan)) if motivated else (),
    )  # fmt: skip
    return PlannedFilm(seed, truth, false_facts)
