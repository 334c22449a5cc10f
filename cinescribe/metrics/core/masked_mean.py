"""The mean over the items that a metric can measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, weighted_score

_Values = NDArray[np.float64]
_Mask = NDArray[np.bool_]


def masked_mean_score(
    name: str, ids: Sequence[str], values: _Values, *, mask: _Mask, wanted: str, signature: str
) -> Score:
    """Return the mean over the items in the mask; the others are not in `per_item` and have weight 0 in `sums`.

    Args:
        name: the metric's name.
        ids: the items' ids.
        values: the items' values, (items,); values outside the mask are ignored.
        mask: True keeps an item, (items,).
        wanted: what an item needs to be measured, in words for the error.
        signature: how the metric is computed.

    Raises:
        ScoreError: when no item is in the mask, two have one id, or a value in the mask is not finite.
    """
    if not mask.any():
        raise ScoreError(f"none of the {len(ids)} items has {wanted}, so {name} has no value; score texts that do")
    score = weighted_score(name, ids, np.where(mask, values, 0.0), mask.astype(np.float64), signature=signature)
    return replace(score, per_item={key: score.per_item[key] for key, keep in zip(ids, mask, strict=True) if keep})
