"""Decides which sentences of a film are kept: by checks, by further looks at doubtful ones, by the choice over all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cinescribe.generate.narration.checks import AnsweredCheck, check_request, read_check
from cinescribe.generate.narration.choice import choose
from cinescribe.generate.narration.controls import Check, Controls
from cinescribe.generate.narration.moments import BATCH, Moment, Role, SeenFrame
from cinescribe.generate.narration.narrated import Narrated, Narrators, Tools
from cinescribe.generate.narration.reliability import LEAST, Reliability, Verdict
from cinescribe.generate.narration.scene_writing import check_frames
from cinescribe.generate.narration.variants import with_variants
from cinescribe.generate.narration.wording import Candidate
from cinescribe.models.vlm.chat import ChatRequest

_SURE = 0.99  # probability from which a second look brings nothing
_OPEN = 0.25  # probability from which another look may still bring a sentence above the threshold
_MOST_LOOKS = 3  # at one sentence: with errors in 10 %, two of three answers are right in 97 %
_ROUNDS = 4  # of looks: what takes the place of a sentence that falls is looked at too


class Decision:
    """Decides which sentences of a film are kept.

    Args:
        narrators: the models.
        tools: frames, voice and rules.
        roles: the people of the film.
        controls: the statements whose truth is known.
    """

    def __init__(self, narrators: Narrators, tools: Tools, roles: tuple[Role, ...], controls: Controls) -> None:
        self._narrators, self._tools, self._roles, self._controls = narrators, tools, roles, controls

    def checked(self, found: list[Narrated]) -> list[Narrated]:
        """Return the moments with their sentences; none if the model cannot recognise what is true."""
        reliability = _reliability(found, self._controls)
        if any(one.checks for one in found) and not reliability.can_tell:
            self._tools.announce(cannot_tell(self._narrators.seer.name, reliability))
        for _ in range(_ROUNDS if reliability.can_tell else 0):
            open_ones = self._open([self._judged(one, reliability, at_least=_OPEN) for one in found])
            for n, check in self._looks(found, open_ones).items():
                found[n] = replace(found[n], checks=(*found[n].checks, check))
            if not open_ones:
                break
            reliability = _reliability(found, self._controls)
        threshold = self._narrators.threshold
        return self.chosen([self._judged(one, reliability, at_least=threshold) for one in found])

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
        """The sentences that another look may accept or reject; the least certain, as many as the budget allows."""
        open_ones: dict[int, Candidate] = {}
        for n, one in enumerate(self.chosen(found)):
            parts = [each for each in one.draft.candidates if one.sentence and each.text in one.sentence.checked_as]
            doubted = [
                each for each in parts if _certainty(each) < _SURE and len(one.verdicts(each.text)) < _MOST_LOOKS
            ]
            if doubted:
                open_ones[n] = min(doubted, key=_certainty)
        room = int(self._narrators.effort.requests * len(found)) - self._tools.meter.n_requests
        least = sorted(open_ones, key=lambda n: _certainty(open_ones[n]))[: max(room, 0)]
        return {n: open_ones[n] for n in sorted(least)}

    def _looks(self, found: Sequence[Narrated], open_ones: Mapping[int, Candidate]) -> dict[int, AnsweredCheck]:
        """Further checks of single sentences, among other controls and with other frames."""
        done: dict[int, AnsweredCheck] = {}
        for first in range(0, len(open_ones), BATCH):
            some = list(open_ones)[first : first + BATCH]
            checks = {
                n: self._controls.further_look(n, open_ones[n], [one.check for one in found[n].checks]) for n in some
            }
            requests = {n: self._look_request(found[n], check) for n, check in checks.items()}
            answers = self._tools.meter.ask("looks", self._narrators.seer, list(requests.values()))
            for n, answer in zip(some, answers, strict=True):
                done[n] = read_check(checks[n], requests[n], answer)
        return done

    def _look_request(self, one: Narrated, check: Check) -> ChatRequest:
        """A further check in other frames: about the same ones, a model would err in the same way."""
        view = one.draft.view
        frames = check_frames(
            view, _every_second_frame(view.moment, self._tools, n=len(one.checks)), self._narrators.effort.n_frames
        )
        return check_request(check, view.moment, frames, view.legend)

    def chosen(self, found: Sequence[Narrated]) -> list[Narrated]:
        """Return the moments with the best choice over the film, of their sentences and further forms of these."""
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


def _every_second_frame(moment: Moment, tools: Tools, *, n: int) -> list[SeenFrame]:
    """Of both views of a moment, every second frame of its own shots, the even or the odd ones, and all others."""
    both = {frame.time: frame for look in (tools.look, tools.other_look) for frame in look(moment)}
    own = {shot.number for shot in moment.own_shots}
    shown = [both[time] for time in sorted(both) if both[time].shot in own]
    others = [both[time] for time in sorted(both) if both[time].shot not in own]
    return [*(shown[n % 2 :: 2] or shown), *others]


def cannot_tell(name: str, reliability: Reliability) -> str:
    """Return the line that reports that a model cannot recognise what is true, and the consequence."""
    if not reliability.n_controls:
        return f"{name} answers no check, so nothing of it is spoken; name another model, or use `unchecked`"
    rates = reliability.facts if reliability.facts.true - reliability.facts.false < LEAST else reliability.marks
    return (
        f"{name} cannot tell what is true of the pictures: of {reliability.n_controls} statements whose truth is "
        f"known, it called {rates.true:.0%} of the true ones true and {rates.false:.0%} of the false ones. Nothing of "
        "it is spoken; name another model, or use `unchecked`"
    )
