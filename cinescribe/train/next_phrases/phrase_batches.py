"""Batches of events with their phrases: whatever is true of another event in the batch is a random phrase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.commonsense.atomic import AtomicEvent
from cinescribe.schema import ASPECTS


@dataclass(frozen=True)
class PhraseBatch:
    """Events and phrases of one kind.

    Attributes:
        kind: an aspect, or another relation of ATOMIC.
        events: distinct, (E,).
        phrases: distinct, (P,).
        chosen: True for the pairs that this batch trains, (E, P).
        is_true: True for all true pairs, (E, P).
    """

    kind: str
    events: tuple[str, ...]
    phrases: tuple[str, ...]
    chosen: NDArray[np.bool_]
    is_true: NDArray[np.bool_]


def phrases_by_kind(
    events: Sequence[AtomicEvent], others: Mapping[str, Mapping[str, Sequence[str]]]
) -> dict[str, dict[str, list[str]]]:
    """Return the phrases of each event, by aspect and other relation.

    Args:
        events: for training.
        others: phrases of other relations, by event and relation, of events for training.
    """
    kinds = {aspect: {one.text: one.phrases[aspect] for one in events if one.phrases[aspect]} for aspect in ASPECTS}
    for event, relations in others.items():
        for relation, phrases in relations.items():
            kinds.setdefault(relation, {})[event] = list(phrases)
    return {kind: phrases for kind, phrases in kinds.items() if phrases}


def epoch_batches(
    kinds: Mapping[str, Mapping[str, Sequence[str]]], *, n_phrases: int, of_event: int, seed: tuple[int, int]
) -> list[PhraseBatch]:
    """Return the batches of an epoch, each of one kind, in random order.

    Args:
        kinds: phrases by kind and event.
        n_phrases: of a batch, at least; a last batch of a kind with half as many or fewer is left out.
        of_event: the phrases of an event are divided into groups of at most so many.
        seed: of the run, and the number of the epoch.
    """
    rng = np.random.default_rng(seed)
    batches = [batch for kind, events in kinds.items() for batch in _of_kind(kind, events, n_phrases, of_event, rng)]
    return [batches[n] for n in rng.permutation(len(batches))]


def _of_kind(
    kind: str, events: Mapping[str, Sequence[str]], n_phrases: int, of_event: int, rng: np.random.Generator
) -> Iterator[PhraseBatch]:
    groups: list[tuple[str, list[str]]] = []
    for event, phrases in events.items():
        mixed = [phrases[n] for n in rng.permutation(len(phrases))]
        groups += [(event, mixed[first : first + of_event]) for first in range(0, len(mixed), of_event)]
    pending: list[tuple[str, str]] = []
    n_batches = 0
    for n in rng.permutation(len(groups)):
        event, phrases = groups[n]
        pending += [(event, phrase) for phrase in phrases]
        if len(pending) >= n_phrases:
            yield _batch(kind, events, pending)
            pending, n_batches = [], n_batches + 1
    if pending and (not n_batches or 2 * len(pending) > n_phrases):
        yield _batch(kind, events, pending)


def _batch(kind: str, events: Mapping[str, Sequence[str]], pairs: Sequence[tuple[str, str]]) -> PhraseBatch:
    rows = list(dict.fromkeys(event for event, _ in pairs))
    columns = list(dict.fromkeys(phrase for _, phrase in pairs))
    chosen = np.zeros((len(rows), len(columns)), np.bool_)
    row_of, column_of = ({text: n for n, text in enumerate(texts)} for texts in (rows, columns))
    for event, phrase in pairs:
        chosen[row_of[event], column_of[phrase]] = True
    true_of = [{phrase.casefold() for phrase in events[event]} for event in rows]
    is_true = np.array([[phrase.casefold() in own for phrase in columns] for own in true_of])
    return PhraseBatch(kind, tuple(rows), tuple(columns), chosen, is_true)
