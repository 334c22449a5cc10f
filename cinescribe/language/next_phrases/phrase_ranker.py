"""Scores phrases that may follow an event: above 0, a phrase is likelier true than drawn at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import LanguageError
from cinescribe.language.next_phrases.phrase_encoder import PhraseEncoder, batched

_LEAST = 1e-12  # variance of similarities: no division by 0


@dataclass(frozen=True)
class PhraseMoments:
    """Mean and covariance of the vectors of an aspect's phrases, those that a random phrase comes from.

    Attributes:
        mean: (D,).
        covariance: (D, D).
    """

    mean: NDArray[np.float32]
    covariance: NDArray[np.float32]

    @classmethod
    def of(cls, vectors: NDArray[np.float32]) -> PhraseMoments:
        """Return the moments of vectors, (phrases, D)."""
        mean = vectors.mean(0)
        rest = vectors - mean
        return cls(mean.astype(np.float32), (rest.T @ rest / len(vectors)).astype(np.float32))


@dataclass(frozen=True)
class PhraseRanker:
    """Scores phrases by the cosine of event and phrase, in standard deviations above that of a random phrase.

    Some events are near to everything. What counts is therefore how much nearer a phrase is than others are.

    Attributes:
        encoder: of events and phrases.
        moments: by aspect, those of random phrases.
        threshold: standard deviations from which a phrase is likelier true than random.
    """

    encoder: PhraseEncoder
    moments: Mapping[str, PhraseMoments]
    threshold: float = 0.0

    def scores(self, events: Sequence[str], phrases: Sequence[str], *, aspect: str) -> NDArray[np.float64]:
        """Return the score of each phrase after the event beside it, (pairs,).

        Raises:
            LanguageError: when the ranker was not trained for the aspect.
        """
        if aspect not in self.moments:
            raise LanguageError(
                f"unknown aspect {aspect!r}; this ranker was trained for {', '.join(self.moments) or 'none'}"
            )
        if not events:
            return np.zeros(0)
        random = self.moments[aspect]
        distinct, others = list(dict.fromkeys(events)), list(dict.fromkeys(phrases))
        of_event = batched(lambda texts: self.encoder.events(texts, aspect), distinct).numpy().astype(np.float64)
        of_phrase = batched(self.encoder.phrases, others).numpy().astype(np.float64)
        means = of_event @ random.mean
        deviations = np.sqrt(np.maximum(((of_event @ random.covariance) * of_event).sum(1), _LEAST))
        row_of, column_of = ({text: n for n, text in enumerate(texts)} for texts in (distinct, others))
        rows = np.array([row_of[text] for text in events])
        columns = np.array([column_of[text] for text in phrases])
        cosines = (of_event[rows] * of_phrase[columns]).sum(1)
        scores: NDArray[np.float64] = (cosines - means[rows]) / deviations[rows] - self.threshold
        return scores
