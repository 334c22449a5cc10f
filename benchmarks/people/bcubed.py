"""B-cubed precision, recall and F1 of a grouping (Bagga and Baldwin 1998)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple


class BCubed(NamedTuple):
    """Agreement of groups with the truth, 0 to 1 each."""

    precision: float
    recall: float
    f1: float


def b_cubed(found: Sequence[Hashable], truth: Sequence[Hashable]) -> BCubed:
    """Return the agreement of two groupings of the same items; `found[i]` and `truth[i]` are the groups of item i.

    Precision is the mean over items of the share of the item's found group that is in its true group; recall is the
    reverse. No items give 1.

    Raises:
        ValueError: when the groupings differ in length.
    """
    if len(found) != len(truth):
        raise ValueError(f"{len(found)} found groups came for {len(truth)} items; expected one for each")
    if not found:
        return BCubed(1.0, 1.0, 1.0)
    both = Counter(zip(found, truth, strict=True))
    n_found, n_true = Counter(found), Counter(truth)
    precision = sum(n * n / n_found[group] for (group, _), n in both.items()) / len(found)
    recall = sum(n * n / n_true[group] for (_, group), n in both.items()) / len(found)
    return BCubed(precision, recall, 2 * precision * recall / (precision + recall))
