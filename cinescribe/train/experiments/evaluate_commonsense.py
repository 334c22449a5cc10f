"""Evaluation of what models write about clips: each caption's phrases of an aspect are the references."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean
from typing import Any

from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.generate.commonsense.write_commonsense import WrittenCommonsense, write_commonsense
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.models.commonsense.network import ASPECTS
from cinescribe.schema import Clip

_SCORED = ("intention", "effect")  # attributes are single words: the paper has BLEU-1 of them alone
_OF_ATTRIBUTES = "BLEU-1"


def aspects_of(record: Commonsense) -> dict[str, tuple[str, ...]]:
    """Return the phrases of a record by aspect."""
    return dict(zip(ASPECTS, (record.intentions, record.effects, record.attributes), strict=True))


def complete(
    model: Any, reader: CommonsenseReader, annotated: Sequence[tuple[Clip, Commonsense]]
) -> list[WrittenCommonsense]:
    """Return what a model writes about captioned clips, in their order."""
    return list(write_commonsense(model, reader, [CommonsenseItem(clip, record.caption) for clip, record in annotated]))


def score_commonsense(
    written: Sequence[WrittenCommonsense], references: Sequence[Commonsense], *, metrics: Sequence[str]
) -> dict[str, float]:
    """Return the scores of the first phrase of each aspect, as `intention/CIDEr`, and their means, as `CIDEr`.

    Means are over intentions and effects; of attributes there is BLEU-1 alone. Captions without phrases of an aspect
    do not count there.

    Raises:
        ScoreError: for an unknown metric, or phrases that cannot be scored.
    """
    scores: dict[str, float] = {}
    for aspect in ASPECTS:
        pairs = [(one, aspects_of(record)[aspect]) for one, record in zip(written, references, strict=True)]
        kept = {str(n): (getattr(one, aspect)[0].text, own) for n, (one, own) in enumerate(pairs) if own}
        if kept:
            found = score_captions(
                {name: text for name, (text, _) in kept.items()},
                {name: list(own) for name, (_, own) in kept.items()},
                metrics=metrics if aspect in _SCORED else (_OF_ATTRIBUTES,),
                allow_empty=True,
            )
            scores |= {f"{aspect}/{score.name}": score.value for score in found}
    names = dict.fromkeys(name.split("/", 1)[1] for name in scores if not name.startswith("attribute/"))
    means = {name: mean(scores[f"{one}/{name}"] for one in _SCORED if f"{one}/{name}" in scores) for name in names}
    return means | scores
