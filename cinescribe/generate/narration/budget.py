"""What a narration asks of its models: counted as it goes, and estimated before."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from cinescribe.generate.narration.effort import Effort
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.timing import Seconds

_Step: TypeAlias = Literal["views", "second_views", "wordings", "drafts", "checks", "looks"]

_HZ = 2.0  # frames a second that a description keeps
_CONTEXT = 4  # frames of the shots around a moment
_WORDINGS = 1 / 6  # requests a moment that put its facts into another language: 24 at once, four of a moment at most
_LOOKS = 0.3  # second looks a moment, as measured with a witness who errs in 10 %
_PARALLEL = 8  # requests that are sent at a time
_IN_PARALLEL = 1.5  # times one answer's duration, under which two at once were computed together
_MINUTE, _HOUR = 60.0, 3600.0  # seconds


class Meter:
    """Asks models, and counts requests, pictures and seconds.

    Args:
        clock: gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._started = clock()
        self.requests: Counter[_Step] = Counter()
        self.pictures = 0
        self.waited: dict[_Step, Seconds] = dict.fromkeys(get_args(_Step), 0.0)

    def ask(self, step: _Step, model: ChatModel, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return a model's answers.

        Raises:
            ModelError: when it does not answer.
        """
        if not requests:
            return []
        self.requests[step] += len(requests)
        self.pictures += sum(len(request.pictures) for request in requests)
        start = self._clock()
        try:
            return model.ask(requests)
        finally:
            self.waited[step] += self._clock() - start

    def counts(self) -> dict[str, float]:
        """Return what was asked: requests by step, pictures, seconds in all and of our own work."""
        counts = {step: self.requests[step] for step in get_args(_Step)}
        seconds = {"seconds": round(self._clock() - self._started, 3), "own_seconds": round(self.own, 3)}
        return {**counts, "pictures": self.pictures, **seconds}

    @property
    def n_requests(self) -> int:
        """Requests so far."""
        return self.requests.total()

    @property
    def own(self) -> Seconds:
        """Seconds since the start in which no model was waited for: our own work."""
        return self._clock() - self._started - sum(self.waited.values())

    def alike(self) -> Meter:
        """Return a meter of the same clock that has counted nothing."""
        return Meter(self._clock)


@dataclass(frozen=True)
class Pace:
    """How long one request of each step takes, and our own work for one pause; in seconds.

    Args:
        view, draft, check: one request each.
        own_view, own_pause: our own work for a view, and for all else of a pause.
        in_parallel: whether the server computes several answers at once.
    """

    view: Seconds
    draft: Seconds
    check: Seconds
    own_view: Seconds
    own_pause: Seconds
    in_parallel: bool

    def left(self, n_views: int, n_second: int, waves: Sequence[int]) -> Seconds:
        """Return how long the rest of a film takes.

        Args:
            n_views: moments that are still to be seen.
            n_second: moments that are seen twice.
            waves: how many scenes still have a first, a second, a third pause, and so on.
        """
        n = sum(waves)
        rounds = [self._rounds(size) for size in waves]
        asked = self.view * (self._rounds(n_views) + self._rounds(n_second))
        asked += (self.draft + self.check) * sum(rounds) + self.check * self._rounds(round(_LOOKS * n))
        return asked + self.own_view * (n_views + n_second) + self.own_pause * n

    def _rounds(self, n: int) -> int:
        return math.ceil(n / _PARALLEL) if self.in_parallel else n


def in_parallel(one: Seconds, two: Seconds) -> bool:
    """Return whether a server computed two answers at once, by how long one and two of them took."""
    return two < _IN_PARALLEL * one


def plan(durations: Sequence[Seconds], effort: Effort, *, checks: bool, is_english: bool = True) -> str:
    """Return what a narration will ask, in words.

    Args:
        durations: of what each moment describes.
        effort: the budget.
        checks: whether sentences are checked.
        is_english: whether sentences are English, as facts are.
    """
    n = len(durations)
    looks = _LOOKS if effort.requests > 3 else 0.0
    own = sum(min(effort.n_frames, max(duration * _HZ, 1)) for duration in durations)
    requests, pictures = 2.0 * n, own + _CONTEXT * n
    if checks:
        n_second = effort.n_second_views(n)
        wordings = 0 if is_english else math.ceil(n * _WORDINGS)
        requests = min(n * (3 + looks) + n_second + wordings, effort.requests * n)
        pictures += own * (1 + looks) + own * n_second / max(n, 1)
    return f"{_counted(n, 'pause')}: about {round(requests):,} requests with {round(pictures):,} pictures"


def in_words(duration: Seconds) -> str:
    """Return a duration as people say it: `about 1 second`, `about 12 minutes`, `about 1.2 hours`."""
    if duration < 2 * _MINUTE:
        return f"about {_counted(max(round(duration), 1), 'second')}"
    return f"about {round(duration / _MINUTE)} minutes" if duration < _HOUR else f"about {duration / _HOUR:.1f} hours"


def _counted(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n:,} {word}s"
