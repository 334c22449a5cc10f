"""METEOR 1.5 for English (Denkowski and Lavie 2014), without Java."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, metric_signature, score_from_sums
from cinescribe.metrics.core.tokens import PairTokens, Texts
from cinescribe.metrics.meteor.alignment import CHUNKS, N_MODULES, align_all
from cinescribe.metrics.meteor.meteor_tokens import meteor_tokens
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.meteor.phrases import with_phrases, without_phrases
from cinescribe.metrics.meteor.word_knowledge import lexicon_of

# Tuned by the authors to agree with human rankings of English translations (Denkowski and Lavie 2014, table 2).
ALPHA = 0.85  # weight of precision against recall in their harmonic mean
BETA = 0.2  # exponent of fragmentation in the penalty
GAMMA = 0.6  # the maximum penalty
DELTA = 0.75  # weight of content words; that of function words is 1 - DELTA
STAGE_WEIGHTS = (1.0, 0.6, 0.8, 0.6)  # of matches: exact, stem, synonym, paraphrase

_MOST_MATCHES = 250_000  # as of a word 500 times in both texts, which takes a second and a half


def meteor(tokens: PairTokens, *, paraphrases: Paraphrases | None = None) -> Score:
    """Return METEOR: each item's value with its best reference, and the corpus value from the summed statistics.

    A candidate equal to a reference scores 1, the maximum; one without words or matches scores 0.

    Args:
        tokens: the tokenised pairs. METEOR splits words further, such as at hyphens, and compares them in lower case.
        paraphrases: the table of the paraphrase module, which published caption scores use; None leaves it out.

    Raises:
        ScoreError: when the paraphrase table cannot be read, or two long texts repeat the same words so often that
            their alignment would take minutes.
    """
    split = meteor_tokens(tokens)
    statistics = _statistics(split, paraphrases)
    values = meteor_value(statistics)
    best = [
        first + int(values[first:end].argmax())
        for first, end in zip(split.item_bounds, split.item_bounds[1:], strict=False)
    ]
    signature = _signature(tokens, paraphrases)
    return score_from_sums("METEOR", tokens.ids, values[best], statistics[best], rule=meteor_value, signature=signature)


def meteor_value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return METEOR from statistics, or from their sums over segments (Denkowski and Lavie 2014, equations 1 to 4).

    Args:
        sums: statistics as `alignment.N_STATISTICS` lists them, (..., N_STATISTICS).

    Returns:
        The values, (...,); 0 where nothing matches.
    """
    lengths, functions = sums[..., 0:2], sums[..., 2:4]
    modules = sums[..., 4:CHUNKS].reshape(*sums.shape[:-1], N_MODULES, 2, 2)  # module; content, function; both texts
    matched = np.einsum("m,k,...mkt->...t", np.array(STAGE_WEIGHTS), np.array([DELTA, 1 - DELTA]), modules)
    weighted = DELTA * (lengths - functions) + (1 - DELTA) * functions
    is_matched = (matched > 0).all(axis=-1)
    shares = np.divide(matched, weighted, out=np.ones_like(matched), where=is_matched[..., None])
    mean = 1 / ((1 - ALPHA) / shares[..., 0] + ALPHA / shares[..., 1])
    n_matched = np.where(is_matched, sums[..., CHUNKS + 1 :].mean(axis=-1), 1.0)
    penalty = GAMMA * (sums[..., CHUNKS] / n_matched) ** BETA
    return np.where(is_matched, mean * (1 - penalty), 0.0)


def _statistics(tokens: PairTokens, paraphrases: Paraphrases | None) -> NDArray[np.float64]:
    """Return the statistics of every reference's alignment with its candidate, (references, N_STATISTICS)."""
    both = (tokens.candidates, tokens.references)
    if paraphrases is None:
        texts, refs, table = without_phrases(*both)
    else:
        texts, refs, table = with_phrases(*both, vocabulary=tokens.vocabulary, table=paraphrases)
    owners = np.repeat(np.arange(len(tokens.ids)), np.diff(tokens.item_bounds))
    lexicon = lexicon_of(tokens.vocabulary)
    _check_repeats(tokens, owners, lexicon.stems)
    return align_all(texts, refs, owners, lexicon, table)


def _check_repeats(tokens: PairTokens, owners: NDArray[np.int64], stems: NDArray[np.int32]) -> None:
    lengths, ref_lengths = np.diff(tokens.candidates.bounds), np.diff(tokens.references.bounds)
    for r in np.flatnonzero(lengths[owners] * ref_lengths > _MOST_MATCHES).tolist():
        counts = _counts(tokens.candidates, owners[r], stems) * _counts(tokens.references, r, stems)
        n_matches = int(counts.sum())
        if n_matches > _MOST_MATCHES:
            raise ScoreError(
                f"METEOR: the candidate of item {tokens.ids[owners[r]]!r} ({lengths[owners[r]]:,} words) and a "
                f"reference ({ref_lengths[r]:,} words) have {n_matches:,} pairs of equal words; expected at most "
                f"{_MOST_MATCHES:,}; shorten them"
            )


def _counts(texts: Texts, n: int, stems: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return how often each stem is in a text, (stems,)."""
    return np.bincount(stems[texts[n]], minlength=int(stems.max()) + 1)


def _signature(tokens: PairTokens, paraphrases: Paraphrases | None) -> str:
    return metric_signature(
        "METEOR",
        release="1.5",
        modules="exact,stem,synonym" + (",paraphrase" if paraphrases else ""),
        params=",".join(f"{value:g}" for value in (ALPHA, BETA, GAMMA, DELTA)),
        weights=",".join(f"{weight:g}" for weight in STAGE_WEIGHTS),
        wordnet="3.0",
        paraphrases=paraphrases.digest if paraphrases else "none",
        tok=tokens.tokeniser,
    )
