"""How much a narration asks of its models: three budgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from cinescribe.errors import ModelError

_Item = TypeVar("_Item")
_AT_LEAST, _AT_MOST = 4, 30  # second views of a film: their facts show how often the model calls true facts true


@dataclass(frozen=True)
class Effort:
    """A budget.

    Args:
        n_frames: of a moment's own shots that a question shows.
        second_views: share of the moments that are seen twice, in other frames.
        n_checked: sentences of a moment that are checked.
        requests: a moment, at most, on average; second looks and shorter wordings end there.
    """

    n_frames: int
    second_views: float
    n_checked: int
    requests: float

    def n_second_views(self, n_moments: int) -> int:
        """Return how many moments of a film are seen twice."""
        if not self.second_views:
            return 0
        if self.second_views == 1:
            return n_moments
        return min(n_moments, max(_AT_LEAST, min(round(self.second_views * n_moments), _AT_MOST)))


EFFORTS = {
    "quick": Effort(n_frames=5, second_views=0.0, n_checked=2, requests=3.0),
    "normal": Effort(n_frames=10, second_views=0.25, n_checked=3, requests=4.0),
    "thorough": Effort(n_frames=10, second_views=1.0, n_checked=3, requests=6.0),
}


def effort_named(name: str) -> Effort:
    """Return the budget of a name.

    Raises:
        ModelError: when there is none of that name.
    """
    if name not in EFFORTS:
        raise ModelError(f"the `effort` is {name!r}; name one of {', '.join(EFFORTS)}")
    return EFFORTS[name]


def evenly(items: Sequence[_Item], n: int) -> list[_Item]:
    """Return n items, evenly chosen, or all if there are no more."""
    n = min(n, len(items))
    return [items[int((k + 0.5) * len(items) / n)] for k in range(n)]
