"""METEOR 1.5 for English (Denkowski and Lavie 2014), without Java."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinescribe.metrics.core.score import Score, passport, summed_score
from cinescribe.metrics.core.tokens import Tokens
from cinescribe.metrics.meteor.alignment import CHUNKS, N_MODULES, align_all
from cinescribe.metrics.meteor.meteor_tokens import meteor_tokens
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.meteor.phrases import with_phrases, without_phrases
from cinescribe.metrics.meteor.word_knowledge import lexicon_of

# Tuned by the authors to rank English translations as people do (Denkowski and Lavie 2014, table 2).
ALPHA = 0.85  # weight of precision against recall in their harmonic mean
BETA = 0.2  # how the penalty grows with fragmentation
GAMMA = 0.6  # the greatest penalty
DELTA = 0.75  # weight of content words; function words have the rest
WEIGHTS = (1.0, 0.6, 0.8, 0.6)  # of matches: exact, stem, synonym, paraphrase


def meteor(tokens: Tokens, *, paraphrases: Paraphrases | None = None) -> Score:
    """METEOR of each candidate with the reference that suits it best, and of all from the sums of their statistics.

    A candidate equal to a reference has 1, which is the most; one without words, or without a match, 0.

    Args:
        tokens: the tokenised pairs. METEOR splits words further, at hyphens for one, and compares them in lower case.
        paraphrases: the table of the fourth module, without which three are used. Published scores of captions have it.

    Raises:
        ScoreError: when the paraphrase table cannot be read.
    """
    split = meteor_tokens(tokens)
    statistics = _statistics(split, paraphrases)
    values = meteor_value(statistics)
    best = [first + int(values[first:end].argmax()) for first, end in zip(split.owned, split.owned[1:], strict=False)]
    signature = _signature(tokens, paraphrases)
    return summed_score("METEOR", tokens.ids, values[best], statistics[best], rule=meteor_value, signature=signature)


def meteor_value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """METEOR from statistics, or from their sums over segments (Denkowski and Lavie 2014, equations 1 to 4).

    Args:
        sums: as `meteor_align.N_STATISTICS` tells, (..., N_STATISTICS).

    Returns:
        The values, (...,); 0 where nothing matches.
    """
    lengths, functions = sums[..., 0:2], sums[..., 2:4]
    modules = sums[..., 4:CHUNKS].reshape(*sums.shape[:-1], N_MODULES, 2, 2)  # module; content, function; both texts
    matched = np.einsum("m,k,...mkt->...t", np.array(WEIGHTS), np.array([DELTA, 1 - DELTA]), modules)
    weighed = DELTA * (lengths - functions) + (1 - DELTA) * functions
    is_matched = (matched > 0).all(axis=-1)
    shares = np.divide(matched, weighed, out=np.ones_like(matched), where=is_matched[..., None])
    mean = 1 / ((1 - ALPHA) / shares[..., 0] + ALPHA / shares[..., 1])
    n_matched = np.where(is_matched, sums[..., CHUNKS + 1 :].mean(axis=-1), 1.0)
    penalty = GAMMA * (sums[..., CHUNKS] / n_matched) ** BETA
    return np.where(is_matched, mean * (1 - penalty), 0.0)


def _statistics(tokens: Tokens, paraphrases: Paraphrases | None) -> NDArray[np.float64]:
    """The statistics of every reference's alignment with its candidate, (references, N_STATISTICS)."""
    held = (tokens.candidates, tokens.references)
    if paraphrases is None:
        texts, refs, table = without_phrases(*held)
    else:
        texts, refs, table = with_phrases(*held, vocabulary=tokens.vocabulary, table=paraphrases)
    owners = np.repeat(np.arange(len(tokens.ids)), np.diff(tokens.owned))
    return align_all(texts, refs, owners, lexicon_of(tokens.vocabulary), table)


def _signature(tokens: Tokens, paraphrases: Paraphrases | None) -> str:
    return passport(
        "METEOR",
        release="1.5",
        modules="exact,stem,synonym" + (",paraphrase" if paraphrases else ""),
        params=",".join(f"{value:g}" for value in (ALPHA, BETA, GAMMA, DELTA)),
        weights=",".join(f"{weight:g}" for weight in WEIGHTS),
        wordnet="3.0",
        paraphrases=paraphrases.digest if paraphrases else "none",
        tok=tokens.tokeniser,
    )
