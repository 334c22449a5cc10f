"""How scores depend on what a caption says: its verb's topic, its length, how rare its words are (figures 8 and 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.statistics.text_counts import ReadClip
from cinescribe.errors import CorpusError, ScoreError
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import read_rows
from cinescribe.record import Record

METRIC = "METEOR"
SMOOTH = 500  # sentences over which figure 9 takes the mean


@dataclass(frozen=True)
class TopicScore(Record):
    """A bar of figure 8.

    Args:
        of: whose captions were scored.
        topic: of the only verb of the reference.
        captions: how many references have a verb of this topic and no other verb.
        mean: their mean score.
    """

    of: str
    topic: str
    captions: int
    mean: float


def read_item_scores(path: Path, metric: str = METRIC) -> dict[str, float]:
    """The score of each item, from a file that `score --per-item` wrote; items without one are left out.

    Raises:
        ScoreError: when the file has no such metric, or what stands there is no number.
    """
    rows = read_rows(Path(path))
    scores = {
        item_id(row): _number(row.values[metric], row.where) for row in rows if row.values.get(metric) not in (None, "")
    }
    if not scores:
        there = ", ".join(dict.fromkeys(name for row in rows for name in row.values))
        raise ScoreError(
            f"{str(path)!r} has no {metric}; it has {there}; write it by score --metrics meteor --per-item"
        )
    return scores


def scored_clips(of: str, clips: Sequence[ReadClip], scores: Mapping[str, float]) -> tuple[ReadClip, ...]:
    """The clips that have a score and a caption, in the corpus's order.

    Raises:
        CorpusError: when a score is of no such clip.
    """
    known = {read.clip.id: read for read in clips if read.texts}
    strange = next((clip for clip in scores if clip not in known), None)
    if strange is not None:
        raise CorpusError(
            f"{of} has a score of {strange!r}, which is no clip with a caption; score this corpus's clips"
        )
    return tuple(read for id, read in known.items() if id in scores)


def topic_scores(of: str, clips: Sequence[ReadClip], scores: Mapping[str, float]) -> tuple[TopicScore, ...]:
    """Figure 8: the mean score by topic, of clips whose caption has exactly one verb; the most frequent topic first.

    Args:
        of: whose captions were scored.
        clips: that have a score; the first caption of each is looked at.
        scores: by the clip's id.
    """
    found: dict[str, list[float]] = {}
    for read in clips:
        if len(read.texts[0].verbs) == 1:
            found.setdefault(read.texts[0].verbs[0].topic, []).append(scores[read.clip.id])
    rows = [TopicScore(of, topic, len(values), float(np.mean(values))) for topic, values in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.captions, row.topic)))


def by_length(clips: Sequence[ReadClip], scores: Mapping[str, float]) -> NDArray[np.float64]:
    """Figure 9 (a): scores of clips in order of their caption's words, the fewest first, (clips,)."""
    order = sorted(clips, key=lambda read: (len(read.texts[0].words), read.clip.id))
    return np.array([scores[read.clip.id] for read in order])


def by_frequency(clips: Sequence[ReadClip], scores: Mapping[str, float]) -> NDArray[np.float64]:
    """Figure 9 (b): scores of clips in order of the mean frequency of their caption's words, falling, (clips,).

    Words are counted in the first captions of these same clips.
    """
    counts = Counter(word for read in clips for word in read.texts[0].words)
    frequency = {
        read.clip.id: sum(counts[word] for word in words) / len(words) if (words := read.texts[0].words) else 0.0
        for read in clips
    }
    order = sorted(clips, key=lambda read: (-frequency[read.clip.id], read.clip.id))
    return np.array([scores[read.clip.id] for read in order])


def smoothed(values: NDArray[np.float64], width: int = SMOOTH) -> NDArray[np.float64]:
    """Means over `width` values in a row, all of them where there are fewer, (values - width + 1,)."""
    width = min(width, len(values))
    sums = np.concatenate([[0.0], np.cumsum(values)])
    return np.asarray((sums[width:] - sums[:-width]) / width) if width else values


def _number(value: object, where: str) -> float:
    try:
        return float(str(value))
    except ValueError as error:
        raise ScoreError(f"{where} has the score {value!r}; wanted a number") from error
