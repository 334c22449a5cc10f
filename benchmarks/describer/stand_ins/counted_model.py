"""A chat model that counts what it is asked: requests and pictures by stage, and the time that its answers take."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeAlias

from benchmarks.describer.stand_ins.marks import is_square_there
from benchmarks.describer.stand_ins.requests import labels_of, own_shots, stage_of, statements_of
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.timing import Seconds

Kind: TypeAlias = str
KINDS: tuple[Kind, ...] = ("view", "second view", "wording", "draft", "check", "second look", "caption")
_ALIKE = 0.5  # of the time that two requests show: from here on they are about the same moment
_EDGE: Seconds = 0.5  # around a frame


@dataclass(frozen=True)
class Asked:
    """A request as it was counted.

    Args:
        kind: its stage. A view of a moment that was viewed before is a second one, and so is a check of a moment that
            was checked before and shares a statement with that check.
        times: of its frames.
        statements: that it asks about, without those about marks.
        n_pictures: of the request.
        digest: of all that the answer depends on.
    """

    kind: Kind
    times: tuple[float, ...]
    statements: frozenset[str]
    n_pictures: int
    digest: str


@dataclass(frozen=True)
class CountedModel:
    """A `ChatModel` that counts what another is asked.

    Args:
        model: that answers.
        asked: the requests, in order.
        seconds: of the processor that each call of the model took, in the thread that called.
    """

    model: ChatModel
    asked: list[Asked] = field(default_factory=list)
    seconds: list[Seconds] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    @property
    def name(self) -> str:
        """Of the model."""
        return self.model.name

    @property
    def can(self) -> Capabilities:
        """What the model can."""
        return self.model.can

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the model's answers."""
        with self._lock:
            for request in requests:
                self.asked.append(_counted(request, self.asked))
        begun = time.thread_time()
        answers = self.model.ask(requests)
        with self._lock:
            self.seconds.append(time.thread_time() - begun)
        return answers

    def n_requests(self) -> Counter[Kind]:
        """Return the requests of each kind; one that was asked before, and is kept on disk, does not count."""
        return Counter(one.kind for one in self._distinct())

    def n_pictures(self) -> int:
        """Return the pictures of these requests."""
        return sum(one.n_pictures for one in self._distinct())

    def n_twice(self) -> int:
        """Return how many requests were asked before."""
        return len(self.asked) - len(self._distinct())

    def _distinct(self) -> list[Asked]:
        return list({one.digest: one for one in reversed(self.asked)}.values())


def _counted(request: ChatRequest, before: Sequence[Asked]) -> Asked:
    stage = stage_of(request)
    own = own_shots(request.text) if stage == "view" else None
    times = tuple(time for time, shot in labels_of(request) if own is None or shot in own)
    asked = statements_of(request.text) if stage == "check" else []
    statements = frozenset(text for _, text in asked if is_square_there(text, ()) is None)
    second = {"view": "second view", "check": "second look"}.get(stage)
    again = second is not None and any(
        one.kind == stage and _alike(one.times, times) and (not statements or one.statements & statements)
        for one in before
    )
    kind = second if again and second else stage
    return Asked(kind, times, statements, len(request.pictures), _digest(request))


def _alike(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two requests show the same stretch of film."""
    if not one or not other:
        return False
    start, end = max(min(one), min(other)) - _EDGE, min(max(one), max(other)) + _EDGE
    longest = max(max(one) - min(one), max(other) - min(other)) + 2 * _EDGE
    return (end - start) / longest > _ALIKE


def _digest(request: ChatRequest) -> str:
    parts = [request.words.encode(), *(hashlib.sha256(picture.data).digest() for picture in request.pictures)]
    return hashlib.sha256(b"\n".join(parts)).hexdigest()
