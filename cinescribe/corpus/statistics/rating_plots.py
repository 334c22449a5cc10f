"""Plots of human ratings: bars by system and criterion, as figure 4 of "Unveiling the Invisible"."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from cinescribe.corpus.statistics.plots import STYLES, save_figure
from cinescribe.errors import OutputError
from cinescribe.metrics.human.criterion_statistics import CriterionMean

_SUFFIXES = (".png", ".svg")
_GROUP = 0.8  # width of the bars of a criterion together; criteria are 1 apart


def check_figure(path: Path) -> None:
    """Raise if a figure cannot have this name.

    Raises:
        OutputError: for a suffix other than .png or .svg.
    """
    if path.suffix.lower() not in _SUFFIXES:
        raise OutputError(f"{str(path)!r} is no name of a figure; name it {' or '.join(_SUFFIXES)}")


def plot_criteria(means: Sequence[CriterionMean], path: Path) -> None:
    """Plot the mean rating of each system under each criterion, a group of bars for each criterion.

    Args:
        means: what to plot.
        path: the file to write, .png or .svg.

    Raises:
        OutputError: for another suffix, or when the file cannot be written.
    """
    check_figure(path)
    criteria = list(dict.fromkeys(one.criterion for one in means))
    systems = list(dict.fromkeys(one.system for one in means))
    by_both = {(one.system, one.criterion): one.mean for one in means}
    figure = Figure(figsize=(1.5 + 0.35 * len(systems) * len(criteria) + len(criteria), 3.6), layout="constrained")
    axis = figure.subplots()
    width = _GROUP / len(systems)
    for n, system in enumerate(systems):
        colour, _, hatch, _ = STYLES[n % len(STYLES)]
        places = [at - _GROUP / 2 + (n + 0.5) * width for at in range(len(criteria))]
        heights = [by_both.get((system, criterion), 0.0) for criterion in criteria]
        filled = n // len(STYLES) % 2 == 1  # styles repeat, so that the second round is filled
        axis.bar(
            places,
            heights,
            width,
            label=system or "all",
            color=colour if filled else "white",
            edgecolor=colour,
            hatch=hatch,
        )
        for place, height, criterion in zip(places, heights, criteria, strict=True):
            if (system, criterion) in by_both:
                axis.annotate(f"{height:.2f}", (place, height), ha="center", va="bottom", fontsize=7)
    axis.set_xticks(range(len(criteria)), [criterion or "all" for criterion in criteria])
    axis.set(ylabel="mean rating", ylim=(0, None))
    if len(systems) > 1:
        axis.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    save_figure(figure, [path])
