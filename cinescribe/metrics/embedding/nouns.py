"""NW and Coverage: similarity of the nouns of a caption and its references, with and without their order.

Cornia et al., "Explaining transformer-based image captioning models: An empirical analysis" (2021), Eq. 14 and 15.
The paper does not say how several references are combined; here the mean over an item's references counts.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.wordnet.nouns import text_nouns
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, metric_signature
from cinescribe.metrics.core.similarity import Similarity, similarities
from cinescribe.metrics.core.tokens import PairTokens, Texts

_GAP = -1.0  # reward of a noun aligned with a gap: the lowest possible similarity

_Rewards = NDArray[np.float64]  # similarity of each distinct candidate noun to each distinct reference noun, (V, V')
_Nouns = NDArray[np.int32]  # one text's nouns, as rows or columns of the rewards
_Measure = Callable[[_Rewards, _Nouns, _Nouns], float | None]  # of one candidate and one reference; None if undefined


def noun_tokens(pairs: Pairs, parser: Parser) -> PairTokens:
    """Return the pairs with the nouns of each text in place of its words."""
    item_bounds = np.cumsum([0, *map(len, pairs.references)])
    texts = [*pairs.candidates, *(text for texts in pairs.references for text in texts)]
    nouns = text_nouns(texts, parser)
    candidates, references = nouns[: len(pairs.ids)], nouns[len(pairs.ids) :]
    grouped = [references[start:end] for start, end in pairwise(item_bounds)]
    return PairTokens.of(pairs.ids, candidates, grouped, tokeniser=f"nouns-{parser.name}")


def noun_alignment(nouns: PairTokens, similarity: Similarity) -> Score:
    """Return NW: the best Needleman-Wunsch alignment of the nouns over the longer side's length, in [-1, 1].

    Two aligned nouns score their similarity, a noun aligned with a gap -1. If only one side has nouns the value is -1,
    by the formula; a reference without nouns is left out if the candidate has none either.

    Args:
        nouns: the nouns of the texts, in order, with repetitions (from `noun_tokens`, or `Tokens.of` for given lists).
        similarity: similarity of nouns; the paper uses GloVe.

    Raises:
        ScoreError: when no item has nouns, or naming two nouns without a finite similarity.
    """
    return _score("NW", nouns, similarity, measure=_aligned, wanted="a noun on either side")


def coverage(nouns: PairTokens, similarity: Similarity) -> Score:
    """Return Coverage: how much of a reference's set of nouns the candidate covers, at most 1.

    It is the summed similarity of the best one-to-one assignment (Hungarian method), over the number of distinct nouns
    in the reference. A candidate without nouns scores 0; a reference without nouns is left out.

    Args:
        nouns: the nouns of the texts; repetitions do not matter.
        similarity: similarity of nouns; the paper uses GloVe.

    Raises:
        ScoreError: when no reference has nouns, or naming two nouns without a finite similarity.
    """
    return _score("Coverage", nouns, similarity, measure=_covered, wanted="a noun in its references")


def _score(name: str, nouns: PairTokens, similarity: Similarity, *, measure: _Measure, wanted: str) -> Score:
    candidates, numbers = _renumbered(nouns.candidates)
    references, ref_numbers = _renumbered(nouns.references)
    words = nouns.vocabulary
    table = similarities([words[n] for n in numbers], [words[n] for n in ref_numbers], similarity=similarity)
    rewards = np.ascontiguousarray(table)
    values, mask = np.zeros(len(nouns.ids)), np.zeros(len(nouns.ids), bool)
    for item, (start, end) in enumerate(pairwise(nouns.item_bounds)):
        each = (measure(rewards, candidates[item], references[number]) for number in range(start, end))
        if defined := [value for value in each if value is not None]:
            values[item], mask[item] = np.mean(defined), True
    signature = metric_signature(name, sim=similarity.name, tok=nouns.tokeniser, refs="mean")
    return masked_mean_score(name, nouns.ids, values, mask=mask, wanted=wanted, signature=signature)


def _renumbered(texts: Texts) -> tuple[Texts, NDArray[np.int32]]:
    """Return the texts with words numbered without gaps, and the original number of each new one."""
    original, renumbered = np.unique(texts.words, return_inverse=True)
    return Texts(renumbered.astype(np.int32), texts.bounds), original


def _aligned(rewards: _Rewards, nouns: _Nouns, ref_nouns: _Nouns) -> float | None:
    longest = max(len(nouns), len(ref_nouns))
    return float(_alignment(rewards, nouns, ref_nouns)) / longest if longest else None


def _covered(rewards: _Rewards, nouns: _Nouns, ref_nouns: _Nouns) -> float | None:
    distinct, ref_distinct = np.unique(nouns), np.unique(ref_nouns)
    if not len(ref_distinct):
        return None
    profits = rewards[np.ix_(distinct, ref_distinct)]
    return float(profits[linear_sum_assignment(profits, maximize=True)].sum()) / len(ref_distinct)


@njit(cache=True)
def _alignment(rewards: _Rewards, nouns: _Nouns, ref_nouns: _Nouns) -> float:
    """Return the reward of the best alignment, from the rows of the Needleman-Wunsch table."""
    row = _GAP * np.arange(len(ref_nouns) + 1.0)
    for noun in nouns:
        diagonal = row[0]
        row[0] += _GAP
        for column in range(len(ref_nouns)):
            matched = diagonal + rewards[noun, ref_nouns[column]]
            diagonal = row[column + 1]
            row[column + 1] = max(matched, diagonal + _GAP, row[column] + _GAP)
    return float(row[-1])
