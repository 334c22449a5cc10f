"""The captions of a corpus as references for metrics, and where its annotated metaphors are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.metrics.files.caption_files import read_references
from cinescribe.metrics.scoring.score_captions import COCO_METRICS

METAPHORS = "metaphors.jsonl"


@dataclass(frozen=True)
class ReferenceCaptions:
    """References, and what a corpus has besides them.

    Args:
        captions: of each item.
        metaphors: the annotators' metaphors of a corpus; None if it has none, or the references are a file.
    """

    captions: dict[str, tuple[str, ...]]
    metaphors: Path | None = None

    def default_metrics(self, candidates: Collection[str]) -> tuple[str, ...]:
        """Return the metrics of the COCO tools, and for a corpus with metaphors those of its annotators' answers.

        Args:
            candidates: the ids of the items to score; detection needs items with a metaphor and items without.
        """
        if self.metaphors is None:
            return COCO_METRICS
        with_metaphor = set(candidates) & set(read_references(self.metaphors))
        detection = ("Metaphor-detection",) if 0 < len(with_metaphor) < len(candidates) else ()
        return (*COCO_METRICS, *(("Metaphor",) if with_metaphor else ()), *detection)


def read_reference_captions(path: Path) -> ReferenceCaptions:
    """Return the captions of a corpus folder, of all splits, or of a file.

    Raises:
        RecordError: when a file of the corpus is missing or malformed.
        CorpusError: when records of the corpus contradict each other.
        ScoreError: as `read_references`, for a file.
    """
    if not path.is_dir():
        return ReferenceCaptions(read_references(path))
    captions = {clip.id: texts for clip in read_corpus(path).clips if (texts := captions_of(clip))}
    metaphors = path / METAPHORS
    return ReferenceCaptions(captions, metaphors if metaphors.is_file() else None)
