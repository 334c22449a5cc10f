"""Prints tables of our scores beside a paper's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import mean, stdev


def print_table(
    title: str,
    heads: Sequence[str],
    rows: Iterable[tuple[str, Sequence[str]]],
    *,
    label_width: int,
    cell_width: int,
) -> None:
    """Print a title, column heads, and rows of a label and its cells."""
    print(f"\n{title}\n{'':{label_width}}" + "".join(f"{head:>{cell_width}}" for head in heads))
    for label, cells in rows:
        print(f"{label:{label_width}}" + "".join(f"{cell:>{cell_width}}" for cell in cells))


def mean_and_deviation(values: Sequence[float], *, digits: int = 1) -> str:
    """Return "mean ± standard deviation", with the number of values where there are fewer than three."""
    if not values:
        return "-"
    deviation = f" ± {stdev(values):.{digits}f}" if len(values) > 1 else ""
    return f"{mean(values):.{digits}f}{deviation}" + (f" ({len(values)})" if len(values) < 3 else "")
