"""Scores by the captions' verb topic, length and word frequency: figures 8 and 9 of Movie Description."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.statistics.text_counts import ParsedClip
from cinescribe.errors import CorpusError, ScoreError, brief
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import read_score_rows
from cinescribe.record import Record

METRIC = "METEOR"
SMOOTH = 500  # sentences in each moving mean of figure 9


@dataclass(frozen=True)
class TopicScore(Record):
    """A bar of figure 8.

    Args:
        of: name of the captioner.
        topic: topic of the reference's only verb.
        captions: number of references whose only verb has this topic.
        mean: their mean score.
    """

    of: str
    topic: str
    captions: int
    mean: float


def read_item_scores(path: Path, metric: str = METRIC) -> dict[str, float]:
    """Return the score of each item in a file of scores per item; items without a score are left out.

    Raises:
        ScoreError: if the file lacks the metric, or a score is not a number.
    """
    rows = read_score_rows(Path(path))
    scores = {
        item_id(row): _number(row.cells[metric], row.where) for row in rows if row.cells.get(metric) not in (None, "")
    }
    if not scores:
        names = ", ".join(dict.fromkeys(name for row in rows for name in row.cells))
        raise ScoreError(f"{str(path)!r} has no {metric}, only {names}; score the captions by {metric} for each item")
    return scores


def scored_clips(of: str, clips: Sequence[ParsedClip], scores: Mapping[str, float]) -> tuple[ParsedClip, ...]:
    """Return the clips with a score and a caption, in the corpus's order.

    Raises:
        CorpusError: if a score belongs to no clip with a caption.
    """
    known = {parsed.clip.id: parsed for parsed in clips if parsed.texts}
    unknown = next((clip for clip in scores if clip not in known), None)
    if unknown is not None:
        raise CorpusError(
            f"{of} has a score of {unknown!r}, which is no clip with a caption; score this corpus's clips"
        )
    return tuple(parsed for id, parsed in known.items() if id in scores)


def topic_scores(of: str, clips: Sequence[ParsedClip], scores: Mapping[str, float]) -> tuple[TopicScore, ...]:
    """Return figure 8: mean scores by topic of clips whose caption has exactly one verb, the most frequent topic first.

    Args:
        of: name of the captioner.
        clips: clips with a score; only the first caption of each counts.
        scores: scores by the clip's id.
    """
    by_topic: dict[str, list[float]] = {}
    for parsed in clips:
        if len(parsed.texts[0].verbs) == 1:
            by_topic.setdefault(parsed.texts[0].verbs[0].topic, []).append(scores[parsed.clip.id])
    rows = [TopicScore(of, topic, len(values), float(np.mean(values))) for topic, values in by_topic.items()]
    return tuple(sorted(rows, key=lambda row: (-row.captions, row.topic)))


def by_length(clips: Sequence[ParsedClip], scores: Mapping[str, float]) -> NDArray[np.float64]:
    """Return figure 9 (a): scores of clips by length of their caption, the shortest first, (clips,)."""
    order = sorted(clips, key=lambda parsed: (len(parsed.texts[0].words), parsed.clip.id))
    return np.array([scores[parsed.clip.id] for parsed in order])


def by_frequency(clips: Sequence[ParsedClip], scores: Mapping[str, float]) -> NDArray[np.float64]:
    """Return figure 9 (b): scores of clips by mean word frequency of their caption, the most frequent first, (clips,).

    Words are counted in the first captions of these clips.
    """
    counts = Counter(word for parsed in clips for word in parsed.texts[0].words)
    frequency = {
        parsed.clip.id: sum(counts[word] for word in words) / len(words) if (words := parsed.texts[0].words) else 0.0
        for parsed in clips
    }
    order = sorted(clips, key=lambda parsed: (-frequency[parsed.clip.id], parsed.clip.id))
    return np.array([scores[parsed.clip.id] for parsed in order])


def smoothed(values: NDArray[np.float64], width: int = SMOOTH) -> NDArray[np.float64]:
    """Return moving means over `width` values, or over all if there are fewer, (values - width + 1,)."""
    width = min(width, len(values))
    sums = np.concatenate([[0.0], np.cumsum(values)])
    return np.asarray((sums[width:] - sums[:-width]) / width) if width else values


def _number(value: object, where: str) -> float:
    try:
        return float(str(value))
    except ValueError as error:
        raise ScoreError(f"{where} has the score {brief(value)}; it must be a number") from error
