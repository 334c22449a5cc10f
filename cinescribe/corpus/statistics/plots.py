"""Plots of a corpus's statistics. Colours always come with a hatching, line style or marker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from cinescribe.corpus.statistics.commonsense_statistics import WordRow
from cinescribe.corpus.statistics.corpus_statistics import Curve
from cinescribe.corpus.statistics.metaphor_statistics import BAR_SECONDS, Bar, MetaphorStats
from cinescribe.corpus.statistics.score_breakdown import SMOOTH, TopicScore, smoothed
from cinescribe.corpus.statistics.text_counts import ParsedClip
from cinescribe.corpus.statistics.verb_topics import TopicRow
from cinescribe.store import writing

_SUFFIXES = (".png", ".svg")
_DPI = 130
# Colour, line, hatching and marker of each captioner or part; they repeat from the fifth on.
STYLES = (
    ("#2166ac", "-", "///", "o"),
    ("#b2182b", "--", "...", "s"),
    ("#1b7837", ":", "\\\\\\", "^"),
    ("#762a83", "-.", "xxx", "D"),
)
_BIN = 0.5  # seconds of a bar; in narrower bars, lengths in whole frames make a pattern
_QUANTILE = 0.99  # of lengths, up to which plots of lengths reach


def plot_topics(rows: Sequence[TopicRow], path: Path) -> list[Path]:
    """Plot table 11: a bar for the verbs of each topic, labelled with entropy and the most frequent verbs.

    Args:
        rows: rows of the table.
        path: path without suffix; a PNG and an SVG are written.
    """
    figure = Figure(figsize=(9, 0.36 * len(rows) + 1.2), layout="constrained")
    axis = figure.subplots()
    places = np.arange(len(rows))
    axis.barh(places, [row.verbs for row in rows], color="#d1e5f0", edgecolor=STYLES[0][0], hatch="//")
    axis.set_yticks(places, [row.topic for row in rows])
    axis.invert_yaxis()
    most = max((row.verbs for row in rows), default=1)
    for place, row in enumerate(rows):
        top = ", ".join(one.verb for one in row.top)
        axis.text(row.verbs + most / 100, place, f"{row.entropy:.2f} bits: {top}", va="center", fontsize=8)
    axis.set(xlabel="verbs in captions (beside: entropy, most frequent verbs)", xlim=(0, 1.5 * most))
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    return _save(figure, path)


def plot_lengths(clips: Sequence[ParsedClip], precise: Mapping[str, float], path: Path) -> list[Path]:
    """Plot histograms of the lengths of clips, before and after padding, and of captions.

    Args:
        clips: clips with parsed captions, at least one.
        precise: seconds of clips before padding, by id; empty if unknown.
        path: path without suffix; a PNG and an SVG are written.
    """
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    seconds, words = figure.subplots(1, 2)
    lengths = {"clips": np.array([parsed.clip.span.duration for parsed in clips])}
    if precise:
        lengths["precise"] = np.array([precise.get(parsed.clip.id, parsed.clip.span.duration) for parsed in clips])
    # Rounding errors must not move 2 s to the bar below.
    lengths = {name: np.round(values, 3) for name, values in lengths.items()}
    longest = max(float(np.quantile(values, _QUANTILE)) for values in lengths.values())
    _histogram(seconds, lengths, np.arange(0, longest + _BIN, _BIN))
    seconds.set(xlabel="seconds", ylabel="clips")
    n_words = np.array([len(text.words) for parsed in clips for text in parsed.texts])
    most = int(np.quantile(n_words, _QUANTILE)) if len(n_words) else 1
    _histogram(words, {"captions": n_words}, np.arange(most + 2) - 0.5)
    words.set(xlabel="words", ylabel="captions")
    words.xaxis.set_major_locator(MaxNLocator(integer=True))
    return _save(figure, path)


def plot_topic_scores(scores: Sequence[TopicScore], path: Path) -> list[Path]:
    """Plot figure 8: mean METEOR of each captioner by topic of the reference's only verb.

    Args:
        scores: scores of every captioner.
        path: path without suffix; a PNG and an SVG are written.
    """
    captioners = list(dict.fromkeys(row.of for row in scores))
    counts: dict[str, int] = {}
    for row in scores:
        counts[row.topic] = max(row.captions, counts.get(row.topic, 0))
    topics = sorted(counts, key=lambda topic: (-counts[topic], topic))
    figure = Figure(figsize=(max(6, 0.75 * len(topics) + 1), 3.8), layout="constrained")
    axis = figure.subplots()
    width = 0.8 / len(captioners)
    for n, captioner in enumerate(captioners):
        colour, _, hatch, _ = STYLES[n % len(STYLES)]
        means = {row.topic: 100 * row.mean for row in scores if row.of == captioner}
        places = np.arange(len(topics)) + (n - (len(captioners) - 1) / 2) * width
        heights = [means.get(topic, 0.0) for topic in topics]
        axis.bar(places, heights, width, label=captioner, facecolor="white", edgecolor=colour, hatch=hatch)
    axis.set_xticks(range(len(topics)), [f"{topic}\n({counts[topic]})" for topic in topics], fontsize=8, rotation=30)
    axis.set_ylabel("METEOR, % (mean)")
    figure.legend(loc="outside upper center", ncols=len(captioners), frameon=False)
    return _save(figure, path)


def plot_curves(curves: Sequence[Curve], path: Path, *, width: int = SMOOTH) -> list[Path]:
    """Plot figure 9: METEOR as captions get longer and as their words get rarer, a moving mean.

    Args:
        curves: curve of every captioner.
        path: path without suffix; a PNG and an SVG are written.
        width: number of clips in each mean; all clips if there are fewer.
    """
    figure = Figure(figsize=(10, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for n, curve in enumerate(curves):
        _difficulty(left, curve.by_length, label=curve.of, style=STYLES[n % len(STYLES)], width=width)
        _difficulty(right, curve.by_frequency, label=curve.of, style=STYLES[n % len(STYLES)], width=width)
    least = min(width, *(len(curve.by_length) for curve in curves))
    left.set(xlabel="(a) clips, from short to long captions", ylabel=f"METEOR, % (mean of {least} clips)")
    right.set_xlabel("(b) clips, from frequent to rare words")
    figure.legend(*left.get_legend_handles_labels(), loc="outside upper center", ncols=len(curves), frameon=False)
    return _save(figure, path)


def plot_commonest_words(words: Sequence[WordRow], path: Path) -> list[Path]:
    """Plot figure 8 of *Video2Commonsense*: a bar for each of the commonest words, divided by aspect.

    Args:
        words: the words, the commonest first.
        path: path without suffix; a PNG and an SVG are written.
    """
    figure = Figure(figsize=(max(6, 0.16 * len(words) + 1), 3.8), layout="constrained")
    axis = figure.subplots()
    places, below = np.arange(len(words)), np.zeros(len(words))
    for n, aspect in enumerate(("intention", "effect", "attribute")):
        colour, _, hatch, _ = STYLES[n]
        heights = np.array([getattr(row, aspect) for row in words], np.float64)
        axis.bar(places, heights, 0.8, below, label=aspect, facecolor="white", edgecolor=colour, hatch=hatch)
        below += heights
    axis.set_xticks(places, [row.word for row in words], fontsize=7, rotation=90)
    axis.set(ylabel="times", xlim=(-0.6, len(words) - 0.4))
    axis.yaxis.set_major_locator(MaxNLocator(integer=True))
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    return _save(figure, path)


def plot_metaphors(stats: MetaphorStats, path: Path) -> list[Path]:
    """Plot figure 6 of *Unveiling the Invisible*: clips with metaphors by duration, their captions by length.

    Args:
        stats: the counts.
        path: path without suffix; a PNG and an SVG are written.
    """
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    seconds, words = figure.subplots(1, 2)
    _bars(seconds, stats.seconds, width=BAR_SECONDS, align="edge")
    seconds.set(xlabel="seconds", ylabel="clips")
    _bars(words, stats.words, width=1, align="center")
    words.set(xlabel="words", ylabel="captions")
    words.xaxis.set_major_locator(MaxNLocator(integer=True))
    return _save(figure, path)


def _bars(axis: Axes, bars: Sequence[Bar], *, width: float, align: Literal["center", "edge"]) -> None:
    colour, _, hatch, _ = STYLES[0]
    places, heights = [bar.at for bar in bars], [bar.count for bar in bars]
    axis.bar(places, heights, width, align=align, facecolor="white", edgecolor=colour, hatch=hatch)
    axis.yaxis.set_major_locator(MaxNLocator(integer=True))


def _difficulty(
    axis: Axes, values: NDArray[np.float64], *, label: str, style: tuple[str, str, str, str], width: int
) -> None:
    means = 100 * smoothed(values, width)
    first = (len(values) - len(means)) / 2  # a mean is drawn in the middle of its window
    places = np.arange(len(means)) + first
    colour, line, _, marker = style
    axis.plot(
        places, means, line, color=colour, marker=marker, markevery=max(len(means) // 8, 1), markersize=5, label=label
    )


def _histogram(axis: Axes, values: Mapping[str, NDArray[Any]], edges: NDArray[Any]) -> None:
    for (name, of_name), (colour, line, hatch, _) in zip(values.items(), STYLES, strict=False):
        counts, _ = np.histogram(of_name, edges)
        axis.stairs(counts, edges, label=name, color=colour, linestyle=line, lw=1.5)
        axis.stairs(counts, edges, fill=True, facecolor="none", edgecolor=colour, hatch=hatch, alpha=0.3, lw=0)
    axis.yaxis.set_major_locator(MaxNLocator(integer=True))
    if len(values) > 1:
        axis.legend(frameon=False)


def _save(figure: Figure, path: Path) -> list[Path]:
    return save_figure(figure, [path.with_name(path.name + suffix) for suffix in _SUFFIXES])


def save_figure(figure: Figure, paths: Sequence[Path]) -> list[Path]:
    """Write a figure to files, by their suffixes .png and .svg, and return them.

    Raises:
        OutputError: when a file cannot be written.
    """
    FigureCanvasAgg(figure)
    # A fixed salt and no date, so that the same numbers give the same file.
    with matplotlib.rc_context({"svg.hashsalt": "cinescribe", "svg.fonttype": "none"}):
        for target in paths:
            with writing(target) as temporary:
                metadata = {"Date": None} if target.suffix == ".svg" else None
                figure.savefig(temporary, dpi=_DPI, format=target.suffix[1:], metadata=metadata)
    return list(paths)
