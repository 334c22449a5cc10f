"""Repetition: how many sentences of a film's description repeat an earlier one."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, metric_signature, weighted_score
from cinescribe.metrics.core.similarity import Similarity, similarities
from cinescribe.metrics.description.described_film import DescribedFilm

CLOSE = 0.88  # similarity from which one sentence repeats another; benchmarks/metrics/description_scores.py
MEASURED_MODEL = "all-MiniLM-L6-v2"
HUMAN_RATE = 0.018  # share of such sentences in descriptions by people that set nothing
_BATCH = 256  # sentences
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def repetition_score(films: Sequence[DescribedFilm], similarity: Similarity, *, threshold: float = CLOSE) -> Score:
    """Return the share of sentences whose nearest earlier sentence of the film is as near as `threshold`, or nearer.

    Lower is better; references play no part. People repeat themselves too: the signature has `human:`, the share of
    such sentences in descriptions that people wrote, where it was measured with this model and threshold. Repetition
    in quite different words stays below the threshold.

    Args:
        films: the descriptions.
        similarity: of sentences.
        threshold: from which on two sentences say the same.

    Raises:
        ScoreError: when no film has a sentence, or the threshold is not above 0 and at most 1.
    """
    if not 0 < threshold <= 1:
        raise ScoreError(f"the repetition `threshold` is {threshold!r}; expected a similarity above 0, at most 1")
    ids: list[str] = []
    repeated: list[int] = []
    counts: list[int] = []
    for film in films:
        sentences = [split_sentences(text) for text in film.candidates]
        nearest = nearest_earlier([one for own in sentences for one in own], similarity)
        ends = np.cumsum([len(own) for own in sentences])
        parts = np.split(nearest >= threshold, ends[:-1])
        ids += film.ids
        repeated += [int(part.sum()) for part in parts]
        counts += [len(own) for own in sentences]
    is_measured = similarity.name == MEASURED_MODEL and threshold == CLOSE
    signature = metric_signature(
        "Repetition",
        sim=similarity.name,
        threshold=f"{threshold:g}",
        human=f"{HUMAN_RATE:g}" if is_measured else "unmeasured",
    )
    weights = np.array(counts, np.float64)
    values = np.array(repeated) / np.maximum(weights, 1)
    return _without_empty(weighted_score("Repetition", ids, values, weights, signature=signature), counts)


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a description, in order."""
    return [part for part in _SENTENCE_END.split(text.strip()) if part]


def nearest_earlier(sentences: Sequence[str], similarity: Similarity) -> NDArray[np.float64]:
    """Return the similarity of each sentence to the nearest one before it, (sentences,); -1 for the first."""
    nearest = np.full(len(sentences), -1.0)
    for start in range(0, len(sentences), _BATCH):
        end = min(start + _BATCH, len(sentences))
        table = similarities(sentences[start:end], sentences[:end], similarity=similarity)
        is_earlier = np.arange(end)[None, :] < np.arange(start, end)[:, None]
        nearest[start:end] = np.where(is_earlier, table, -1.0).max(axis=1)
    return nearest


def _without_empty(score: Score, counts: Sequence[int]) -> Score:
    kept = {key: value for (key, value), n in zip(score.per_item.items(), counts, strict=True) if n}
    return Score(score.name, score.value, kept, score.signature, score.sums, score.rule)
