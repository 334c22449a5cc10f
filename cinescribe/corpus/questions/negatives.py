"""Answers that are not true of a clip but fit it: adversarial matching, as in *VCR* (Zellers et al. 2019).

Of the phrases of other clips, those are taken with the largest relevance x (1 - similarity)^lambda: relevance is to the
clip's event, similarity to the clip's own phrases. A phrase is taken as often as it is true somewhere, while others are
left: otherwise phrases that fit everything would give themselves away. Random negatives are drawn from the same phrases
without regard to how well they fit.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

MAX_SIMILARITY = 0.6  # cosine; what is nearer to a true phrase may say the same
_USUAL = 0.25  # share of the clips with a verb or phrase; what is true of so many may be true of a further one, unsaid
_LAMBDA = 1.0  # weight of dissimilarity
_LEFT_OVER = 1e-3  # weight in random draws of a phrase that was taken as often as it is true


class _TextVectors(Protocol):
    """Anything that gives unit vectors of texts, such as `SentenceVectors`."""

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the vector of each text, (texts, D)."""


@dataclass(frozen=True)
class Described:
    """What is known of a clip and a person in it, of one aspect.

    Args:
        clip: the clip's id.
        event: what happens, in ATOMIC's words.
        verbs: the verbs of the clip's captions.
        phrases: the true ones, as answers.
        person: whom they are about, if what is true of the person in one clip is true in all; else empty.
    """

    clip: str
    event: str
    verbs: frozenset[str]
    phrases: tuple[str, ...]
    person: str = ""


def matched_negatives(described: Sequence[Described], vectors: _TextVectors, *, seed: int = 0) -> list[tuple[str, ...]]:
    """Return for each clip as many phrases that are not true of it as it has true ones, the best first.

    Never taken are phrases of the clip itself or of its person, those that are true of `_USUAL` or more of the clips
    with one of its verbs or phrases, and those more similar to one of its own than `MAX_SIMILARITY`. Where too few are
    left, there are fewer.

    Args:
        described: of clips that may share phrases.
        vectors: of phrases and events.
        seed: of the order in which clips choose.
    """
    return _negatives(described, vectors, seed, _best)


def random_negatives(described: Sequence[Described], vectors: _TextVectors, *, seed: int = 0) -> list[tuple[str, ...]]:
    """Return for each clip random phrases that are not true of it; allowed and counted as by `matched_negatives`.

    Args:
        described: of clips that may share phrases.
        vectors: of phrases and events.
        seed: of the order in which clips choose, and of what they draw.
    """
    rng = np.random.default_rng(seed)

    def drawn(fit: NDArray[np.float32], left: NDArray[np.int64], n: int) -> NDArray[np.int64]:
        # Weighted draws without replacement (Efraimidis and Spirakis 2006): the largest of log(uniform) / weight.
        keys = np.log(rng.random(len(fit))) / np.maximum(left, _LEFT_OVER)
        allowed = np.flatnonzero(fit > 0)
        return np.asarray(allowed[np.argsort(-keys[allowed], kind="stable")][:n], np.int64)

    return _negatives(described, vectors, seed, drawn)


def _negatives(
    described: Sequence[Described],
    vectors: _TextVectors,
    seed: int,
    choose: Callable[[NDArray[np.float32], NDArray[np.int64], int], NDArray[np.int64]],
) -> list[tuple[str, ...]]:
    """The phrases that `choose` takes for each clip, given their fit, how often each is left, and how many to take."""
    chosen: list[tuple[str, ...]] = [()] * len(described)
    phrases = list(dict.fromkeys(phrase for one in described for phrase in one.phrases))
    if not phrases:
        return chosen
    known = _TruePhrases(described, {phrase: row for row, phrase in enumerate(phrases)})
    rows = np.asarray(vectors.vectors(phrases), np.float32)
    events = np.asarray(vectors.vectors([one.event for one in described]), np.float32)
    left = known.n_clips.copy()
    order = list(range(len(described)))
    random.Random(seed).shuffle(order)
    for number in order:
        one = described[number]
        own = known.of_own(one)
        if not own.size or not one.phrases:
            continue
        fit = _fit(rows, events[number], own)
        fit[known.usual(one)] = 0
        best = choose(fit, left, len(one.phrases))
        left[best] -= 1
        chosen[number] = tuple(phrases[row] for row in best)
    return chosen


class _TruePhrases:
    """Which phrases, by row, are true of a clip, of a person, or of many clips with some verb or phrase."""

    def __init__(self, described: Sequence[Described], rows: dict[str, int]) -> None:
        self.n_clips = np.zeros(len(rows), np.int64)
        self._own: defaultdict[str, set[int]] = defaultdict(set)  # by clip and by person
        together: defaultdict[str, Counter[int]] = defaultdict(Counter)  # by verb and by phrase
        n_clips: Counter[str] = Counter()
        for one in described:
            own = {rows[phrase] for phrase in one.phrases}
            self.n_clips[sorted(own)] += 1
            for owner in _owners(one):
                self._own[owner] |= own
            for feature in _features(one):
                together[feature].update(own)
                n_clips[feature] += 1
        self._usual = {
            feature: {row for row, n in counts.items() if n >= _USUAL * n_clips[feature]}
            for feature, counts in together.items()
        }

    def of_own(self, one: Described) -> NDArray[np.int64]:
        """Return those of the clip and of its person."""
        return np.array(sorted(set().union(*(self._own[owner] for owner in _owners(one)))), np.int64)

    def usual(self, one: Described) -> NDArray[np.int64]:
        """Return those of many clips with one of its verbs or phrases."""
        return np.array(sorted(set().union(*(self._usual[feature] for feature in _features(one)))), np.int64)


def _features(one: Described) -> list[str]:
    return [*(f"verb {verb}" for verb in one.verbs), *(f"phrase {phrase}" for phrase in one.phrases)]


def _owners(one: Described) -> list[str]:
    return [f"clip {one.clip}", *([f"person {one.person}"] if one.person else [])]


def _fit(rows: NDArray[np.float32], event: NDArray[np.float32], own: NDArray[np.int64]) -> NDArray[np.float32]:
    """Relevance x (1 - similarity)^lambda of each phrase; 0 for those that are too similar."""
    relevance = (1 + rows @ event) / 2  # of [0, 1]: a cosine may be negative
    similarity = (rows @ rows[own].T).max(1).clip(0, 1)
    fit = np.where(similarity < MAX_SIMILARITY, relevance * (1 - similarity) ** _LAMBDA, 0)
    return np.asarray(fit, np.float32)


def _best(fit: NDArray[np.float32], left: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """The best rows, those that are left before others; equal ones by number."""
    order = np.lexsort((-fit, left <= 0))
    allowed = order[fit[order] > 0]
    return np.asarray(allowed[:n], np.int64)
