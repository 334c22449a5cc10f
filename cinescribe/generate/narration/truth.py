"""Stage three for a whole film: every sentence that may be said is checked against its own frames."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cinescribe.generate.narration.checking import (
    Question,
    Reply,
    check_request,
    joint,
    probability,
    questions,
    reply,
    statements,
)
from cinescribe.generate.narration.marked_frames import marked_frames
from cinescribe.generate.narration.moments import Moment, SeenFrame
from cinescribe.generate.narration.viewing import frames_in_words
from cinescribe.generate.narration.wording import Candidate, Draft
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel

# At 10 % errors, fewer than 1 % of the sentences above it are false, by probabilities and by votes, and more than 90 %
# of the true ones are above it (two Backlot films; benchmarks/describer/witness.py).
THRESHOLD = 0.5
_BATCH = 32  # moments whose frames are in memory at a time

Look: TypeAlias = Callable[[Moment], Sequence[SeenFrame]]


@dataclass(frozen=True)
class _Asked:
    """A question about a statement, as it is sent."""

    statement: str
    question: Question
    request: ChatRequest


def checked(
    drafts: Sequence[Draft],
    seer: ChatModel,
    *,
    threshold: float,
    look: Look,
    parser: Parser,
    progress: Callable[[float], None] = lambda share: None,
) -> list[tuple[Draft, tuple[tuple[str, Reply], ...]]]:
    """Return drafts with the probability of each sentence, and the answers that it rests on, by statement.

    A sentence below the threshold gets a fault. One about which the model says neither yes nor no keeps `None`.

    Args:
        drafts: of each moment; sentences with faults are not asked about.
        seer: the picture model.
        threshold: the lowest probability of a sentence that is said.
        look: gives the frames of a moment.
        parser: of English.
        progress: called with the share of moments that is done.

    Raises:
        ModelError: when the model does not answer.
    """
    done: list[tuple[Draft, tuple[tuple[str, Reply], ...]]] = []
    for first in range(0, len(drafts), _BATCH):
        some = drafts[first : first + _BATCH]
        plans = [_plan(draft, seer, look, parser) for draft in some]
        answers = iter(seer.ask([asked.request for plan in plans for asked in plan]))
        for draft, plan in zip(some, plans, strict=True):
            replies = tuple((asked.statement, reply(asked.question, next(answers))) for asked in plan)
            done.append((_with_truth(draft, replies, seer, threshold, parser), replies))
        progress(len(done) / len(drafts))
    return done


def _plan(draft: Draft, seer: ChatModel, look: Look, parser: Parser) -> list[_Asked]:
    """The questions about all sentences of a moment; what several sentences say is asked once."""
    texts = [candidate.text for candidate in draft.candidates if not candidate.faults]
    moment, legend = draft.view.moment, draft.view.legend
    said = dict.fromkeys(statement for text in texts for statement in statements(text, parser, legend.names))
    if not said:
        return []
    own = {shot.number for shot in moment.own_shots}
    frames = [frame for frame in look(moment) if frame.shot in own]
    words = frames_in_words(moment, frames, legend, as_sheet=not seer.can.several_images)
    pictures = marked_frames(frames, legend, as_sheet=not seer.can.several_images)
    by_vote = not seer.can.log_probabilities
    return [
        _Asked(statement, question, check_request(question, words, pictures))
        for statement in said
        for question in questions(statement, legend, by_vote=by_vote)
    ]


def _with_truth(
    draft: Draft, replies: Sequence[tuple[str, Reply]], seer: ChatModel, threshold: float, parser: Parser
) -> Draft:
    by_vote = not seer.can.log_probabilities
    known = {
        statement: probability([one for about, one in replies if about == statement], by_vote=by_vote)
        for statement in {statement for statement, _ in replies}
    }

    def truth(candidate: Candidate) -> Candidate:
        if candidate.faults:
            return candidate
        said = statements(candidate.text, parser, draft.view.legend.names)
        sure = joint(known[statement] for statement in said)
        is_doubted = sure is not None and sure < threshold
        return replace(candidate, probability=sure, faults=(f"only {sure:.0%} sure to be true",) if is_doubted else ())

    return replace(draft, candidates=tuple(map(truth, draft.candidates)))
