"""Chooses over the whole film which sentence each moment gets, if any.

A sentence is worth its probability to be true, more if it says more. It loses what it repeats, by sentence vectors
against earlier sentences, and for people without introduction. The first mention of a
person is worth something, so that the story's people are heard of. What a sentence is worth depends on those before
it, so moments are not decided one by one: dynamic programming merges the histories that matter equally from there on,
and keeps the best of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.naming import people_named
from cinescribe.generate.narration.wording import Candidate

N_STATES = 128  # histories kept after each moment; with fewer different ones the choice is exact
_WINDOW = 8  # earlier sentences that a sentence is compared with
_UNKNOWN = 0.5  # probability of a sentence that could not be checked
_MORE = 0.25  # for each fact after the first
_MAX_FACTS = 3
_LATER = 0.1  # less for each note before its first: models list the most important first
_STATE = 0.4  # less without an action: actions come first (ITC guidance on audio description, 2000)
_SIMILAR = 0.6  # cosine from which two sentences share their content; MiniLM on Backlot's captions of other clips
_REPEATS = 2.0  # for the same again
_HURRIED = 2.0  # for each share by which the voice is faster than usual
_UNINTRODUCED = 0.3  # for a name without an introduction
_INTRODUCED_TWICE = 0.6
_FIRST_MENTION = 0.15


History = TypeVar("History", bound=Hashable)
Pick = TypeVar("Pick")


@dataclass(frozen=True)
class Picks(Generic[Pick]):
    """Picks of some steps with their worth.

    Args:
        score: what they are worth together.
        pick, gain: the last one, and what it is worth.
        before: the picks before it; None at the start.
    """

    score: float
    pick: Pick | None = None
    gain: float = 0.0
    before: Picks[Pick] | None = None

    def in_order(self) -> list[tuple[Pick | None, float]]:
        """Return the pick of each step with its gain, in order."""
        out: list[tuple[Pick | None, float]] = []
        at: Picks[Pick] | None = self
        while at is not None and at.before is not None:
            out.append((at.pick, at.gain))
            at = at.before
        return out[::-1]


def best_picks(
    start: History,
    steps: Iterable[Callable[[History], Iterable[tuple[History, Pick | None, float]]]],
    *,
    kept: Callable[[Mapping[History, Picks[Pick]]], Mapping[History, Picks[Pick]]],
) -> Picks[Pick]:
    """Return the picks that are worth the most together; of equal ones, those found first.

    Args:
        start: the history before the first step.
        steps: each gives, for a history, the possible picks: the history after it, the pick, and its gain.
        kept: chooses the histories that are continued, of those after a step.
    """
    best: Mapping[History, Picks[Pick]] = {start: Picks(0.0)}
    for step in steps:
        grown: dict[History, Picks[Pick]] = {}
        for history, picks in best.items():
            for later, pick, gain in step(history):
                score = picks.score + gain
                if later not in grown or score > grown[later].score:
                    grown[later] = Picks(score, pick, gain, picks)
        best = kept(grown)
    return max(best.values(), key=lambda picks: picks.score)


class Vectors(Protocol):
    """Unit vectors of sentences."""

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the vector of each text, (texts, D)."""
        ...


@dataclass(frozen=True)
class _Choice:
    """The choice of sentences, by moment.

    Args:
        picks: index of the candidate of each moment; None for silence.
        gains: what each pick is worth, given those before; 0 for silence.
    """

    picks: tuple[int | None, ...]
    gains: tuple[float, ...]

    @property
    def score(self) -> float:
        """The worth of all of them."""
        return sum(self.gains)


@dataclass(frozen=True)
class _Option:
    """A candidate with what the choice asks of it."""

    index: int
    row: int
    worth: float
    people: frozenset[str]
    introduces: frozenset[str]
    unintroduced: frozenset[str]


@dataclass(frozen=True)
class _History:
    """The history: the rows of the last sentences, and the people who were mentioned."""

    rows: tuple[int, ...] = ()
    met: frozenset[str] = frozenset()


class _Film:
    """The options of every moment, and the vectors of all sentences."""

    def __init__(self, moments: Sequence[Sequence[Candidate]], roles: Sequence[Role], vectors: Vectors) -> None:
        texts = [candidate.gloss or candidate.text for candidates in moments for candidate in candidates]
        self.vectors = vectors.vectors(texts) if texts else np.zeros((0, 1))
        self.options: list[list[_Option]] = []
        row = 0
        for candidates in moments:
            self.options.append([])
            for index, candidate in enumerate(candidates):
                if not candidate.faults:
                    self.options[-1].append(_option(index, row, candidate, roles))
                row += 1

    def after(self, history: _History, option: _Option) -> tuple[_History, float]:
        """Return the history after a sentence, and what the sentence is worth."""
        repeated = 0.0
        if history.rows:
            nearest = float((self.vectors[list(history.rows)] @ self.vectors[option.row]).max())
            repeated = max(nearest - _SIMILAR, 0.0) / (1 - _SIMILAR)
        gain = option.worth - _REPEATS * repeated
        gain += _FIRST_MENTION * len(option.people - history.met)
        gain -= _UNINTRODUCED * len(option.unintroduced - history.met)
        gain -= _INTRODUCED_TWICE * len(option.introduces & history.met)
        return _History((*history.rows, option.row)[-_WINDOW:], history.met | option.people), gain

    def continuations(
        self, options: Sequence[_Option], history: _History
    ) -> Iterator[tuple[_History, int | None, float]]:
        """Yield silence, and each option of a moment that is worth something."""
        yield history, None, 0.0
        for option in options:
            later, gain = self.after(history, option)
            if gain > 0:
                yield later, option.index, gain


def choose(
    moments: Sequence[Sequence[Candidate]], roles: Sequence[Role], vectors: Vectors, *, n_states: int = N_STATES
) -> _Choice:
    """Return the best choice for a film. Candidates with faults are never chosen.

    Args:
        moments: the candidates of each moment, in order of time.
        roles: the people of the film.
        vectors: of sentences.
        n_states: histories kept after each moment.
    """
    film = _Film(moments, roles, vectors)
    steps = [partial(film.continuations, options) for options in film.options]
    best = best_picks(_History(), steps, kept=partial(_best_histories, n=n_states)).in_order()
    return _Choice(tuple(pick for pick, _ in best), tuple(gain for _, gain in best))


def gains(
    picks: Sequence[int | None], moments: Sequence[Sequence[Candidate]], roles: Sequence[Role], vectors: Vectors
) -> _Choice:
    """Return what given picks are worth."""
    film = _Film(moments, roles, vectors)
    history, found = _History(), []
    for pick, options in zip(picks, film.options, strict=True):
        option = next((option for option in options if option.index == pick), None)
        gain = 0.0
        if option is not None:
            history, gain = film.after(history, option)
        found.append(gain)
    return _Choice(tuple(picks), tuple(found))


def worth(candidate: Candidate, probability: float) -> float:
    """Return what a sentence is worth by itself, if it is true with some probability."""
    n_facts = min(max(len(candidate.facts), 1), _MAX_FACTS)
    position = min(min(candidate.facts, default=0), _MAX_FACTS)
    interest = 1 + _MORE * (n_facts - 1) - _LATER * position - _STATE * candidate.is_state
    return probability * interest - _HURRIED * candidate.hurry


def _best_histories(grown: Mapping[_History, Picks[int]], *, n: int) -> Mapping[_History, Picks[int]]:
    return dict(sorted(grown.items(), key=lambda item: -item[1].score)[:n])


def _option(index: int, row: int, candidate: Candidate, roles: Sequence[Role]) -> _Option:
    named = people_named(candidate.text, roles)
    probability = _UNKNOWN if candidate.probability is None else candidate.probability
    introduces = frozenset(candidate.introduces)
    return _Option(
        index,
        row,
        worth=worth(candidate, probability),
        people=frozenset(role.id for role in named) | introduces,
        introduces=introduces,
        unintroduced=frozenset(role.id for role in named if role.has_introduction) - introduces,
    )
