"""Calibrates GroundingScore: are the nouns it calls grounded those whose region truly shows them?

GroundingScore sees the class of the top region of a noun, and of the words up to a margin before it. Whether the top
region shows the thing itself is known only where pictures have boxes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from cinescribe.explain.grounding.pointing import PointingResult
from cinescribe.metrics.core.similarity import Similarity, similarities
from cinescribe.metrics.embedding.grounding import MARGINS, GroundedCaption

_N_BINS = 5


@dataclass(frozen=True)
class Calibration:
    """How well the similarity of a noun to its region predicts a hit of the pointing game.

    Args:
        margin: number of words before the noun that count too.
        auc: the chance that a hit has a higher similarity than a miss; .5 is chance; nan where all or none are hits.
        bins: nouns by similarity, from the lowest: mean similarity, share of hits, number of nouns.
    """

    margin: float
    auc: float
    bins: tuple[tuple[float, float, int], ...]


def calibrations(
    captions: Sequence[GroundedCaption],
    pointing: Mapping[str, Sequence[PointingResult]],
    similarity: Similarity,
    *,
    margins: Sequence[float] = MARGINS,
) -> list[Calibration]:
    """Return the calibration for each margin, over the nouns of all captions; absent classes count as misses.

    Args:
        captions: with the class of the top region of each word.
        pointing: the results of the pointing game of each caption, by its id.
        similarity: of nouns and classes, as GroundingScore uses it.
        margins: numbers of words before a noun that count too.

    Raises:
        ScoreError: naming a noun and a region that have no finite similarity.
    """
    nouns = [(caption, noun) for caption in captions for noun in pointing[caption.id]]
    hits = np.array([noun.present and noun.hit for _, noun in nouns], bool)
    values = [_similarities(caption, noun, similarity) for caption, noun in nouns]
    return [calibration(np.array([_best(each, m) for each in values]), hits, margin=m) for m in margins]


def calibration(
    similar: NDArray[np.float64], hits: NDArray[np.bool_], *, margin: float = 0.0, n_bins: int = _N_BINS
) -> Calibration:
    """Return the calibration of the similarities of nouns (n,) to their hits, (n,).

    Bins have equal width between the lowest similarity and the highest; empty ones are left out.
    """
    edges = np.linspace(similar.min(initial=np.inf), similar.max(initial=-np.inf), n_bins + 1)[1:-1]
    indices = np.searchsorted(edges, similar, side="right")
    groups = [indices == n for n in range(n_bins)]
    bins = tuple((float(similar[g].mean()), float(hits[g].mean()), int(g.sum())) for g in groups if g.any())
    return Calibration(margin, _auc(similar, hits), bins)


def _similarities(caption: GroundedCaption, noun: PointingResult, similarity: Similarity) -> NDArray[np.float64]:
    """Return a noun's similarity to the top region of each word up to it, (step + 1,)."""
    regions = [word.region for word in caption.words[: noun.step + 1]]
    row: NDArray[np.float64] = similarities([caption.words[noun.step].word], regions, similarity=similarity)[0]
    return row


def _best(similar: NDArray[np.float64], margin: float) -> float:
    return float(similar[-int(min(margin, len(similar) - 1)) - 1 :].max())


def _auc(similar: NDArray[np.float64], hits: NDArray[np.bool_]) -> float:
    """Return the area under the ROC curve, from the Mann-Whitney statistic."""
    n_hits, n_misses = int(hits.sum()), int((~hits).sum())
    if not n_hits or not n_misses:
        return float("nan")
    ranks = rankdata(similar)
    return float((ranks[hits].sum() - n_hits * (n_hits + 1) / 2) / (n_hits * n_misses))
