"""Which stretch of the film each passage of a screenplay takes: the likeliest cut of the whole film into passages.

Between two speeches that are heard there are often several passages. Where one ends and the next begins is told by the
film's shots, since what a paragraph tells is mostly a run of whole shots, and by how long a passage takes. All such
divisions of the film are weighed at once, by dynamic programming over the ends of passages; that the sum goes over all
of them (forward and backward) tells, too, how certain each end is.
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

Numbers: TypeAlias = NDArray[np.float64]

NEAR_ENOUGH: Seconds = 1.0  # an end this near is right

# Costs, as negative logarithms of chances; chosen on a hundred Backlot films and flat around the choice.
OFF_CUT = 4.0  # a passage ends where no shot does
PLAIN_SCENE = 1.0  # a scene begins at a plain cut, where it might at a dissolve or fade
SOFT_INSIDE = 3.0  # a dissolve or fade within a scene
UNMATCHED = 2.5  # a subtitle that no speech is heard in, or such a speech, without a counterpart in the passage
CUT_SILENT, CUT_UNHEARD = 2.0, 1.0  # a passage of a scene that is silent, or unheard, is not in the film
NO_TIME = 10.0  # a passage of a scene that is heard takes no time of its own
ODD_LENGTH = 8.0  # a passage is as much shorter or longer than expected as can be
UNSCRIPTED = 3.0  # there is something before a scene that the screenplay does not have

TALK = 0.3  # of its speeches' length, how much longer a passage is for them
BASE_WORDS = 60.0  # a passage of twice as many words is this many short of being twice as long
SPREAD, SPREAD_WEIGHT = (
    0.25,
    5.0,
)  # of the logarithm of passages' lengths, before it is measured; its weight in passages
NARROWEST, WIDEST = 0.15, 1.0
N_ROUNDS = 3  # of measuring the spread

GRID: Seconds = 0.5  # between places where a passage may end apart from cuts
MOST_PLACES = 200  # for one end, apart from cuts
TOUCH: Seconds = 0.01


@dataclass(frozen=True)
class Stretch:
    """The part of the film that a passage takes.

    Args:
        span: None where the film seems not to have it.
        certainty: the chance that both its ends are right to a second, as far as the costs above are chances.
        filmed: the chance that the film has it at all.
    """

    span: Span | None
    certainty: float
    filmed: float


@dataclass(frozen=True)
class _Ends:
    """Where a passage may end and the next begin: times, rising, and what each costs."""

    times: Numbers
    costs: Numbers


def stretches(
    passages: Sequence[Passage], *, unmatched: Sequence[Seconds], shots: Sequence[Shot], duration: Seconds
) -> list[Stretch]:
    """The stretch of each passage.

    Args:
        passages: in the film's order, their heard speeches rising.
        unmatched: when the subtitles begin in which no speech is heard.
        shots: the film's; () where they are not known.
        duration: of the film.
    """
    steps: list[Passage | None] = []  # None: what is not in the screenplay, before a scene
    for passage in passages:
        steps += [None, passage] if passage.opens else [passage]
    divider = _Divider(steps, unmatched=unmatched, shots=shots, duration=duration)
    found = divider.divided(SPREAD)
    for _ in range(N_ROUNDS - 1):
        found = divider.divided(divider.spread(found))
    return [stretch for step, stretch in zip(steps, found, strict=True) if step is not None]


class _Divider:
    """Divides one film."""

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
        self._expected = _expected(steps, duration)
        self._ends = self._possible_ends()

    def divided(self, spread: float) -> list[Stretch]:
        """The likeliest stretches, if the logarithms of passages' lengths spread so far."""
        costs = [self._cost(n, spread) for n in range(len(self._steps))]
        path = _cheapest(costs)
        chances = _chances(costs)
        out = []
        for n, chance in enumerate(chances):
            first, last = self._ends[n].times, self._ends[n + 1].times
            start, end = first[path[n]], last[path[n + 1]]
            near = np.ix_(np.abs(first - start) <= NEAR_ENOUGH, np.abs(last - end) <= NEAR_ENOUGH)
            step = self._steps[n]
            is_filmed = end - start > TOUCH or (step is not None and step.evidence == "heard")
            span = Span(float(start), float(max(start, end))) if is_filmed else None
            filmed = chance[last[None] - first[:, None] > TOUCH].sum()
            out.append(Stretch(span, min(float(chance[near].sum()), 1.0), min(float(filmed), 1.0)))
        return out

    def spread(self, found: Sequence[Stretch]) -> float:
        """How far the logarithms of the lengths of passages with heard speeches spread around what was expected."""
        known = [n for n, step in enumerate(self._steps) if step and step.heard]
        lengths = np.array([span.duration if (span := found[n].span) else 0.0 for n in known])
        squares = np.log(np.maximum(lengths, TOUCH) / self._expected[known]) ** 2
        mean = (squares.sum() + SPREAD_WEIGHT * SPREAD**2) / (len(known) + SPREAD_WEIGHT)
        return float(np.clip(np.sqrt(mean), NARROWEST, WIDEST))

    def _possible_ends(self) -> list[_Ends]:
        """For each end, the first at 0 and the last at the film's, the places between what is heard around it."""
        n = len(self._steps)
        earliest, latest = np.zeros(n + 1), np.full(n + 1, self._duration)
        for k, step in enumerate(self._steps):
            earliest[k + 1] = max(step.heard[-1].end, earliest[k]) if step and step.heard else earliest[k]
        for k in range(n - 1, -1, -1):
            step = self._steps[k]
            latest[k] = min(step.heard[0].start, latest[k + 1]) if step and step.heard else latest[k + 1]
        inner = [self._between(earliest[k], latest[k], opens=self._opens(k)) for k in range(1, n)]
        film = [_Ends(np.array([time]), np.zeros(1)) for time in (0.0, self._duration)]
        return [film[0], *inner, film[1]] if n else []

    def _opens(self, k: int) -> bool:
        step = self._steps[k]
        return step is None or step.opens

    def _between(self, earliest: Seconds, latest: Seconds, *, opens: bool) -> _Ends:
        latest = max(latest, earliest)
        step = max(GRID, (latest - earliest) / MOST_PLACES)
        grid = np.arange(earliest, latest + TOUCH, step)
        if not len(self._cuts):
            return _Ends(grid, np.zeros(len(grid)))
        cuts = self._cuts[(self._cuts >= earliest - 0.1) & (self._cuts <= latest + 0.1)]
        soft = np.isin(cuts, self._soft)
        cost = np.where(soft, 0.0, PLAIN_SCENE) if opens else np.where(soft, SOFT_INSIDE, 0.0)
        times = np.concatenate([cuts, grid])
        order = np.argsort(times, kind="stable")
        return _Ends(times[order], np.concatenate([cost, np.full(len(grid), OFF_CUT)])[order])

    def _cost(self, n: int, spread: float) -> Numbers:
        """What each stretch costs a step, (starts, ends)."""
        starts, ends = self._ends[n].times[:, None], self._ends[n + 1].times[None]
        step, length = self._steps[n], ends - starts
        n_unmatched = np.searchsorted(self._unmatched, ends - TOUCH) - np.searchsorted(self._unmatched, starts - TOUCH)
        if step is None:
            cost = np.where(length > TOUCH, UNSCRIPTED + UNMATCHED / 2 * n_unmatched, 0.0)
        else:
            squares = (np.log(np.maximum(length, TOUCH) / self._expected[n]) / spread) ** 2
            cost = (
                np.minimum(squares / 2, ODD_LENGTH)
                + UNMATCHED * np.abs(n_unmatched - step.n_unheard)
                + self._softness(starts, ends)
            )
            cost = np.where(length > TOUCH, cost, _cost_of_cutting(step))
        cost = np.where(length < -TOUCH, np.inf, cost)
        return np.asarray(cost + self._ends[n + 1].costs)

    def _softness(self, starts: Numbers, ends: Numbers) -> Numbers:
        inside = np.searchsorted(self._soft, ends - TOUCH) - np.searchsorted(self._soft, starts + TOUCH)
        return np.asarray(SOFT_INSIDE * np.maximum(inside, 0))


def _expected(steps: Sequence[Passage | None], duration: Seconds) -> Numbers:
    """How long each step takes, by its words and its talk, if what seems filmed fills the film."""
    talk = np.array([sum(span.duration for span in step.heard) if step else 0.0 for step in steps])
    words = np.array([BASE_WORDS + step.n_words if step else 0.0 for step in steps])
    filmed = np.array([step is not None and step.evidence != "unheard" for step in steps], bool)
    for_words = max(duration - TALK * talk.sum(), 1.0) / max(words[filmed].sum(), 1.0)
    return np.asarray(for_words * words + TALK * talk)


def _cost_of_cutting(step: Passage) -> float:
    return {"heard": NO_TIME, "silent": CUT_SILENT, "unheard": CUT_UNHEARD}[step.evidence]


def _cheapest(costs: Sequence[Numbers]) -> list[int]:
    """The numbers of the ends, first to last, that cost least together (Viterbi)."""
    best, choices = np.zeros(1), []
    for cost in costs:
        whole = best[:, None] + cost
        choices.append(whole.argmin(axis=0))
        best = whole.min(axis=0)
    path = [0]
    for choice in reversed(choices):
        path.append(int(choice[path[-1]]))
    return path[::-1]


def _chances(costs: Sequence[Numbers]) -> list[Numbers]:
    """The chance of each stretch of each step, (starts, ends), over all divisions (forward and backward sums)."""
    forward, backward = [np.zeros(1)], [np.zeros(1)]
    for cost in costs:
        forward.append(np.logaddexp.reduce(forward[-1][:, None] - cost, axis=0))
    for cost in reversed(costs):
        backward.append(np.logaddexp.reduce(backward[-1][None] - cost, axis=1))
    backward.reverse()
    whole = forward[-1][0]
    return [np.exp(forward[n][:, None] - cost + backward[n + 1][None] - whole) for n, cost in enumerate(costs)]
