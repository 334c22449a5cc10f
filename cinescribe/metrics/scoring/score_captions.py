"""Score captions with any metrics in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from cinescribe.errors import CinescribeError, ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import FailedScore, Score
from cinescribe.metrics.scoring.metric_table import Family, select_metrics
from cinescribe.metrics.scoring.scoring_context import ScoringContext
from cinescribe.metrics.scoring.sources import Sources

COCO_METRICS = ("BLEU", "METEOR", "ROUGE-L", "CIDEr", "SPICE")  # the metrics of the COCO caption tools

CandidateTexts: TypeAlias = Sequence[str] | Mapping[str, str] | Mapping[int, str]
ReferenceTexts: TypeAlias = (
    Sequence[str | Sequence[str]] | Mapping[str, str | Sequence[str]] | Mapping[int, str | Sequence[str]]
)


def score_captions(
    candidates: CandidateTexts,
    references: ReferenceTexts,
    *,
    metrics: str | Sequence[str] = COCO_METRICS,
    sources: Sources | None = None,
    subset: bool = False,
    allow_empty: bool = False,
) -> list[Score]:
    """Return the scores of candidates against their references, in the order of `metrics`.

    Captions are tokenised and parsed once for all metrics. A metric that fails does not stop the others: a
    `FailedScore` with its error takes its place.

    Args:
        candidates: the text to score of each item, as a list, or by id; numeric ids become texts.
        references: one text or several of each item, as a list in the same order, or by id.
        metrics: names in `METRIC_FAMILIES`, in any letter case; a family selects its members. One name, several
            between commas, or a list.
        sources: the models and tables that metrics use besides the captions.
        subset: ignore references of items without a candidate, as the COCO tools can, instead of refusing them.
        allow_empty: score empty candidates by each metric's formula instead of refusing them.

    Raises:
        ScoreError: for an unknown metric, items with only a candidate or only references, or a text that cannot be
            scored.
        CinescribeError: the first error, when every metric fails; a `ModelError` when a model is missing.

    Example:
        >>> score_captions(["a man runs"], [["a man is running"]], metrics="rouge-l")
        [ROUGE-L = 0.5571 (1 item, ROUGE-L|...)]
        >>> [score] = score_captions({"1": "a man runs"}, {"1": ["a man is running"]}, metrics=["rouge-l"])
        >>> round(score.value, 4)
        0.5571
    """
    selected = select_metrics(metrics)
    pairs = caption_pairs(candidates, references, subset=subset, allow_empty=allow_empty)
    scores = _scores(selected, ScoringContext(pairs, sources or Sources()))
    errors = [score.error for score in scores if score.error is not None]
    if len(errors) == len(scores):
        raise errors[0]
    return scores


def caption_pairs(
    candidates: CandidateTexts, references: ReferenceTexts, *, subset: bool = False, allow_empty: bool = False
) -> Pairs:
    """Return the pairs of captions to score; arguments and errors as of `score_captions`."""
    texts, own = _by_id(candidates, references)
    chosen = _of_items(own, texts) if subset else own
    return Pairs.of(texts, chosen, allow_empty=allow_empty)


def _scores(selected: Sequence[tuple[str, Family]], context: ScoringContext) -> list[Score]:
    """The score of each metric; families are computed once."""
    found: dict[str, Score] = {}
    failed: dict[Family, CinescribeError] = {}
    for name, family in selected:
        if name not in found and family not in failed:
            try:
                found |= {score.name: score for score in family.scores(context)}
            except CinescribeError as error:
                failed[family] = error
        if name not in found:
            nothing = ScoreError(f"{name} has no value: no reference has what it measures; leave this metric out")
            found[name] = FailedScore(name, failed.get(family, nothing))
    return [found[name] for name, _ in selected]


def _by_id(candidates: CandidateTexts, references: ReferenceTexts) -> tuple[Mapping[Any, str], Mapping[Any, Any]]:
    """Candidates and references by id; the ids of lists count from 0."""
    if isinstance(candidates, str) or isinstance(references, str):
        raise ScoreError("the captions are one text; give a list of texts, or `read_candidates` of a file")
    if isinstance(candidates, Mapping) and isinstance(references, Mapping):
        return candidates, references
    if isinstance(candidates, Mapping) or isinstance(references, Mapping):
        raise ScoreError(
            "captions are given by id for one side and as a list for the other; give both in the same form"
        )
    if len(candidates) != len(references):
        raise ScoreError(
            f"there are {len(candidates)} candidates and references of {len(references)}; give a list of references "
            "for each candidate, in the same order"
        )
    return dict(enumerate(candidates)), dict(enumerate(references))


def _of_items(references: Mapping[Any, str | Sequence[str]], items: Iterable[Any]) -> dict[Any, str | Sequence[str]]:
    ids = set(map(str, items))  # 12 and "12" name one item
    return {key: texts for key, texts in references.items() if str(key) in ids}
