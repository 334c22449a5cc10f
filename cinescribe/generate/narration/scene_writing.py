"""Words in order: each pause of a scene is written and checked with the sentences so far; scenes run in parallel."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cinescribe.generate.narration.budget import Meter
from cinescribe.generate.narration.checks import AnsweredCheck, check_request, read_check
from cinescribe.generate.narration.choice import worth
from cinescribe.generate.narration.controls import Check, Controls
from cinescribe.generate.narration.effort import Effort, evenly
from cinescribe.generate.narration.language.example_sentences import example_sentences
from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.generate.narration.memory import ListenerMemory
from cinescribe.generate.narration.moments import Moment, Role, SeenFrame
from cinescribe.generate.narration.naming import people_named
from cinescribe.generate.narration.viewing import View
from cinescribe.generate.narration.wording import (
    N_EXAMPLES,
    Candidate,
    Draft,
    NarrationVoice,
    draft_request,
    nearest_examples,
    room_of,
    with_sentences,
)
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.timing import Seconds

Look: TypeAlias = Callable[[Moment], Sequence[SeenFrame]]

HURRY = 0.15  # by which the voice may speak faster; placement knows steps up to a fifth
_SHORTER = 0.9  # of the words that would fit by the length of the sentence that does not
_SAME_FACTS = 0.4  # less for a sentence about facts that one before it in a check is about: others are of more use
UNCHECKED = "not among those checked"


@dataclass(frozen=True)
class Written:
    """The words of one moment.

    Args:
        draft: the candidates.
        checks: of them, with answers.
    """

    draft: Draft
    checks: tuple[AnsweredCheck, ...] = ()

    def yes(self, candidate: Candidate) -> float | None:
        """Return whether the first check calls a candidate true; None where it was not asked or not answered."""
        verdicts = [one for check in self.checks[:1] for one in check.verdicts]
        return next((one.yes for one in verdicts if one.statement.text == candidate.text), None)


@dataclass(frozen=True)
class Desk:
    """What writing a scene needs.

    Args:
        seer: checks; None where nothing is checked.
        writer: writes.
        controls: the statements of checks.
        effort: the budget.
        meter: asks the models.
        look: gives the frames of a moment.
        speaker: the voice.
        faults: says for each of some sentences what speaks against it.
        examples: real descriptions; by default our own.
        roles: the people of the film.
    """

    seer: ChatModel | None
    writer: ChatModel
    controls: Controls
    effort: Effort
    meter: Meter
    look: Look
    speaker: NarrationVoice
    faults: Callable[[Sequence[str]], Sequence[tuple[str, ...]]]
    examples: tuple[str, ...]
    roles: tuple[Role, ...]


def write_scenes(
    views: Sequence[View],
    scenes: Sequence[Sequence[int]],
    desk: Desk,
    *,
    about: str = "",
    n_shorter: int,
    progress: Callable[[float], None],
) -> list[Written]:
    """Return the words of each moment, in the order of the views.

    In each round, the next pause of every scene is written and checked; a scene's memory grows with each.

    Args:
        views: of each moment.
        scenes: the indices of the moments of each scene, in order.
        desk: models and rules.
        about: title and story of the film.
        n_shorter: requests for shorter wordings that the budget has.
        progress: called with the share of moments that is done.

    Raises:
        ModelError: when a model does not answer.
    """
    memories = [ListenerMemory(about)] * len(scenes)
    done: dict[int, Written] = {}
    for turn in range(max(map(len, scenes), default=0)):
        active = [scene for scene, moments in enumerate(scenes) if turn < len(moments)]
        indices = [scenes[scene][turn] for scene in active]
        some = [views[n] for n in indices]
        drafts = _drafts(some, [memories[scene] for scene in active], desk, n_shorter)
        n_shorter -= sum(draft.n_requests > 1 for draft in drafts)
        for scene, n, written in zip(active, indices, _checked(drafts, indices, desk), strict=True):
            memories[scene] = memories[scene].after(written.draft, _likely(written, desk), desk.roles)
            done[n] = written
        progress(len(done) / len(views))
    return [done[n] for n in range(len(views))]


def _drafts(views: Sequence[View], memories: Sequence[ListenerMemory], desk: Desk, n_shorter: int) -> list[Draft]:
    """The sentences for each view, with their faults; where none fits its pause, shorter ones are asked for once."""
    rooms = [desk.speaker.length(view.moment.span.duration) for view in views]
    drafts = _written([Draft(view) for view in views], [memory.lines() for memory in memories], rooms, desk)
    shorter = [_shorter(draft, room, desk.speaker.language) for draft, room in zip(drafts, rooms, strict=True)]
    wanted = [n for n, words in enumerate(shorter) if words][:n_shorter]
    again = _written(
        [drafts[n] for n in wanted], [memories[n].lines() for n in wanted], [shorter[n] for n in wanted], desk
    )
    for n, draft in zip(wanted, again, strict=True):
        drafts[n] = draft
    return [_judged(draft, desk.roles) for draft in _linted(drafts, desk)]


def _written(drafts: list[Draft], known: Sequence[list[str]], rooms: Sequence[int], desk: Desk) -> list[Draft]:
    examples = [_examples(draft.view, room, desk) for draft, room in zip(drafts, rooms, strict=True)]
    requests = [
        draft_request(draft.view, lines, length=room, examples=some, roles=desk.roles, language=desk.speaker.language)
        for draft, lines, room, some in zip(drafts, known, rooms, examples, strict=True)
    ]
    answers = iter(desk.meter.ask("drafts", desk.writer, [request for request in requests if request is not None]))
    written = [
        draft if request is None else with_sentences(_asked(draft, request), next(answers), desk.speaker, desk.roles)
        for draft, request in zip(drafts, requests, strict=True)
    ]
    return [_without_copies(draft, some) for draft, some in zip(written, examples, strict=True)]


def _without_copies(draft: Draft, examples: Sequence[str]) -> Draft:
    """A draft in which sentences of other films have a fault: small models repeat what shows them the style."""
    return replace(
        draft,
        candidates=tuple(
            replace(one, faults=("repeats an example",)) if one.text in examples else one for one in draft.candidates
        ),
    )


def _asked(draft: Draft, request: ChatRequest) -> Draft:
    return replace(draft, prompt=request.text, n_requests=draft.n_requests + 1)


def _examples(view: View, length: int, desk: Desk) -> Sequence[str]:
    language = desk.speaker.language
    if desk.examples:
        return nearest_examples(desk.examples, length, language)
    return example_sentences(view.scale, length=length, n=N_EXAMPLES, language=language)


def _shorter(draft: Draft, length: int, language: SpokenLanguage) -> int:
    """The words or letters to ask for where no sentence fits; 0 if one does."""
    lengths = [(candidate.duration, language.length(candidate.text)) for candidate in draft.candidates]
    room = draft.view.moment.span.duration
    if not lengths or any(duration <= room for duration, _ in lengths):
        return 0
    duration, own = min(lengths)
    return min(int(own * room / duration * _SHORTER), length - 1)


def _linted(drafts: Sequence[Draft], desk: Desk) -> list[Draft]:
    """The drafts with the faults of their sentences; all are checked in one call, since parsing is done in batches."""
    texts = list(dict.fromkeys(candidate.text for draft in drafts for candidate in draft.candidates))
    found = dict(zip(texts, desk.faults(texts), strict=True))
    return [
        replace(
            draft, candidates=tuple(replace(one, faults=(*one.faults, *found[one.text])) for one in draft.candidates)
        )
        for draft in drafts
    ]


def _judged(draft: Draft, roles: Sequence[Role]) -> Draft:
    """A draft with the faults that only its moment shows: too long, or about a person who is not marked."""
    marked = {name.casefold() for name in draft.view.legend.names}
    candidates = []
    for candidate in draft.candidates:
        faults, room = list(candidate.faults), room_of(draft.view, candidate)
        hurry: Seconds = candidate.duration / room - 1 if room > 0 else math.inf
        if hurry > HURRY:
            faults.append(f"takes {candidate.duration:.1f} s of {room:.1f} s")
        absent = [role.name for role in people_named(candidate.text, roles) if role.name.casefold() not in marked]
        faults += [f"names {name}, who is not marked in these frames" for name in absent]
        candidates.append(replace(candidate, faults=tuple(faults), hurry=max(hurry, 0.0)))
    return replace(draft, candidates=tuple(candidates))


def _checked(drafts: Sequence[Draft], indices: Sequence[int], desk: Desk) -> list[Written]:
    """The drafts with the answers to their checks; unchecked sentences are rejected."""
    if desk.seer is None:
        return [Written(draft) for draft in drafts]
    best = [_best(draft, desk.effort.n_checked) for draft in drafts]
    asked = [n for n, candidates in enumerate(best) if candidates]
    checks = {n: desk.controls.check(indices[n], best[n]) for n in asked}
    requests = {n: _check_request(check, drafts[n].view, desk) for n, check in checks.items()}
    answers = desk.meter.ask("checks", desk.seer, list(requests.values()))
    read = {n: read_check(checks[n], requests[n], answer) for n, answer in zip(asked, answers, strict=True)}
    return [Written(_only_checked(draft, best[n]), (read[n],) if n in read else ()) for n, draft in enumerate(drafts)]


def _check_request(check: Check, view: View, desk: Desk) -> ChatRequest:
    frames = check_frames(view, desk.look(view.moment), desk.effort.n_frames)
    return check_request(check, view.moment, frames, view.legend)


def check_frames(view: View, frames: Sequence[SeenFrame], n: int) -> list[SeenFrame]:
    """Return the frames that a check of a moment shows, by time.

    They are those of the moment's own shots, and one other frame for each person whom only others show with a mark.

    Args:
        view: of the moment.
        frames: of the moment.
        n: frames of its own shots, at most.
    """
    own = {shot.number for shot in view.moment.own_shots}
    shown = evenly([frame for frame in frames if frame.shot in own], n)
    for person, _, _ in view.legend.colours:
        if not any(_shows(frame, person) for frame in shown):
            shown += [frame for frame in frames if _shows(frame, person)][:1]
    return sorted(shown, key=lambda frame: frame.time)


def _shows(frame: SeenFrame, person: str) -> bool:
    return person in {*(face.person for face in frame.faces), *(body.person for body in frame.bodies)}


def _best(draft: Draft, n: int) -> list[Candidate]:
    """The sentences that are worth a check, the best first, about different facts as far as there are any."""
    left = [candidate for candidate in draft.candidates if not candidate.faults]
    chosen: list[Candidate] = []
    while left and len(chosen) < n:
        seen = {fact for candidate in chosen for fact in candidate.facts}
        best = max(left, key=lambda one: worth(one, 1.0) - _SAME_FACTS * len(seen.intersection(one.facts)))
        chosen.append(best)
        left.remove(best)
    return chosen


def _only_checked(draft: Draft, chosen: Sequence[Candidate]) -> Draft:
    texts = {candidate.text for candidate in chosen}
    return replace(
        draft,
        candidates=tuple(
            one if one.faults or one.text in texts else replace(one, faults=(UNCHECKED,)) for one in draft.candidates
        ),
    )


def _likely(written: Written, desk: Desk) -> Candidate | None:
    """The sentence that will probably be chosen: the best of those that the check calls true."""
    sound = [candidate for candidate in written.draft.candidates if not candidate.faults]
    if desk.seer is not None:
        sound = [candidate for candidate in sound if (written.yes(candidate) or 0.0) >= 0.5]
    return max(sound, key=lambda candidate: worth(candidate, 1.0), default=None)
