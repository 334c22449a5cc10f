"""Writes the sentences of a film: what is seen, what could be said, whether it is true, and the choice over all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cinescribe.generate.narration.budget import Meter, Pace, in_parallel, in_words, plan
from cinescribe.generate.narration.checks import Checked, check_request, read_check
from cinescribe.generate.narration.choice import Vectors, choose
from cinescribe.generate.narration.controls import Check, Controls
from cinescribe.generate.narration.effort import EFFORTS, Effort, evenly
from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.generate.narration.moments import Moment, Role, SeenFrame
from cinescribe.generate.narration.reliability import LEAST, Reliability, Verdict
from cinescribe.generate.narration.scene_writing import Desk, Look, check_frames, write_scenes
from cinescribe.generate.narration.variants import with_variants
from cinescribe.generate.narration.viewing import View, second_view_request, view_request, with_answer
from cinescribe.generate.narration.wording import Candidate, Draft, Speaker
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.timing import Seconds

# Probability below which a sentence is not said. With a witness who errs in 10 % on Backlot films 101 and 102, one of
# 59 sentences was false at .8, and fewer were said at .9.
THRESHOLD = 0.85
_SURE = 0.99  # probability from which a second look brings nothing
_OPEN = 0.25  # probability from which another look may still bring a sentence above the threshold
_MOST_LOOKS = 3  # at one sentence: with errors in 10 %, two of three answers are right in 97 %
_ROUNDS = 4  # of looks: what takes the place of a sentence that falls is looked at too
_BATCH = 32  # moments whose frames are in memory at a time
_TRIED = 3  # moments by which the time for a film is estimated
_ANY = "She opens the door."
_ASKED: Seconds = 0.01  # a shorter answer was kept from a run before, and says nothing about the server
_LONGEST_SCENE = 24  # moments; longer scenes are divided, so that a server has several requests at a time


@dataclass(frozen=True)
class Narrators:
    """Who sees, writes and checks.

    Args:
        seer: the picture model, which sees and checks.
        writer: the text model.
        checks: whether sentences are checked.
        threshold: probability below which a sentence is not said.
        effort: how much is asked.
    """

    seer: ChatModel
    writer: ChatModel
    checks: bool = True
    threshold: float = THRESHOLD
    effort: Effort = EFFORTS["normal"]


@dataclass(frozen=True)
class Tools:
    """What the stages need besides models.

    Args:
        look: gives the frames of a moment.
        other_look: gives other frames of a moment's own shots, for a second view.
        speaker: the voice.
        vectors: of sentences.
        faults: says for each of some sentences what speaks against it: camera words, sounds, wrong tense.
        examples: real descriptions; by default our own.
        about: title and story of the film.
        progress: called with the share that is done.
        announce: called with lines about the budget, and about a model that cannot tell.
        meter: asks the models.
    """

    look: Look
    other_look: Look
    speaker: Speaker
    vectors: Vectors
    faults: Callable[[Sequence[str]], Sequence[tuple[str, ...]]]
    examples: tuple[str, ...] = ()
    about: str = ""
    progress: Callable[[float], None] = lambda share: None
    announce: Callable[[str], None] = lambda line: None
    meter: Meter = field(default_factory=Meter)


@dataclass(frozen=True)
class Narrated:
    """A moment with everything that was asked, answered and chosen.

    Args:
        draft: what is seen, and the candidates.
        again: the second view, where there is one.
        checks: the first check and further looks, with answers.
        pick: index of the sentence that is said; None for silence.
        gain: what the choice found it worth.
    """

    draft: Draft
    again: View | None = None
    checks: tuple[Checked, ...] = ()
    pick: int | None = None
    gain: float = 0.0

    @property
    def moment(self) -> Moment:
        """The moment."""
        return self.draft.view.moment

    def verdicts(self, text: str) -> list[Verdict]:
        """Return what the checks say about a sentence."""
        return [verdict for check in self.checks for verdict in check.verdicts if verdict.statement.text == text]

    @property
    def said(self) -> Candidate | None:
        """The sentence that is said, or None."""
        return None if self.pick is None else self.draft.candidates[self.pick]


def narrate(
    moments: Sequence[Moment], scenes: Sequence[int], roles: Sequence[Role], narrators: Narrators, tools: Tools
) -> list[Narrated]:
    """Return the sentence for each moment of a film, or silence, with the reasons.

    Args:
        moments: the pauses, in order of time.
        scenes: the number of each one's scene, rising.
        roles: the people of the film.
        narrators: the models.
        tools: frames, voice and rules.

    Raises:
        ModelError: when a model does not answer.
    """
    film = _Film(moments, tuple(roles), narrators, replace(tools, vectors=_Remembered(tools.vectors)))
    return film.narrated(_runs(scenes))


def _runs(scenes: Sequence[int]) -> list[list[int]]:
    """The indices of the moments of each scene, long scenes divided."""
    runs: list[list[int]] = []
    for n, scene in enumerate(scenes):
        if not runs or scenes[runs[-1][0]] != scene or len(runs[-1]) == _LONGEST_SCENE:
            runs.append([])
        runs[-1].append(n)
    return runs


class _Film:
    """The narration of one film."""

    def __init__(self, moments: Sequence[Moment], roles: tuple[Role, ...], narrators: Narrators, tools: Tools) -> None:
        self._moments, self._roles, self._narrators, self._tools = moments, roles, narrators, tools
        self._effort, self._meter = narrators.effort, tools.meter

    def narrated(self, scenes: list[list[int]]) -> list[Narrated]:
        if not self._moments:
            return []
        tools = self._tools
        tools.announce(
            plan([moment.described.duration for moment in self._moments], self._effort, checks=self._narrators.checks)
        )
        self._try_first(scenes)
        views = self._views(range(len(self._moments)), "views", self._meter)
        again = self._second_views()
        controls = Controls(views, again, self._roles, tools.vectors)
        room = int(self._effort.requests * len(views)) - self._meter.n_requests - 2 * len(views)
        words = write_scenes(
            views,
            scenes,
            self._desk(controls, self._meter),
            about=tools.about,
            n_shorter=max(room, 0),
            progress=lambda share: tools.progress(0.4 + 0.5 * share),
        )
        found = [Narrated(one.draft, again.get(n), one.checks) for n, one in enumerate(words)]
        found = self._looked_at(found, controls) if self._narrators.checks else self._chosen(found)
        tools.progress(1.0)
        return found

    def _desk(self, controls: Controls, meter: Meter) -> Desk:
        narrators, tools = self._narrators, self._tools
        return Desk(
            narrators.seer if narrators.checks else None,
            narrators.writer,
            controls,
            narrators.effort,
            meter,
            tools.look,
            tools.speaker,
            tools.faults,
            tools.examples,
            self._roles,
        )

    def _views(self, indices: Sequence[int], step: Literal["views", "second_views"], meter: Meter) -> list[View]:
        """What is seen in some moments, at the first or the second view."""
        views: list[View] = []
        for first in range(0, len(indices), _BATCH):
            asked = [self._view(self._moments[n], step) for n in indices[first : first + _BATCH]]
            requests = [request for _, request in asked if request is not None]
            answers = iter(meter.ask(step, self._narrators.seer, requests))
            views += [view if request is None else with_answer(view, next(answers)) for view, request in asked]
            if meter is self._meter and step == "views":
                self._tools.progress(0.4 * len(views) / len(indices))
        return views

    def _view(self, moment: Moment, step: Literal["views", "second_views"]) -> tuple[View, ChatRequest | None]:
        first = step == "views"
        frames = self._shown(self._tools.look(moment) if first else self._tools.other_look(moment), moment)
        if not frames:
            return View(moment, Legend(()), "", ()), None
        return (view_request if first else second_view_request)(moment, frames, self._roles)

    def _shown(self, frames: Sequence[SeenFrame], moment: Moment) -> list[SeenFrame]:
        """The frames that a question shows: of the moment's own shots as many as the budget has, and the others."""
        own = {shot.number for shot in moment.own_shots}
        kept = evenly([frame for frame in frames if frame.shot in own], self._effort.n_frames)
        others = [frame for frame in frames if frame.shot not in own]
        return sorted([*kept, *others], key=lambda frame: frame.time) if kept else []

    def _second_views(self) -> dict[int, View]:
        n = self._effort.n_second_views(len(self._moments)) if self._narrators.checks else 0
        indices = evenly(range(len(self._moments)), n)
        return dict(zip(indices, self._views(indices, "second_views", self._meter), strict=True))

    def _try_first(self, scenes: Sequence[Sequence[int]]) -> None:
        """Announce how long the film will take, by its first moments. What they ask is asked again, and is kept."""
        if len(self._moments) <= _TRIED:
            return
        self._load_tools()
        meter = self._meter.alike()
        views = self._views([0], "views", meter)
        alone = meter.waited["views"]
        views += self._views(range(1, _TRIED), "views", meter)
        is_parallel = in_parallel(alone, meter.waited["views"] - alone)
        own_view = meter.own / _TRIED
        desk = replace(self._desk(Controls(views, {}, self._roles, self._tools.vectors), meter), seer=None)
        each = [[n] for n in range(_TRIED)]
        write_scenes(views, each, desk, about=self._tools.about, n_shorter=0, progress=lambda share: None)
        self._meter.requests["drafts"] += _TRIED - 1  # those after the first are asked again, knowing what was said
        if alone < _ASKED:
            return
        draft = meter.waited["drafts"] / (1 if is_parallel else _TRIED)
        check, own_check = (alone, own_view) if self._narrators.checks else (0.0, 0.0)
        pace = Pace(alone, draft, check, own_view, meter.own / _TRIED - own_view + own_check, is_parallel)
        waves = [sum(one is not None for one in turn) for turn in zip_longest(*scenes)]
        n_second = self._effort.n_second_views(len(self._moments)) if self._narrators.checks else 0
        self._tools.announce(f"{in_words(pace.left(len(self._moments) - _TRIED, n_second, waves))} left")

    def _load_tools(self) -> None:
        """Load what is loaded at its first use, so that it is not taken for the time of a pause."""
        tools = self._tools
        tools.look(self._moments[0])
        tools.other_look(self._moments[0])
        tools.speaker.n_words(1.0)
        tools.faults([_ANY])
        tools.vectors.vectors([_ANY])

    def _looked_at(self, found: list[Narrated], controls: Controls) -> list[Narrated]:
        """The moments with what is said in each, by checks and further looks; silence where the model cannot tell."""
        reliability = _reliability(found, controls)
        if any(one.checks for one in found) and not reliability.can_tell:
            self._tools.announce(cannot_tell(self._narrators.seer.name, reliability))
        for _ in range(_ROUNDS if reliability.can_tell else 0):
            open_ones = self._open([self._judged(one, reliability, at_least=_OPEN) for one in found])
            for n, check in self._looks(found, open_ones, controls).items():
                found[n] = replace(found[n], checks=(*found[n].checks, check))
            if not open_ones:
                break
            reliability = _reliability(found, controls)
        threshold = self._narrators.threshold
        return self._chosen([self._judged(one, reliability, at_least=threshold) for one in found])

    def _judged(self, one: Narrated, reliability: Reliability, *, at_least: float) -> Narrated:
        """A moment with the probability of each sentence by all that was asked about it."""

        def judged(candidate: Candidate) -> Candidate:
            if candidate.faults:
                return candidate
            own = one.verdicts(candidate.text)
            if not own:
                return replace(candidate, faults=("no answer says whether it is true",))
            if not reliability.can_tell:
                return replace(candidate, faults=("the model cannot tell true from false",))
            sure = reliability.probability(own)
            faults = (f"only {sure:.0%} sure to be true",) if sure < at_least else ()
            if not faults and at_least > _OPEN and not reliability.is_evidence(own):
                faults = ("what the model says of such actions is no evidence",)
            return replace(candidate, probability=sure, faults=faults)

        return replace(one, draft=replace(one.draft, candidates=tuple(map(judged, one.draft.candidates))))

    def _open(self, found: Sequence[Narrated]) -> dict[int, Candidate]:
        """The sentences that another look may let be said, or not; the least certain, as many as the budget has."""
        open_ones: dict[int, Candidate] = {}
        for n, one in enumerate(self._chosen(found)):
            parts = [each for each in one.draft.candidates if one.said and each.text in one.said.checked_as]
            doubted = [
                each for each in parts if _certainty(each) < _SURE and len(one.verdicts(each.text)) < _MOST_LOOKS
            ]
            if doubted:
                open_ones[n] = min(doubted, key=_certainty)
        room = int(self._effort.requests * len(found)) - self._meter.n_requests
        least = sorted(open_ones, key=lambda n: _certainty(open_ones[n]))[: max(room, 0)]
        return {n: open_ones[n] for n in sorted(least)}

    def _looks(
        self, found: Sequence[Narrated], open_ones: Mapping[int, Candidate], controls: Controls
    ) -> dict[int, Checked]:
        """Further checks of single sentences, among other controls and with other frames."""
        done: dict[int, Checked] = {}
        for first in range(0, len(open_ones), _BATCH):
            some = list(open_ones)[first : first + _BATCH]
            checks = {n: controls.further_look(n, open_ones[n], [one.check for one in found[n].checks]) for n in some}
            requests = {n: self._look_request(found[n], check) for n, check in checks.items()}
            answers = self._meter.ask("looks", self._narrators.seer, list(requests.values()))
            for n, answer in zip(some, answers, strict=True):
                done[n] = read_check(checks[n], requests[n], answer)
        return done

    def _look_request(self, one: Narrated, check: Check) -> ChatRequest:
        """A further check in other frames: about the same ones, a model would err in the same way."""
        view = one.draft.view
        frames = check_frames(view, _half(view.moment, self._tools, n=len(one.checks)), self._effort.n_frames)
        return check_request(check, view.moment, frames, view.legend)

    def _chosen(self, found: Sequence[Narrated]) -> list[Narrated]:
        """The moments with the best choice over the film, of their sentences and further forms of these."""
        drafts = [with_variants(one.draft, self._roles, self._tools.speaker) for one in found]
        choice = choose([draft.candidates for draft in drafts], self._roles, self._tools.vectors)
        return [
            replace(one, draft=draft, pick=pick, gain=gain)
            for one, draft, pick, gain in zip(found, drafts, choice.picks, choice.gains, strict=True)
        ]


def _reliability(found: Sequence[Narrated], controls: Controls) -> Reliability:
    """What all checks so far say about the model."""
    known = [
        verdict
        for one in found
        for check in one.checks
        for verdict in check.verdicts
        if verdict.statement.kind != "candidate"
    ]
    known += [
        Verdict(replace(verdict.statement, kind="agreed"), verdict.yes)
        for n, one in enumerate(found)
        for check in one.checks[:1]
        for verdict in check.verdicts
        if verdict.statement.kind == "candidate" and controls.is_agreed(n, verdict.statement.text)
    ]
    candidates = [one.verdicts(candidate.text) for one in found for candidate in one.draft.candidates]
    return Reliability(known, candidates, controls.likeness)


def _certainty(candidate: Candidate) -> float:
    return candidate.probability or 0.0


def _half(moment: Moment, tools: Tools, *, n: int) -> list[SeenFrame]:
    """Of both views of a moment, every second frame of its own shots, the even or the odd ones, and all others."""
    both = {frame.time: frame for look in (tools.look, tools.other_look) for frame in look(moment)}
    own = {shot.number for shot in moment.own_shots}
    shown = [both[time] for time in sorted(both) if both[time].shot in own]
    others = [both[time] for time in sorted(both) if both[time].shot not in own]
    return [*(shown[n % 2 :: 2] or shown), *others]


def cannot_tell(name: str, reliability: Reliability) -> str:
    """Return the line that says that a model cannot tell what is true, and what follows."""
    if not reliability.n_controls:
        return f"{name} answers no check, so nothing of it is spoken; name another model, or use `unchecked`"
    rates = reliability.facts if reliability.facts.true - reliability.facts.false < LEAST else reliability.marks
    return (
        f"{name} cannot tell what is true of the pictures: of {reliability.n_controls} statements whose truth is "
        f"known, it called {rates.true:.0%} of the true ones true and {rates.false:.0%} of the false ones. Nothing of "
        "it is spoken; name another model, or use `unchecked`"
    )


class _Remembered:
    """Vectors of sentences, each computed once."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self._known: dict[str, NDArray[np.float64]] = {}

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float64]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._vectors.vectors(new), strict=True))
        return np.stack([self._known[text] for text in texts]) if texts else np.zeros((0, 1))
