"""Scores beside those that a paper's released code gives, each with its signature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.published.lsmdc import lsmdc_scores
from cinescribe.metrics.published.metaphors import ENCODER, SENTENCES, metaphor_scores
from cinescribe.metrics.published.micap import micap_scores
from cinescribe.metrics.published.v2c import UNIGRAM, v2c_scores
from cinescribe.metrics.scoring.score_captions import CandidateTexts, ReferenceTexts, caption_pairs, score_captions
from cinescribe.metrics.scoring.scoring_context import ScoringContext
from cinescribe.metrics.scoring.sources import Sources


def _micap(context: ScoringContext) -> list[Score]:
    return micap_scores(context.pairs, context.parser, paraphrases=context.paraphrases)


def _lsmdc(context: ScoringContext) -> list[Score]:
    return lsmdc_scores(context.pairs, context.parser, paraphrases=context.paraphrases)


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
    "lsmdc": _lsmdc,
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
    """Return each score of a protocol twice: by its definition, if it has one, and as a paper's released code does.

    Args:
        candidates: as for `score_captions`.
        references: as for `score_captions`.
        protocol: `micap`, `lsmdc`, `v2c` or `metaphors`; names and signatures of the second scores have it.
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
    names = [one.name for one in published if one.name != UNIGRAM]  # which only the release defines
    ours = score_captions(candidates, references, metrics=names, sources=context.sources, subset=subset)
    own = {score.name: score for score in ours}  # with companions, such as Off-template
    out = []
    for score in published:
        name, _, settings = score.signature.partition("|")
        theirs = replace(score, name=f"{score.name}, {protocol}", signature=f"{name}|as:{protocol}|{settings}")
        out += [*([own[score.name]] if score.name in own else []), theirs]
    return out
