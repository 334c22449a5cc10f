"""Formats our scores for tables beside a paper's."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev

import numpy as np
from numpy.typing import NDArray


def mean_and_deviation(values: Sequence[float], *, digits: int = 1) -> str:
    """Return "mean ± standard deviation", with the number of values where there are fewer than three."""
    if not values:
        return "-"
    deviation = f" ± {stdev(values):.{digits}f}" if len(values) > 1 else ""
    return f"{mean(values):.{digits}f}{deviation}" + (f" ({len(values)})" if len(values) < 3 else "")


def bootstrap_interval(gains: NDArray[np.float64]) -> str:
    """Return the 95 % bootstrap interval of a mean over items, in percent: "low to high"."""
    random = np.random.default_rng(0)
    means = gains[random.integers(0, len(gains), (1000, len(gains)))].mean(1)
    low, high = 100 * np.quantile(means, (0.025, 0.975))
    return f"{low:.1f} to {high:.1f}"
