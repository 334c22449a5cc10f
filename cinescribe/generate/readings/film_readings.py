"""Reads a film: what the accepted facts of each moment imply, how each person acts; all of it is checked."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cinescribe.generate.narration.choice import Vectors
from cinescribe.generate.narration.effort import evenly
from cinescribe.generate.narration.marked_frames import legend_of
from cinescribe.generate.narration.moments import Moment, NumberedShot, Role, SeenFrame
from cinescribe.generate.narration.reliability import LEAST_OF_MARKS, Verdict
from cinescribe.generate.narration.scene_writing import Look
from cinescribe.generate.readings.reading import Answers, JudgedReading, Reading, SeenFact
from cinescribe.generate.readings.reading_checks import ReadingCheck, Shown, answers_in, reading_checks
from cinescribe.generate.readings.reading_fit import ReadingFit
from cinescribe.generate.readings.reading_requests import Case, reading_request, readings_in
from cinescribe.generate.readings.unfit_readings import unfit_because
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.timing import Span

_BATCH = 8  # cases whose frames are in memory at a time
_UNLIKE = 0.5  # cosine of facts below which one moment does not show what another one does, as for controls
_MOST_FACTS = 12  # of a person over the film
_MOST_MOMENTS, _N_TRAIT_FRAMES = 3, 6  # that show how a person acts, and frames of each
NO_FIT = "no fit says how likely this model's readings are"


@dataclass(frozen=True)
class ReadMoment:
    """A moment with what was accepted about it.

    Args:
        moment: its own shots and those that follow, none as context; `described` holds all of them.
        since: from when on the facts are about the film; they end with the moment's `span`.
        facts: accepted about it; none for a moment that only serves as a control.
    """

    moment: Moment
    since: float
    facts: tuple[SeenFact, ...]

    @property
    def about(self) -> Span:
        """What the facts are about."""
        return Span(self.since, self.moment.span.end)

    @property
    def n_own(self) -> int:
        """Its own shots; the others only follow."""
        return sum(shot.span.start < self.moment.span.end for shot in self.moment.shots)


@dataclass(frozen=True)
class Reader:
    """Who reads a film, and with what.

    Args:
        model: the chat model.
        look: gives the frames of a moment.
        roles: the people of the film.
        vectors: of sentences.
        fit: of the model; None where its answers are to be fitted, so that nothing is accepted.
        progress: called with the share that is done.
    """

    model: ChatModel
    look: Look
    roles: tuple[Role, ...]
    vectors: Vectors
    fit: ReadingFit | None = None
    progress: Callable[[float], None] = lambda share: None


def film_readings(moments: Sequence[ReadMoment], reader: Reader) -> list[JudgedReading]:
    """Return every reading of a film with the answers about it; those without faults are to be noted.

    Args:
        moments: of the film, by time.
        reader: who reads it.

    Raises:
        ModelError: when the model does not answer.
    """
    return _Film(moments, reader).judged()


class _Film:
    """The readings of one film."""

    def __init__(self, moments: Sequence[ReadMoment], reader: Reader) -> None:
        self._moments, self._reader = moments, reader
        self._marks: list[Verdict] = []
        self._sure = {fact.text: fact.probability for one in moments for fact in one.facts}
        self._moment_of = {fact.text: fact.moment for one in moments for fact in one.facts}
        texts = list(self._sure)
        self._row = {text: n for n, text in enumerate(texts)}
        self._vectors = reader.vectors.vectors(texts) if texts else None

    def judged(self) -> list[JudgedReading]:
        jobs = [(n, partial(self._moment_case, n)) for n, one in enumerate(self._moments) if one.facts]
        jobs += [(own[-1], partial(self._trait_case, who, own)) for who, own in self._acts().items()]
        found: list[JudgedReading] = []
        for first in range(0, len(jobs), _BATCH):
            some = jobs[first : first + _BATCH]
            found += self._read([(n, case) for n, make in some if (case := make()) is not None])
            self._reader.progress(min((first + _BATCH) / len(jobs), 1.0))
        return [self._with_faults(one) for one in found]

    def _read(self, cases: Sequence[tuple[int, Case]]) -> Iterator[JudgedReading]:
        requests = [reading_request(case) for _, case in cases]
        given = [
            readings_in(case, request, answer)
            for (_, case), request, answer in zip(cases, requests, self._ask(requests), strict=True)
        ]
        unfit = {id(one): why for some in given for one in some if (why := unfit_because(one)) is not None}
        fit = [[one for one in some if id(one) not in unfit] for some in given]
        checks = [
            reading_checks(case, some, self._other(n, some)) if some else []
            for (n, case), some in zip(cases, fit, strict=True)
        ]
        answers = iter(self._ask([check.request for some in checks for check in some]))
        for every, some, own in zip(given, fit, checks, strict=True):
            yield from (JudgedReading(one, Answers(), faults=(unfit[id(one)],)) for one in every if id(one) in unfit)
            yield from self._answered(some, own, [next(answers) for _ in own])

    def _answered(
        self, readings: Sequence[Reading], checks: Sequence[ReadingCheck], answers: Sequence[ChatAnswer]
    ) -> Iterator[JudgedReading]:
        found, marks = answers_in(readings, checks, answers)
        self._marks += marks
        for reading, one in zip(readings, found, strict=True):
            yield JudgedReading(reading, one)

    def _with_faults(self, one: JudgedReading) -> JudgedReading:
        if one.faults:
            return one
        if self._reader.fit is None:
            return one.replace(faults=(NO_FIT,))
        if not self._looks:
            return one.replace(faults=("the model does not see what is drawn into the frames",))
        sure, faults = self._reader.fit.faults(one, self._sure, self._moment_of)
        return one.replace(probability=sure, faults=faults)

    @property
    def _looks(self) -> bool:
        """Whether the model called squares true that are there, and others not; narration asks the same."""
        shares = {}
        for kind in ("mark", "false mark"):
            own = [verdict.is_yes for verdict in self._marks if verdict.statement.kind == kind]
            shares[kind] = sum(own) / len(own) if own else 0.0
        return shares["mark"] - shares["false mark"] >= LEAST_OF_MARKS

    def _ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        return self._reader.model.ask(requests) if requests else []

    def _moment_case(self, n: int) -> Case | None:
        own = self._moments[n]
        frames = tuple(self._reader.look(own.moment))
        if not frames:
            return None
        end = own.moment.shots[-1].span.end
        later = [
            replace(fact, is_later=True)
            for one in self._moments[n + 1 :]
            if one.about.end <= end  # what comes later is not shown
            for fact in one.facts
        ]
        facts = (*own.facts, *later)
        return Case(own.moment, frames, legend_of(frames, self._reader.roles), facts, ("why", "effect"), own.n_own)

    def _acts(self) -> Mapping[str, list[int]]:
        """The moments whose facts begin with a person, for each person with at least two."""
        acts: dict[str, list[int]] = {}
        for n, one in enumerate(self._moments):
            for who in dict.fromkeys(name for fact in one.facts for name in fact.people[:1]):
                acts.setdefault(who, []).append(n)
        return {who: own for who, own in acts.items() if len(own) > 1}

    def _trait_case(self, who: str, moments: Sequence[int]) -> Case | None:
        """The facts of a person over the film, with frames of some of the moments, as if they were one."""
        shown = evenly(moments, _MOST_MOMENTS)
        frames: list[SeenFrame] = []
        shots: list[NumberedShot] = []
        for n in shown:
            one = self._moments[n]
            numbers = {}
            for shot in one.moment.shots[: one.n_own]:
                numbers[shot.number] = len(shots) + 1
                shots.append(replace(shot, number=len(shots) + 1))
            own = self._reader.look(replace(one.moment, described=one.about, shots=one.moment.shots[: one.n_own]))
            frames += [replace(frame, shot=numbers[frame.shot]) for frame in evenly(own, _N_TRAIT_FRAMES)]
        facts = [
            replace(fact, people=(who,)) for n in shown for fact in self._moments[n].facts if fact.people[:1] == (who,)
        ]
        if not frames:
            return None
        first, last = self._moments[shown[0]], self._moments[shown[-1]]
        whole = Moment(last.moment.span, Span(first.since, last.moment.span.end), tuple(shots))
        legend = legend_of(frames, self._reader.roles)
        return Case(whole, tuple(frames), legend, tuple(evenly(facts, _MOST_FACTS)), ("trait",), len(shots))

    def _other(self, n: int, readings: Sequence[Reading]) -> Shown | None:
        """The blind control of some readings: a distant moment that shows nothing alike, best of the same people."""
        taken = {moment for one in readings for moment in one.moments} | {n}
        spans = [self._moments[moment].moment.described for moment in taken]
        free = [
            k
            for k, one in enumerate(self._moments)
            if k not in taken and not any(one.about.overlap(span) > 0 for span in spans)
        ]
        if not free:
            return None
        people = {one.who for one in readings}
        rng = random.Random(f"{n}/{[one.plain for one in readings]}")
        best = min(free, key=lambda k: (self._alike(k, readings), not people & self._people(k), rng.random()))
        moment = self._moments[best]
        frames = tuple(frame for frame in self._reader.look(moment.moment) if moment.about.has(frame.time))
        return Shown(moment.moment, frames, legend_of(frames, self._reader.roles)) if frames else None

    def _people(self, n: int) -> set[str]:
        return {name for fact in self._moments[n].facts for name in fact.people}

    def _alike(self, n: int, readings: Sequence[Reading]) -> bool:
        """Whether a moment's facts are like those that readings rest on."""
        if self._vectors is None:
            return False
        mine = [self._row[fact.text] for fact in self._moments[n].facts]
        theirs = [self._row[fact] for one in readings for fact in one.evidence if fact in self._row]
        return bool(mine and theirs) and float((self._vectors[mine] @ self._vectors[theirs].T).max()) >= _UNLIKE
