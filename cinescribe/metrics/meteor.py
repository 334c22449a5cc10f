"""METEOR 1.5 for English (Denkowski and Lavie 2014), without Java."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.meteor_align import CHUNKS, N_MODULES, N_STATISTICS, statistics_of
from cinescribe.metrics.meteor_matches import Lexicon, Table, Text
from cinescribe.metrics.meteor_phrases import with_phrases, without_phrases
from cinescribe.metrics.meteor_tokens import meteor_tokens
from cinescribe.metrics.meteor_words import lexicon_of
from cinescribe.metrics.paraphrases import Paraphrases
from cinescribe.metrics.score import Score, passport, summed_score
from cinescribe.metrics.tokens import Tokens

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
    return summed_score(
        "METEOR", tokens.ids, values[best], statistics[best], rule=meteor_value, signature=_signature(tokens, paraphrases)
    )


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
    if paraphrases is None:
        texts, refs, table = without_phrases(tokens.candidates, tokens.references)
    else:
        texts, refs, table = with_phrases(
            tokens.candidates, tokens.references, vocabulary=tokens.vocabulary, table=paraphrases
        )
    owners = np.repeat(np.arange(len(tokens.ids)), np.diff(tokens.owned))
    bounds = (tokens.candidates.bounds, tokens.references.bounds)
    return _align_all((texts, refs), bounds, owners, lexicon_of(tokens.vocabulary), table)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _align_all(
    texts: tuple[Text, Text],
    bounds: tuple[NDArray[np.int64], NDArray[np.int64]],
    owners: NDArray[np.int64],
    lexicon: Lexicon,
    table: Table,
) -> NDArray[np.float64]:
    found = np.empty((len(owners), N_STATISTICS), np.float64)
    for r, c in enumerate(owners):
        first, end = bounds[0][c], bounds[0][c + 1]
        ref_first, ref_end = bounds[1][r], bounds[1][r + 1]
        text = Text(texts[0].words[first:end], texts[0].phrases[first:end])
        ref = Text(texts[1].words[ref_first:ref_end], texts[1].phrases[ref_first:ref_end])
        found[r] = statistics_of(text, ref, lexicon, table)
        # A perfect match is not fragmented: its only chunk counts for nothing, in a corpus's sum too.
        is_whole = found[r, CHUNKS + 1] == found[r, 0] and found[r, CHUNKS + 2] == found[r, 1]
        if is_whole and found[r, CHUNKS] == 1:
            found[r, CHUNKS] = 0
    return found


def _signature(tokens: Tokens, paraphrases: Paraphrases | None) -> str:
    return passport(
        "METEOR-1.5",
        modules="exact,stem,synonym" + (",paraphrase" if paraphrases else ""),
        params=",".join(f"{value:g}" for value in (ALPHA, BETA, GAMMA, DELTA)),
        weights=",".join(f"{weight:g}" for weight in WEIGHTS),
        wordnet="3.0",
        paraphrases=paraphrases.digest if paraphrases else "none",
        tok=tokens.tokeniser,
    )
