"""Score captions by any metrics in one pass over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.scoring.metric_table import wanted
from cinescribe.metrics.scoring.scoring_context import Job
from cinescribe.metrics.scoring.sources import Sources

COCO_METRICS = ("BLEU", "METEOR", "ROUGE-L", "CIDEr", "SPICE")  # what the COCO caption tools print


def score_captions(
    candidates: Mapping[str, str] | Mapping[int, str],
    references: Mapping[str, str | Sequence[str]] | Mapping[int, str | Sequence[str]],
    *,
    metrics: Sequence[str] = COCO_METRICS,
    sources: Sources | None = None,
    subset: bool = False,
    allow_empty: bool = False,
) -> list[Score]:
    """The scores of candidates held to their references, in the order in which metrics are named.

    Captions are tokenised once and parsed once, whatever is asked for.

    Args:
        candidates: the text under test by id; numbers as ids become texts.
        references: one text or several by id.
        metrics: names of `metrics.table.TABLE`, in any letter case; a family stands for its members.
        sources: what metrics draw on beside the captions.
        subset: leave out references to items without a candidate, as the COCO tools can, rather than refuse them.
        allow_empty: score empty candidates as each metric's formula has it, rather than refuse them.

    Raises:
        ScoreError: for a name that no metric has, items that do not fit together, or a text that cannot be scored.

    Example:
        >>> [score] = score_captions({"1": "a man runs"}, {"1": ["a man is running"]}, metrics=["rouge-l"])
        >>> round(score.value, 4)
        0.5571
    """
    asked = wanted(metrics)
    held = _of_items(references, candidates) if subset else references
    job = Job(Pairs.of(candidates, held, allow_empty=allow_empty), sources or Sources())
    found: dict[str, Score] = {}
    for name, family in asked:
        if name not in found:
            found |= {score.name: score for score in family.scores(job)}
        if name not in found:
            raise ScoreError(f"{name} has no value here: nothing that it counts is in any reference; leave it out")
    return [found[name] for name, _ in asked]


def _of_items(references: Mapping[Any, str | Sequence[str]], items: Iterable[Any]) -> dict[Any, str | Sequence[str]]:
    known = set(map(str, items))  # 12 and "12" name one item
    return {key: texts for key, texts in references.items() if str(key) in known}
