"""Scores beside those that a paper's released code gives, each with its signature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.published.metaphors import ENCODER, SENTENCES, metaphor_scores
from cinescribe.metrics.published.micap import micap_scores
from cinescribe.metrics.published.v2c import v2c_scores
from cinescribe.metrics.scoring.score_captions import CandidateTexts, ReferenceTexts, caption_pairs, score_captions
from cinescribe.metrics.scoring.scoring_context import ScoringContext
from cinescribe.metrics.scoring.sources import Sources


def _micap(context: ScoringContext) -> list[Score]:
    return micap_scores(context.pairs, context.parser, paraphrases=context.paraphrases)


def _v2c(context: ScoringContext) -> list[Score]:
    return v2c_scores(context.pairs, paraphrases=context.paraphrases)


def _metaphors(context: ScoringContext) -> list[Score]:
    sources = context.sources
    given = replace(
        sources, encoder=sources.encoder or ENCODER, sentences=sources.sentences or SENTENCES, baseline=None
    )
    published = ScoringContext(context.pairs, given)
    return metaphor_scores(context.pairs, published.encoder, published.sentences)


PROTOCOLS: Mapping[str, Callable[[ScoringContext], list[Score]]] = {
    "micap": _micap,
    "v2c": _v2c,
    "metaphors": _metaphors,
}


def score_as_published(
    candidates: CandidateTexts,
    references: ReferenceTexts,
    protocol: str,
    *,
    sources: Sources | None = None,
    subset: bool = False,
) -> list[Score]:
    """Return each score of a protocol twice: by its definition, and as a paper's released code computes it.

    Args:
        candidates: as for `score_captions`.
        references: as for `score_captions`.
        protocol: `micap`, `v2c` or `metaphors`, which the second score of each metric has in its name and signature.
        sources: models and tables; see `Sources`.
        subset: ignore references of items without a candidate.

    Raises:
        ScoreError: for an unknown protocol; as `score_captions`.
        ModelError: when a model is missing.

    Example:
        >>> score_as_published(["P1 sits."], [["P1 sits."]], "micap")[-1].name
        'iSPICE, micap'
    """
    if protocol not in PROTOCOLS:
        raise ScoreError(f"unknown protocol {protocol!r}; choose one of {', '.join(PROTOCOLS)}")
    pairs = caption_pairs(candidates, references, subset=subset)
    context = ScoringContext(pairs, sources or Sources())
    published = PROTOCOLS[protocol](context)
    ours = score_captions(
        candidates, references, metrics=[one.name for one in published], sources=context.sources, subset=subset
    )
    own = {score.name: score for score in ours}  # with companions, such as Off-template
    out = []
    for score in published:
        name, _, settings = score.signature.partition("|")
        theirs = replace(score, name=f"{score.name}, {protocol}", signature=f"{name}|as:{protocol}|{settings}")
        out += [own[score.name], theirs]
    return out
