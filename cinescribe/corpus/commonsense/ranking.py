"""Ranks candidates for what a caption implies, and keeps the best (*Video2Commonsense*, A.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.commonsense.caption_candidates import CandidatePhrase, CaptionCandidates
from cinescribe.schema import ASPECTS

_N_BEST = 3  # phrases of an aspect, as in the paper


class PhraseScorer(Protocol):
    """Anything that says how likely phrases are after events."""

    def scores(self, events: Sequence[str], phrases: Sequence[str], *, aspect: str) -> NDArray[np.float64]:
        """Return the score of each phrase after the event beside it; the higher, the likelier."""
        ...


def best_candidates(
    candidates: Sequence[CaptionCandidates], scorer: PhraseScorer, *, n_best: int = _N_BEST
) -> list[CaptionCandidates]:
    """Return candidates with the likeliest phrases of each aspect, the likeliest first, with their scores.

    A phrase is scored after the caption's event, not after the event of ATOMIC that is its source.

    Args:
        candidates: with all phrases that were retrieved.
        scorer: scores them.
        n_best: phrases of an aspect to keep; of those that differ only by case, one.
    """
    ranked = list(candidates)
    for aspect in ASPECTS:
        phrases: list[tuple[CandidatePhrase, ...]] = [getattr(one, aspect) for one in candidates]
        asked = list(
            dict.fromkeys((one.event, each.text) for one, own in zip(candidates, phrases, strict=True) for each in own)
        )
        scores = scorer.scores([event for event, _ in asked], [text for _, text in asked], aspect=aspect)
        score_of = dict(zip(asked, np.asarray(scores).tolist(), strict=True))
        ranked = [
            one.replace(**{aspect: _best(own, [score_of[one.event, each.text] for each in own], n_best)})
            for one, own in zip(ranked, phrases, strict=True)
        ]
    return ranked


def _best(phrases: Sequence[CandidatePhrase], scores: Sequence[float], n_best: int) -> tuple[CandidatePhrase, ...]:
    best: dict[str, CandidatePhrase] = {}
    for score, phrase in sorted(zip(scores, phrases, strict=True), key=lambda pair: -pair[0]):
        best.setdefault(phrase.text.casefold(), phrase.replace(score=round(score, 4)))
    return tuple(best.values())[:n_best]
