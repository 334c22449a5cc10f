"""Score captions with any metrics in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.scoring.metric_table import select_metrics
from cinescribe.metrics.scoring.scoring_context import ScoringContext
from cinescribe.metrics.scoring.sources import Sources

COCO_METRICS = ("BLEU", "METEOR", "ROUGE-L", "CIDEr", "SPICE")  # the metrics of the COCO caption tools


def score_captions(
    candidates: Mapping[str, str] | Mapping[int, str],
    references: Mapping[str, str | Sequence[str]] | Mapping[int, str | Sequence[str]],
    *,
    metrics: Sequence[str] = COCO_METRICS,
    sources: Sources | None = None,
    subset: bool = False,
    allow_empty: bool = False,
) -> list[Score]:
    """Return the scores of candidates against their references, in the order of `metrics`.

    Captions are tokenised and parsed once for all metrics.

    Args:
        candidates: the text to score by id; numeric ids become texts.
        references: one text or several by id.
        metrics: names in `METRIC_FAMILIES`, in any letter case; a family selects its members.
        sources: the models and tables that metrics use besides the captions.
        subset: ignore references of items without a candidate, as the COCO tools can, instead of refusing them.
        allow_empty: score empty candidates by each metric's formula instead of refusing them.

    Raises:
        ScoreError: for an unknown metric, items with only a candidate or only references, or a text that cannot be
            scored.
        ModelError: when a model that a metric needs is missing.

    Example:
        >>> [score] = score_captions({"1": "a man runs"}, {"1": ["a man is running"]}, metrics=["rouge-l"])
        >>> round(score.value, 4)
        0.5571
    """
    selected = select_metrics(metrics)
    chosen = _of_items(references, candidates) if subset else references
    context = ScoringContext(Pairs.of(candidates, chosen, allow_empty=allow_empty), sources or Sources())
    scores: dict[str, Score] = {}
    for name, family in selected:
        if name not in scores:
            scores |= {score.name: score for score in family.scores(context)}
        if name not in scores:
            raise ScoreError(f"{name} has no value: no reference has what it measures; leave this metric out")
    return [scores[name] for name, _ in selected]


def _of_items(references: Mapping[Any, str | Sequence[str]], items: Iterable[Any]) -> dict[Any, str | Sequence[str]]:
    ids = set(map(str, items))  # 12 and "12" name one item
    return {key: texts for key, texts in references.items() if str(key) in ids}
