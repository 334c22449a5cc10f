"""Most likely segmentation of a film into the passages of its screenplay.

Between two matched speeches there are often several passages. Their boundaries follow from the film's cuts, because a
paragraph is mostly a series of whole shots, and from the expected length of each passage. Dynamic programming over the
boundaries finds the best segmentation (Viterbi); forward and backward sums give the certainty of each boundary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.alignment.passages import Passage
from cinescribe.schema import Shot
from cinescribe.timing import Seconds, Span

_Floats: TypeAlias = NDArray[np.float64]

_TOLERANCE: Seconds = 1.0  # a boundary this close to the true one is correct

# Costs as negative log probabilities; chosen on a hundred Backlot films, where scores are flat around the choice.
NO_CUT_COST = 4.0  # a passage ends within a shot
PLAIN_CUT_COST = 1.0  # a scene begins at a plain cut instead of a dissolve or fade
SOFT_INSIDE_COST = 3.0  # a dissolve or fade within a scene
UNMATCHED_COST = 2.5  # an unmatched subtitle or speech without a counterpart in the passage
SILENT_CUT_COST, UNMATCHED_CUT_COST = 2.0, 1.0  # the film lacks a passage of a silent, or an unmatched, scene
NO_TIME_COST = 10.0  # a passage of a matched scene takes no time
MAX_LENGTH_COST = 8.0  # upper limit of the cost of an unexpected length
UNSCRIPTED_COST = 3.0  # the film has something before a scene that the screenplay lacks

TALK_SHARE = 0.3  # of its speeches' duration is added to a passage's expected length
BASE_WORDS = 60.0  # added to a passage's number of words, for its expected length
PRIOR_SPREAD, PRIOR_WEIGHT = 0.25, 5.0  # standard deviation of log lengths before estimation; its weight in passages
MIN_SPREAD, MAX_SPREAD = 0.15, 1.0
N_ROUNDS = 3  # of estimating the spread

GRID_STEP: Seconds = 0.5  # between possible boundaries that are no cuts
MAX_GRID = 200  # possible times of one boundary that are no cuts
EPSILON: Seconds = 0.01


@dataclass(frozen=True)
class Segment:
    """The part of the film that a passage takes.

    Args:
        span: its time; None if the film seems to lack the passage.
        certainty: probability that both its ends are correct to a second, if the costs above are log probabilities.
        filmed: probability that the film has the passage at all.
    """

    span: Span | None
    certainty: float
    filmed: float


@dataclass(frozen=True)
class _Boundary:
    """Possible times of the boundary between two passages, in order, and the cost of each."""

    times: _Floats
    costs: _Floats


def film_segments(
    passages: Sequence[Passage], *, unmatched: Sequence[Seconds], shots: Sequence[Shot], duration: Seconds
) -> list[Segment]:
    """Return the film segment of each passage.

    Args:
        passages: in the film's order, with matched speeches in order of time.
        unmatched: start times of the subtitles without a match.
        shots: shots of the film; () if unknown.
        duration: duration of the film.
    """
    steps: list[Passage | None] = []  # None: unscripted footage before a scene
    for passage in passages:
        steps += [None, passage] if passage.opens_scene else [passage]
    segmenter = _Segmenter(steps, unmatched=unmatched, shots=shots, duration=duration)
    segments = segmenter.segments(PRIOR_SPREAD)
    for _ in range(N_ROUNDS - 1):
        segments = segmenter.segments(segmenter.spread(segments))
    return [segment for step, segment in zip(steps, segments, strict=True) if step is not None]


class _Segmenter:
    """Segments one film."""

    def __init__(
        self,
        steps: Sequence[Passage | None],
        *,
        unmatched: Sequence[Seconds],
        shots: Sequence[Shot],
        duration: Seconds,
    ) -> None:
        self._steps, self._duration = steps, duration
        self._unmatched = np.array(sorted(unmatched))
        self._cuts = np.array([shot.span.start for shot in shots[1:]])
        self._soft = np.array([shot.span.start for shot in shots[1:] if shot.transition != "cut"])
        self._expected = _expected_lengths(steps, duration)
        self._boundaries = self._possible_boundaries()

    def segments(self, spread: float) -> list[Segment]:
        """Return the most likely segments, given the standard deviation of the log lengths of passages."""
        costs = [self._cost(n, spread) for n in range(len(self._steps))]
        path = _viterbi_path(costs)
        out = []
        for n, posterior in enumerate(_posteriors(costs)):
            first, last = self._boundaries[n].times, self._boundaries[n + 1].times
            start, end = first[path[n]], last[path[n + 1]]
            near = np.ix_(np.abs(first - start) <= _TOLERANCE, np.abs(last - end) <= _TOLERANCE)
            step = self._steps[n]
            is_filmed = end - start > EPSILON or (step is not None and step.evidence == "matched")
            span = Span(float(start), float(max(start, end))) if is_filmed else None
            filmed = posterior[last[None] - first[:, None] > EPSILON].sum()
            out.append(Segment(span, min(float(posterior[near].sum()), 1.0), min(float(filmed), 1.0)))
        return out

    def spread(self, segments: Sequence[Segment]) -> float:
        """Estimate the standard deviation of the log lengths of passages with matched speeches."""
        known = [n for n, step in enumerate(self._steps) if step and step.speech]
        lengths = np.array([span.duration if (span := segments[n].span) else 0.0 for n in known])
        squares = np.log(np.maximum(lengths, EPSILON) / self._expected[known]) ** 2
        mean = (squares.sum() + PRIOR_WEIGHT * PRIOR_SPREAD**2) / (len(known) + PRIOR_WEIGHT)
        return float(np.clip(np.sqrt(mean), MIN_SPREAD, MAX_SPREAD))

    def _possible_boundaries(self) -> list[_Boundary]:
        """Return the possible times of each boundary, between the matched speeches around it."""
        n = len(self._steps)
        earliest, latest = np.zeros(n + 1), np.full(n + 1, self._duration)
        for k, step in enumerate(self._steps):
            earliest[k + 1] = max(step.speech[-1].end, earliest[k]) if step and step.speech else earliest[k]
        for k in range(n - 1, -1, -1):
            step = self._steps[k]
            latest[k] = min(step.speech[0].start, latest[k + 1]) if step and step.speech else latest[k + 1]
        inner = [self._between(earliest[k], latest[k], opens_scene=self._opens_scene(k)) for k in range(1, n)]
        film = [_Boundary(np.array([time]), np.zeros(1)) for time in (0.0, self._duration)]
        return [film[0], *inner, film[1]] if n else []

    def _opens_scene(self, k: int) -> bool:
        step = self._steps[k]
        return step is None or step.opens_scene

    def _between(self, earliest: Seconds, latest: Seconds, *, opens_scene: bool) -> _Boundary:
        latest = max(latest, earliest)
        step = max(GRID_STEP, (latest - earliest) / MAX_GRID)
        grid = np.arange(earliest, latest + EPSILON, step)
        if not len(self._cuts):
            return _Boundary(grid, np.zeros(len(grid)))
        cuts = self._cuts[(self._cuts >= earliest - 0.1) & (self._cuts <= latest + 0.1)]
        soft = np.isin(cuts, self._soft)
        cost = np.where(soft, 0.0, PLAIN_CUT_COST) if opens_scene else np.where(soft, SOFT_INSIDE_COST, 0.0)
        times = np.concatenate([cuts, grid])
        order = np.argsort(times, kind="stable")
        return _Boundary(times[order], np.concatenate([cost, np.full(len(grid), NO_CUT_COST)])[order])

    def _cost(self, n: int, spread: float) -> _Floats:
        """Return the cost of each segment of a step, (starts, ends)."""
        starts, ends = self._boundaries[n].times[:, None], self._boundaries[n + 1].times[None]
        step, length = self._steps[n], ends - starts
        first, last = (np.searchsorted(self._unmatched, times - EPSILON) for times in (starts, ends))
        n_unmatched = last - first
        if step is None:
            cost = np.where(length > EPSILON, UNSCRIPTED_COST + UNMATCHED_COST / 2 * n_unmatched, 0.0)
        else:
            squares = (np.log(np.maximum(length, EPSILON) / self._expected[n]) / spread) ** 2
            cost = (
                np.minimum(squares / 2, MAX_LENGTH_COST)
                + UNMATCHED_COST * np.abs(n_unmatched - step.n_unmatched)
                + self._soft_cost(starts, ends)
            )
            cost = np.where(length > EPSILON, cost, _omission_cost(step))
        cost = np.where(length < -EPSILON, np.inf, cost)
        return np.asarray(cost + self._boundaries[n + 1].costs)

    def _soft_cost(self, starts: _Floats, ends: _Floats) -> _Floats:
        inside = np.searchsorted(self._soft, ends - EPSILON) - np.searchsorted(self._soft, starts + EPSILON)
        return np.asarray(SOFT_INSIDE_COST * np.maximum(inside, 0))


def _expected_lengths(steps: Sequence[Passage | None], duration: Seconds) -> _Floats:
    """Return the expected length of each step from its words and speech; the filmed steps fill the film."""
    talk = np.array([sum(span.duration for span in step.speech) if step else 0.0 for step in steps])
    words = np.array([BASE_WORDS + step.n_words if step else 0.0 for step in steps])
    filmed = np.array([step is not None and step.evidence != "unmatched" for step in steps], bool)
    seconds_per_word = max(duration - TALK_SHARE * talk.sum(), 1.0) / max(words[filmed].sum(), 1.0)
    return np.asarray(seconds_per_word * words + TALK_SHARE * talk)


def _omission_cost(step: Passage) -> float:
    return {"matched": NO_TIME_COST, "silent": SILENT_CUT_COST, "unmatched": UNMATCHED_CUT_COST}[step.evidence]


def _viterbi_path(costs: Sequence[_Floats]) -> list[int]:
    """Return the index of each boundary's time on the cheapest path (Viterbi)."""
    best, choices = np.zeros(1), []
    for cost in costs:
        whole = best[:, None] + cost
        choices.append(whole.argmin(axis=0))
        best = whole.min(axis=0)
    path = [0]
    for choice in reversed(choices):
        path.append(int(choice[path[-1]]))
    return path[::-1]


def _posteriors(costs: Sequence[_Floats]) -> list[_Floats]:
    """Return the probability of each segment of each step, (starts, ends), by forward and backward sums."""
    forward, backward = [np.zeros(1)], [np.zeros(1)]
    for cost in costs:
        forward.append(np.logaddexp.reduce(forward[-1][:, None] - cost, axis=0))
    for cost in reversed(costs):
        backward.append(np.logaddexp.reduce(backward[-1][None] - cost, axis=1))
    backward.reverse()
    whole = forward[-1][0]
    return [np.exp(forward[n][:, None] - cost + backward[n + 1][None] - whole) for n, cost in enumerate(costs)]
