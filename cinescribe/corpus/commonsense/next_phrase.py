"""ATOMIC as a next-sentence task: whether a phrase follows an event, or was drawn at random (Video2Commonsense, A.2).

Half of the pairs are true, half random. Events of the test are unseen in training.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cinescribe.corpus.commonsense.atomic import AtomicEvent
from cinescribe.errors import CorpusError

TEST_SHARE = 0.3  # of events, as in the paper
VALIDATION_SHARE = 0.1  # of the other events


class NextPhrase(NamedTuple):
    """A pair of an event and a phrase, which is true or random."""

    event: str
    phrase: str
    is_true: bool


@dataclass(frozen=True)
class EventSplit:
    """Events for training, validation and test."""

    train: tuple[AtomicEvent, ...]
    validation: tuple[AtomicEvent, ...]
    test: tuple[AtomicEvent, ...]


def split_events(events: Sequence[AtomicEvent]) -> EventSplit:
    """Return events divided by digests of their texts, so that the division is the same everywhere.

    Raises:
        CorpusError: when there are too few for three parts.
    """
    ordered = _by_digest(events, "test")
    n_test = round(TEST_SHARE * len(ordered))
    test, others = ordered[:n_test], _by_digest(ordered[n_test:], "val")
    n_validation = round(VALIDATION_SHARE * len(others))
    if not (n_test and n_validation):
        raise CorpusError(f"ATOMIC has only {len(events)} events, too few to divide; give 10 or more")
    return EventSplit(tuple(others[n_validation:]), tuple(others[:n_validation]), tuple(test))


def _by_digest(events: Sequence[AtomicEvent], salt: str) -> list[AtomicEvent]:
    return sorted(events, key=lambda event: hashlib.sha256(f"{salt}:{event.text}".encode()).hexdigest())


def true_pairs(events: Sequence[AtomicEvent], aspect: str) -> list[NextPhrase]:
    """Return each event with each of its phrases; phrases that differ only by case are one."""
    pairs = []
    for event in events:
        phrases = {phrase.casefold(): phrase for phrase in reversed(event.phrases[aspect])}
        pairs += [NextPhrase(event.text, phrase, True) for phrase in reversed(phrases.values())]
    return pairs


def pairs_with_random(
    events: Sequence[AtomicEvent], aspect: str, *, pool: Sequence[str], seed: int
) -> list[NextPhrase]:
    """Return the true pairs of an aspect, each followed by its event with a random phrase that is not true of it.

    Args:
        events: with their phrases.
        aspect: one of `ASPECTS`.
        pool: what random phrases are drawn from; a phrase that is there more often is drawn more often.
        seed: of the draw.

    Raises:
        CorpusError: when all phrases of the pool are true of an event.
    """
    rng = np.random.default_rng(seed)
    true_of = {event.text: {phrase.casefold() for phrase in event.phrases[aspect]} for event in events}
    known = {phrase.casefold() for phrase in pool}
    pairs = []
    for pair in true_pairs(events, aspect):
        if known <= true_of[pair.event]:
            raise CorpusError(f"every phrase is an {aspect} of {pair.event!r}, so none can be drawn; give more events")
        phrase = pair.phrase
        while phrase.casefold() in true_of[pair.event]:
            phrase = pool[int(rng.integers(len(pool)))]
        pairs += [pair, NextPhrase(pair.event, phrase, False)]
    return pairs
