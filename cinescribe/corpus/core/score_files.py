"""Scores the captions in a file against those of another file, or of a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cinescribe.corpus.core.reference_captions import read_reference_captions
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources


def score_files(
    candidates: str | Path,
    references: str | Path,
    *,
    metrics: str | Sequence[str] | None = None,
    sources: Sources | None = None,
    subset: bool = False,
    allow_empty: bool = False,
) -> list[Score]:
    """Return the scores of the captions in a file, as `score_captions` does.

    Args:
        candidates: a file of captions, as `read_candidates` reads it.
        references: a file of captions, as `read_references` reads it, or the folder of a corpus.
        metrics: names of metrics; by default those of the COCO tools, and for a corpus with metaphors those of its
            annotators' answers.
        sources: the models and tables that metrics use; the metaphors are those of the corpus unless given.
        subset: ignore references of items without a candidate instead of refusing them.
        allow_empty: score empty candidates by each metric's formula instead of refusing them.

    Raises:
        RecordError: when a file of the corpus is missing or malformed.
        CorpusError: when records of the corpus contradict each other.
        ScoreError: when a file cannot be read, and as `score_captions`.
        ModelError: as `score_captions`.

    Example:
        >>> score_files("candidates.json", "references.json", metrics="cider")  # doctest: +SKIP
    """
    texts, true = read_candidates(Path(candidates)), read_reference_captions(Path(references))
    given = sources or Sources()
    return score_captions(
        texts,
        true.captions,
        metrics=true.default_metrics(texts) if metrics is None else metrics,
        sources=given if given.metaphors else replace(given, metaphors=true.metaphors),
        subset=subset,
        allow_empty=allow_empty,
    )
