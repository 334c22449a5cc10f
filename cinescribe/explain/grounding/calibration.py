"""What GroundingScore is worth: whether the nouns it calls grounded are those that were looked at where they are.

GroundingScore sees the class of the region looked at, and of those looked at up to a margin of words before; whether
the thing itself was looked at as it was named is known only where boxes are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from cinescribe.explain.grounding.pointing import PointedNoun
from cinescribe.metrics.core.similarity import Similarity, similarities
from cinescribe.metrics.embedding.grounding import MARGINS, GroundedCaption

N_BINS = 5


@dataclass(frozen=True)
class Calibration:
    """How well a noun's similarity to what was looked at tells whether it was looked at where it is.

    Args:
        margin: words looked back at.
        auc: the chance that a noun that was has the higher similarity than one that was not; .5 tells nothing; nan
            where all were or none was.
        bins: of nouns by similarity, from the lowest: mean similarity, share that was, how many.
    """

    margin: float
    auc: float
    bins: tuple[tuple[float, float, int], ...]


def calibrations(
    captions: Sequence[GroundedCaption],
    pointed: Mapping[str, Sequence[PointedNoun]],
    similarity: Similarity,
    *,
    margins: Sequence[float] = MARGINS,
) -> list[Calibration]:
    """One for each margin, over the nouns of all captions; those whose class is not there count as not looked at.

    Args:
        captions: what was looked at for each word.
        pointed: the nouns of each, by its id.
        similarity: of nouns and classes, the one that GroundingScore has.
        margins: words looked back at.

    Raises:
        ScoreError: naming a noun and a region that have no finite similarity.
    """
    nouns = [(caption, noun) for caption in captions for noun in pointed[caption.id]]
    right = np.array([noun.there and noun.right for _, noun in nouns], bool)
    looks = [_looks(caption, noun, similarity) for caption, noun in nouns]
    return [calibration(np.array([_best(look, m) for look in looks]), right, margin=m) for m in margins]


def calibration(
    similar: NDArray[np.float64], right: NDArray[np.bool_], *, margin: float = 0.0, n_bins: int = N_BINS
) -> Calibration:
    """The calibration of similarities (n,) to whether their nouns were looked at where they are, (n,).

    Bins have equal width between the lowest similarity and the highest; empty ones are left out.
    """
    edges = np.linspace(similar.min(initial=np.inf), similar.max(initial=-np.inf), n_bins + 1)[1:-1]
    places = np.searchsorted(edges, similar, side="right")
    groups = [places == n for n in range(n_bins)]
    bins = tuple((float(similar[g].mean()), float(right[g].mean()), int(g.sum())) for g in groups if g.any())
    return Calibration(margin, _auc(similar, right), bins)


def _looks(caption: GroundedCaption, noun: PointedNoun, similarity: Similarity) -> NDArray[np.float64]:
    """A noun's similarity to the region looked at for each word up to it, (step + 1,)."""
    regions = [word.region for word in caption.words[: noun.step + 1]]
    found: NDArray[np.float64] = similarities([caption.words[noun.step].word], regions, similarity=similarity)[0]
    return found


def _best(looks: NDArray[np.float64], margin: float) -> float:
    return float(looks[-int(min(margin, len(looks) - 1)) - 1 :].max())


def _auc(similar: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The area under the ROC curve, by the ranks of Mann and Whitney."""
    n_right, n_wrong = int(right.sum()), int((~right).sum())
    if not n_right or not n_wrong:
        return float("nan")
    ranks = rankdata(similar)
    return float((ranks[right].sum() - n_right * (n_right + 1) / 2) / (n_right * n_wrong))
