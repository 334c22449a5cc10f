"""Plots of a decoder's attention: densities, heat maps, and the effect of the radius of clusters.

Groups differ in line, hatching or marker as well as in colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.stats import gaussian_kde

from cinescribe.explain.attention.attention_summary import STREAM_KINDS, TOKEN_GROUPS, BlankAttention, Shares
from cinescribe.explain.attention.cluster_radius_sweep import RadiusResult
from cinescribe.store import writing

_DPI = 130
_STYLES = (("#b2182b", "-", "///"), ("#1b7837", "--", "..."))  # of TOKEN_GROUPS: colour, line, hatching
_MIN_BANDWIDTH = 0.02  # of a density's kernel, in shares of attention
_GRID = np.linspace(0, 1, 401)
_MIN_WRITTEN = 0.15  # share from which a cell shows its number
_MAX_NAMED = 24  # columns; a heat map with more names none


def plot_streams(shares: Shares, path: Path) -> None:
    """Plot figure 4: densities over sets of each stream's share of attention, with a thin line at each mean.

    Args:
        shares: from `stream_shares`, (B, 2, 3).
        path: the PNG file to write.
    """
    figure = Figure(figsize=(10, 3.2), layout="constrained")
    axes = figure.subplots(1, len(STREAM_KINDS), sharex=True)
    for stream, (name, axis) in enumerate(zip(STREAM_KINDS, axes, strict=True)):
        for row, words in enumerate(TOKEN_GROUPS):
            _density(axis, shares[:, row, stream], label=words, style=_STYLES[row])
        axis.set(title=name, xlabel="share of attention", xlim=(0, 1), ylim=(0, None))
    axes[0].set_ylabel("density over sets")
    figure.legend(
        *axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(TOKEN_GROUPS), frameon=False
    )
    _save(figure, path)


def plot_blanks(sets: Sequence[BlankAttention], path: Path) -> None:
    """Plot figure 5: the attention of blanks by face, by cluster and clip, and by cluster; one row per set.

    Args:
        sets: the attention of each set's blanks; each set has blanks and faces.
        path: the PNG file to write.
    """
    heights = [0.26 * len(one.truth) + 1.1 for one in sets]
    figure = Figure(figsize=(14, sum(heights) + 0.4), layout="constrained")
    rows = figure.subplots(
        len(sets), 3, squeeze=False, gridspec_kw={"height_ratios": heights, "width_ratios": (5, 4, 2)}
    )
    for number, (one, axes) in enumerate(zip(sets, rows, strict=True), 1):
        _heat(axes[0], one.shares, columns=None, title=f"set {number}: faces, by clip and time")
        _clip_edges(axes[0], one.face_clips)
        for axis, (columns, shares), title in zip(
            axes[1:],
            (one.by_cluster_and_clip(), one.by_cluster()),
            ("clusters (C) by clip (V)", "clusters"),
            strict=True,
        ):
            _heat(axis, shares, columns=columns, title=title)
        axes[0].set_yticks(range(len(one.truth)), _blank_names(one))
        _write_shares(axes[2], one.by_cluster()[1])
    image = rows[0][0].images[0]
    figure.colorbar(image, ax=rows.ravel().tolist(), label="share of the blank's attention to faces", shrink=0.6)
    _save(figure, path)


def plot_radius_sweep(results: Sequence[RadiusResult], path: Path) -> None:
    """Plot figure 6: class accuracy and number of clusters per set by the radius of clusters (DBSCAN's eps).

    Args:
        results: from `cluster_radius_sweep`.
        path: the PNG file to write.
    """
    places = range(len(results))
    figure = Figure(figsize=(7.5, 4), layout="constrained")
    axis = figure.subplots()
    boxes: Any = axis.boxplot(
        [one.n_clusters for one in results],
        positions=list(places),
        widths=0.5,
        patch_artist=True,
        manage_ticks=False,
        medianprops={"color": "black", "linewidth": 2.5},
    )
    for box in boxes["boxes"]:
        box.set(facecolor="#d9d9d9", hatch="//")
    axis.set(xlabel="eps: distance up to which two faces are near", ylabel="clusters in a set (boxes)")
    axis.set_xticks(list(places), [f"{one.distance:g}" for one in results])
    axis.set_ylim(0, None)
    accuracy = axis.twinx()
    accuracy.plot(places, [100 * one.class_accuracy for one in results], "o-", color="#2166ac", lw=2)
    accuracy.set_ylabel("class accuracy, % (line)", color="#2166ac")
    _save(figure, path)


def _density(axis: Axes, values: NDArray[np.float32], *, label: str, style: tuple[str, str, str]) -> None:
    """Plot one density; a sample without spread gets the narrowest kernel."""
    colour, line, hatch = style
    known = values[np.isfinite(values)].astype(np.float64)
    if not len(known):
        return
    heights = _heights(known)
    axis.plot(_GRID, heights, color=colour, linestyle=line, label=label)
    axis.axvline(known.mean(), color=colour, linestyle=line, lw=1)
    axis.fill_between(_GRID, heights, facecolor="none", edgecolor=colour, alpha=0.35, hatch=hatch, linewidth=0)


def _heights(values: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = values.std(ddof=1) if len(values) > 1 else 0.0
    if spread < _MIN_BANDWIDTH / 2:
        gaps = (_GRID - values.mean()) / _MIN_BANDWIDTH
        return np.asarray(np.exp(-(gaps**2) / 2) / (_MIN_BANDWIDTH * np.sqrt(2 * np.pi)))
    scott = len(values) ** -0.2  # Scott's rule, as the kernel's width in deviations
    return np.asarray(gaussian_kde(values, bw_method=max(scott, _MIN_BANDWIDTH / spread))(_GRID))


def _heat(axis: Axes, shares: Shares, *, columns: Sequence[str] | None, title: str) -> None:
    axis.imshow(shares, aspect="auto", vmin=0, vmax=1, cmap="viridis", interpolation="nearest")
    axis.set_title(title, fontsize=9)
    axis.set_yticks([])
    if columns is None or len(columns) > _MAX_NAMED:
        axis.set_xlabel(f"{shares.shape[1]} columns in order", fontsize=8)
        axis.set_xticks([])
    else:
        axis.set_xticks(range(len(columns)), columns, fontsize=7, rotation=90 if len(columns) > 6 else 0)


def _write_shares(axis: Axes, shares: Shares) -> None:
    """Write the larger shares as numbers in their cells."""
    for row, column in zip(*np.nonzero(shares >= _MIN_WRITTEN), strict=True):
        share = float(shares[row, column])
        colour = "black" if share > 0.6 else "white"
        axis.text(column, row, f"{share:.2f}", ha="center", va="center", fontsize=7, color=colour)


def _clip_edges(axis: Axes, clips: Sequence[int]) -> None:
    """Draw lines between the faces of different clips, and write the clips' names between the lines."""
    names = sorted(set(clips))
    firsts = [clips.index(clip) for clip in names]
    for first in firsts[1:]:
        axis.axvline(first - 0.5, color="white", lw=1.2)
    ends = [*firsts[1:], len(clips)]
    middles = [(first + end - 1) / 2 for first, end in zip(firsts, ends, strict=True)]
    axis.set_xlabel("")
    axis.set_xticks(middles, [f"V{clip + 1}" for clip in names], fontsize=8)


def _blank_names(one: BlankAttention) -> list[str]:
    """Return a label for each blank: its clip, the true person and the predicted one."""
    blanks = zip(one.clips, one.truth, one.filled, strict=True)
    return [f"V{clip + 1}  true {true}, filled {filled}" for clip, true, filled in blanks]


def _save(figure: Figure, path: Path) -> None:
    FigureCanvasAgg(figure)
    with writing(path) as beside:
        figure.savefig(beside, dpi=_DPI, format="png")
