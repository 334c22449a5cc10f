"""The mean over items of which some cannot count, because there is nothing in them to measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, weighted_score


def counted_score(
    name: str,
    ids: Sequence[str],
    values: NDArray[np.float64],
    *,
    counts: NDArray[np.bool_],
    wanted: str,
    signature: str,
) -> Score:
    """The mean of the items that count; the others are not in `per_item` and have weight 0 in `sums`.

    Args:
        name: the metric's name.
        ids: the items' ids.
        values: their values, (items,); whatever stands where an item does not count is not read.
        counts: which items count, (items,).
        wanted: what an item needs to count, in words for the error.
        signature: the passport.

    Raises:
        ScoreError: when no item counts, two have one id, or one that counts has a value that is no finite number.
    """
    if not counts.any():
        raise ScoreError(f"none of the {len(ids)} items has {wanted}, so {name} has no value; score texts that do")
    kept, weights = np.where(counts, values, 0.0), counts.astype(np.float64)
    score = weighted_score(name, ids, kept, weights, signature=signature)
    return replace(score, per_item={key: score.per_item[key] for key, one in zip(ids, counts, strict=True) if one})
