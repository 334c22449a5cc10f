"""Writes the sentences of a film: stage one, stage two, stage three, and the choice over the whole film."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cinescribe.generate.narration.checking import Reply
from cinescribe.generate.narration.choice import Vectors, choose
from cinescribe.generate.narration.moments import Moment, Role
from cinescribe.generate.narration.truth import THRESHOLD, Look, checked
from cinescribe.generate.narration.variants import with_variants
from cinescribe.generate.narration.viewing import View, view_request, with_answer
from cinescribe.generate.narration.wording import (
    Candidate,
    Draft,
    Speaker,
    draft_request,
    people_named,
    room_of,
    with_sentences,
)
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel

_BATCH = 32  # moments whose frames are in memory at a time
_KNOWN = 2  # moments before, whose facts the listener knows already
_HURRY = 0.15  # by which the voice may speak faster; placement knows steps up to a fifth
_SHORTER = 0.9  # of the words that would fit by the length of the sentence that does not


@dataclass(frozen=True)
class Narrators:
    """Who sees, writes and checks.

    Args:
        seer: the picture model, of stages one and three.
        writer: the text model, of stage two.
        checks: whether stage three runs.
        threshold: probability below which a sentence is not said.
    """

    seer: ChatModel
    writer: ChatModel
    checks: bool = True
    threshold: float = THRESHOLD


@dataclass(frozen=True)
class Tools:
    """What the stages need besides models.

    Args:
        look: gives the frames of a moment.
        speaker: the voice.
        parser: of English.
        vectors: of sentences.
        faults: says for each of some sentences what speaks against it: camera words, sounds, wrong tense.
        examples: real descriptions.
        progress: called with the share that is done.
    """

    look: Look
    speaker: Speaker
    parser: Parser
    vectors: Vectors
    faults: Callable[[Sequence[str]], Sequence[tuple[str, ...]]]
    examples: tuple[str, ...] = ()
    progress: Callable[[float], None] = lambda share: None


@dataclass(frozen=True)
class Narrated:
    """A moment with everything that was asked, answered and chosen.

    Args:
        draft: what is seen, and the candidates.
        replies: of stage three: statement, question and answer.
        pick: index of the sentence that is said; None for silence.
        gain: what the choice found it worth.
    """

    draft: Draft
    replies: tuple[tuple[str, Reply], ...] = ()
    pick: int | None = None
    gain: float = 0.0

    @property
    def moment(self) -> Moment:
        """The moment."""
        return self.draft.view.moment

    @property
    def said(self) -> Candidate | None:
        """The sentence that is said, or None."""
        return None if self.pick is None else self.draft.candidates[self.pick]


def narrate(moments: Sequence[Moment], roles: Sequence[Role], narrators: Narrators, tools: Tools) -> list[Narrated]:
    """Return the sentence for each moment of a film, or silence, with the reasons.

    Args:
        moments: the pauses, in order of time.
        roles: the people of the film.
        narrators: the models.
        tools: frames, voice and rules.

    Raises:
        ModelError: when a model does not answer.
    """
    views = _views(moments, roles, narrators.seer, tools)
    drafts = _drafts(views, roles, narrators.writer, tools)
    drafts = [_judged(draft, roles) for draft in _linted(drafts, tools)]
    full = [Narrated(draft) for draft in drafts]
    if narrators.checks:
        pairs = checked(
            drafts,
            narrators.seer,
            threshold=narrators.threshold,
            look=tools.look,
            parser=tools.parser,
            progress=lambda share: tools.progress(0.6 + 0.4 * share),
        )
        full = [Narrated(draft, replies) for draft, replies in pairs]
    full = [replace(one, draft=with_variants(one.draft, roles, tools.speaker)) for one in full]
    choice = choose([one.draft.candidates for one in full], roles, tools.vectors)
    tools.progress(1.0)
    return [
        replace(one, pick=pick, gain=gain) for one, pick, gain in zip(full, choice.picks, choice.gains, strict=True)
    ]


def _views(moments: Sequence[Moment], roles: Sequence[Role], seer: ChatModel, tools: Tools) -> list[View]:
    views: list[View] = []
    for first in range(0, len(moments), _BATCH):
        some = [(moment, tools.look(moment)) for moment in moments[first : first + _BATCH]]
        asked = [view_request(moment, frames, roles, seer) for moment, frames in some if len(frames)]
        answers = seer.ask([request for _, request in asked])
        views += [with_answer(view, answer.text) for (view, _), answer in zip(asked, answers, strict=True)]
        tools.progress(0.4 * min(first + _BATCH, len(moments)) / len(moments))
    return views


def _drafts(views: Sequence[View], roles: Sequence[Role], writer: ChatModel, tools: Tools) -> list[Draft]:
    """The sentences for each view; where none fits its pause, shorter ones are asked for once."""
    rooms = [tools.speaker.n_words(_room(view)) for view in views]
    drafts = [Draft(view) for view in views]
    requests = [
        draft_request(view, _known_facts(views, n), n_words=rooms[n], examples=tools.examples)
        for n, view in enumerate(views)
    ]
    drafts = _written(drafts, requests, writer, roles, tools)
    shorter = [_shorter(draft, room) for draft, room in zip(drafts, rooms, strict=True)]
    again = [
        draft_request(draft.view, _known_facts(views, n), n_words=words, examples=tools.examples)
        for n, (draft, words) in enumerate(zip(drafts, shorter, strict=True))
    ]
    tools.progress(0.6)
    return _written(drafts, again, writer, roles, tools)


def _written(
    drafts: Sequence[Draft],
    requests: Sequence[ChatRequest | None],
    writer: ChatModel,
    roles: Sequence[Role],
    tools: Tools,
) -> list[Draft]:
    answers = iter(writer.ask([request for request in requests if request is not None]))
    return [
        draft
        if request is None
        else with_sentences(replace(draft, prompt=request.text), next(answers).text, tools.speaker, roles)
        for draft, request in zip(drafts, requests, strict=True)
    ]


def _room(view: View) -> float:
    return view.moment.span.duration


def _known_facts(views: Sequence[View], n: int) -> list[str]:
    """What the listener may know from the moments before, without repetition."""
    facts = [fact.text for view in views[max(n - _KNOWN, 0) : n] for fact in view.facts]
    return list(dict.fromkeys(facts))


def _shorter(draft: Draft, n_words: int) -> int:
    """The words to ask for where no sentence fits; 0 if one does."""
    lengths = [(candidate.duration, len(candidate.text.split())) for candidate in draft.candidates]
    if not lengths or any(duration <= _room(draft.view) for duration, _ in lengths):
        return 0
    duration, words = min(lengths)
    return min(int(words * _room(draft.view) / duration * _SHORTER), n_words - 1)


def _linted(drafts: Sequence[Draft], tools: Tools) -> list[Draft]:
    """The drafts with the faults of their sentences; all are checked in one call, since parsing is done in batches."""
    texts = list(dict.fromkeys(candidate.text for draft in drafts for candidate in draft.candidates))
    found = dict(zip(texts, tools.faults(texts), strict=True))
    return [
        replace(draft, candidates=tuple(replace(one, faults=found[one.text]) for one in draft.candidates))
        for draft in drafts
    ]


def _judged(draft: Draft, roles: Sequence[Role]) -> Draft:
    """A draft with the faults that only its moment shows: too long, or about somebody who is not marked."""
    marked = {name.casefold() for name in draft.view.legend.names}
    candidates = []
    for candidate in draft.candidates:
        faults, room = list(candidate.faults), room_of(draft.view, candidate)
        hurry = candidate.duration / room - 1 if room > 0 else math.inf
        if hurry > _HURRY:
            faults.append(f"takes {candidate.duration:.1f} s of {room:.1f} s")
        absent = [role.name for role in people_named(candidate.text, roles) if role.name.casefold() not in marked]
        faults += [f"names {name}, who is not marked in these frames" for name in absent]
        candidates.append(replace(candidate, faults=tuple(faults), hurry=max(hurry, 0.0)))
    return replace(draft, candidates=tuple(candidates))
