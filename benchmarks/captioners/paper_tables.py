"""Formats our scores for tables beside a paper's."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev


def mean_and_deviation(values: Sequence[float], *, digits: int = 1) -> str:
    """Return "mean ± standard deviation", with the number of values where there are fewer than three."""
    if not values:
        return "-"
    deviation = f" ± {stdev(values):.{digits}f}" if len(values) > 1 else ""
    return f"{mean(values):.{digits}f}{deviation}" + (f" ({len(values)})" if len(values) < 3 else "")
