"""Scores a submission: the metrics of the challenge with signatures, and table 14's diversity (*Movie Description*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.embedding.diversity import diversity
from cinescribe.metrics.identity.fitb import fitb
from cinescribe.metrics.identity.fitb_files import Blanks
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.study.challenge.challenge import ChallengeCard
from cinescribe.study.challenge.jobs import LENGTH, NOVEL, UNIQUE, VOCABULARY, MetricValue
from cinescribe.study.challenge.references import ReferenceClip

_DECIMALS = 3  # of values of a blind phase: 0.1 of the percentages that tables print


def submission_scores(
    card: ChallengeCard,
    given: Mapping[str, str] | Mapping[str, tuple[str, ...]],
    references: Sequence[ReferenceClip],
    *,
    sources: Sources | None = None,
) -> list[Score]:
    """Return the scores of a submission.

    Args:
        card: of the challenge.
        given: what the submission says, by clip.
        references: of the phase.
        sources: models and tables of the metrics.

    Raises:
        ScoreError: when something cannot be scored; the message may hold words of the references.
        ModelError: when a model that a metric needs is missing.
    """
    if card.task == "captions":
        captions = cast(Mapping[str, str], given)
        texts = {one.clip: one.texts for one in references}
        scores = score_captions(captions, texts, metrics=card.metrics, sources=sources, allow_empty=True)
        if error := next((one.error for one in scores if one.error is not None), None):
            raise error
        return scores
    people = cast(Mapping[str, tuple[str, ...]], given)
    true = {one.clip: Blanks(one.people, f"clip {one.clip!r}") for one in references}
    filled = {clip: Blanks(ids, f"clip {clip!r}") for clip, ids in people.items()}
    sets: dict[int | None, list[str]] = {}
    for one in references:
        sets.setdefault(one.set, []).append(one.clip)
    found = fitb(filled, true, list(sets.values()))
    return [found.instance, found.same, found.different, found.class_]


def shown_values(scores: Sequence[Score], *, is_rounded: bool) -> list[MetricValue]:
    """Return the values of scores as the table shows them.

    Raises:
        ScoreError: when a value is not finite.
    """
    values = [
        MetricValue(one.name, round(one.value, _DECIMALS) if is_rounded else one.value, one.signature) for one in scores
    ]
    if odd := next((one.metric for one in values if not abs(one.value) < float("inf")), None):
        raise ScoreError(f"{odd} is no finite number; correct the metric")
    return values


def diversity_values(captions: Mapping[str, str], training: Sequence[str]) -> list[MetricValue]:
    """Return words per caption, distinct words, distinct captions, and the share of novel ones.

    Args:
        captions: of the submission, by clip.
        training: captions of the training split; without any, there is no share of novel ones.
    """
    words = dict(zip(captions, tokenize(list(captions.values())), strict=True))
    seen = tokenize(list(training)) if training else None
    found = diversity(words, tokeniser="ptb", training=seen, allow_empty=True)
    values = [
        MetricValue(LENGTH, found.mean_length.value, found.mean_length.signature),
        MetricValue(VOCABULARY, float(found.vocabulary), found.signature),
        MetricValue(UNIQUE, float(found.unique), found.signature),
    ]
    return values if found.novel is None else [*values, MetricValue(NOVEL, found.novel.value, found.novel.signature)]
