"""Evaluation of what models write about clips: each caption's phrases of an aspect are the references."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean
from typing import Any

from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.generate.commonsense.confidence import fitted_line
from cinescribe.generate.commonsense.write_commonsense import WrittenCommonsense, write_commonsense
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.schema import ASPECTS, Clip
from cinescribe.timing import Span

_SCORED = ("intention", "effect")  # attributes are single words: the paper has only BLEU-1 of them
_OF_ATTRIBUTES = "BLEU-1"


def complete(
    model: Any, reader: CommonsenseReader, annotated: Sequence[tuple[Clip, Commonsense]]
) -> list[WrittenCommonsense]:
    """Return what a model writes about captioned clips, in their order."""
    return list(write_commonsense(model, reader, [CommonsenseItem(clip, record.caption) for clip, record in annotated]))


def fit_confidence(
    model: Any, reader: CommonsenseReader, annotated: Sequence[tuple[Clip, Commonsense]]
) -> dict[str, list[float]]:
    """Return, by aspect, the line that gives the chance that a phrase is true; see `Confidence`.

    A phrase is true if people wrote it of any caption of the clip. Each clip is read as it is, and from half of its
    length later: the clips of a film that is described do not begin where those of a corpus do.

    Args:
        model: a commonsense model in evaluation mode.
        reader: reads items in its vocabulary.
        annotated: clips of films that the model was not trained on, with phrases.
    """
    true: dict[str, dict[str, set[str]]] = {}
    for clip, record in annotated:
        for aspect, phrases in record.phrases.items():
            true.setdefault(clip.id, {}).setdefault(aspect, set()).update(phrases)
    found: dict[str, list[tuple[float, bool]]] = {aspect: [] for aspect in ASPECTS}
    windows = [(clip, record) for pair in annotated for clip, record in (pair, (_later(pair[0], annotated), pair[1]))]
    for written in complete(model, reader, windows):
        for aspect, known in true[written.clip].items():
            if known:
                first = getattr(written, aspect)[0]
                found[aspect].append((first.log_prob, first.text in known))
    return {aspect: list(fitted_line(*zip(*pairs, strict=True))) for aspect, pairs in found.items() if pairs}


def _later(clip: Clip, annotated: Sequence[tuple[Clip, Commonsense]]) -> Clip:
    """Return a clip half of its length later, at most to the end of the last clip of its film."""
    end = max(other.span.end for other, _ in annotated if other.film == clip.film)
    start = clip.span.start + clip.span.duration / 2
    return clip.replace(span=Span(start, min(start + clip.span.duration, end)))


def score_commonsense(
    written: Sequence[WrittenCommonsense], references: Sequence[Commonsense], *, metrics: Sequence[str]
) -> dict[str, float]:
    """Return the scores of the first phrase of each aspect, as `intention/CIDEr`, and their means, as `CIDEr`.

    Means are over intentions and effects; of attributes there is only BLEU-1. Captions without phrases of an aspect
    do not count there.

    Raises:
        ScoreError: for an unknown metric, or phrases that cannot be scored.
    """
    scores: dict[str, float] = {}
    for aspect in ASPECTS:
        pairs = [(one, record.phrases[aspect]) for one, record in zip(written, references, strict=True)]
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
