"""How the nouns of a caption meet those of its references: NW minds their order, Coverage does not.

Cornia et al., "Explaining transformer-based image captioning models: An empirical analysis" (2021), Eq. 14 and 15.
The paper does not say how several references are combined; here it is the mean over an item's references.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from cinescribe.language.tokens.words import Parser
from cinescribe.language.wordnet.nouns import text_nouns
from cinescribe.metrics.core.masked_mean import counted_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, passport
from cinescribe.metrics.core.similarity import Similarity, similarities
from cinescribe.metrics.core.tokens import Texts, Tokens

_GAP = -1.0  # reward of a noun that is aligned to none: the lowest similarity there is

_Rewards = NDArray[np.float64]  # similarity of each distinct noun of candidates to each of references, (V, V')
_Nouns = NDArray[np.int32]  # one text's nouns, as rows or columns of the rewards
_Measure = Callable[[_Rewards, _Nouns, _Nouns], float | None]  # of one candidate and one reference; None: no value


def noun_tokens(pairs: Pairs, parser: Parser) -> Tokens:
    """The nouns of all texts, as `language.nouns` finds them, in place of their words."""
    owned = np.cumsum([0, *map(len, pairs.references)])
    texts = [*pairs.candidates, *(text for texts in pairs.references for text in texts)]
    found = text_nouns(texts, parser)
    candidates, references = found[: len(pairs.ids)], found[len(pairs.ids) :]
    grouped = [references[start:end] for start, end in pairwise(owned)]
    return Tokens.of(pairs.ids, candidates, grouped, tokeniser=f"nouns-{parser.name}")


def noun_alignment(nouns: Tokens, similarity: Similarity) -> Score:
    """NW: the best alignment of the nouns in order (Needleman and Wunsch), over the longer side's length, in [-1, 1].

    Two nouns aligned earn their similarity, a noun aligned to none -1. Where only one side has nouns the value is -1,
    as the formula has it; where neither has, there is nothing to align and that reference is left out.

    Args:
        nouns: the nouns of the texts, in order, with repetitions (`noun_tokens`, or `Tokens.of` given lists).
        similarity: of nouns; the paper's is GloVe's.

    Raises:
        ScoreError: when no item has nouns, or naming two that have no finite similarity.
    """
    return _score("NW", nouns, similarity, measure=_aligned, wanted="a noun on either side")


def coverage(nouns: Tokens, similarity: Similarity) -> Score:
    """Coverage: how much of a reference's set of nouns the candidate's covers, at most 1.

    The summed similarities of the best one-to-one assignment (the Hungarian method), over the number of distinct nouns
    of the reference. A candidate without nouns covers 0; a reference without nouns asks for nothing and is left out.

    Args:
        nouns: the nouns of the texts; repetitions do not matter.
        similarity: of nouns; the paper's is GloVe's.

    Raises:
        ScoreError: when no item has a reference with nouns, or naming two that have no finite similarity.
    """
    return _score("Coverage", nouns, similarity, measure=_covered, wanted="a noun in its references")


def _score(name: str, nouns: Tokens, similarity: Similarity, *, measure: _Measure, wanted: str) -> Score:
    candidates, ours = _distinct(nouns.candidates)
    references, theirs = _distinct(nouns.references)
    words = nouns.vocabulary
    found = similarities([words[n] for n in ours], [words[n] for n in theirs], similarity=similarity)
    rewards = np.ascontiguousarray(found)
    values, counts = np.zeros(len(nouns.ids)), np.zeros(len(nouns.ids), bool)
    for item, (start, end) in enumerate(pairwise(nouns.owned)):
        each = (measure(rewards, candidates[item], references[number]) for number in range(start, end))
        if there := [value for value in each if value is not None]:
            values[item], counts[item] = np.mean(there), True
    signature = passport(name, sim=similarity.name, tok=nouns.tokeniser, refs="mean")
    return counted_score(name, nouns.ids, values, counts=counts, wanted=wanted, signature=signature)


def _distinct(texts: Texts) -> tuple[Texts, NDArray[np.int32]]:
    """The texts with their words numbered anew without gaps, and the words' numbers as they were."""
    kept, renumbered = np.unique(texts.words, return_inverse=True)
    return Texts(renumbered.astype(np.int32), texts.bounds), kept


def _aligned(rewards: _Rewards, ours: _Nouns, theirs: _Nouns) -> float | None:
    longest = max(len(ours), len(theirs))
    return float(_alignment(rewards, ours, theirs)) / longest if longest else None


def _covered(rewards: _Rewards, ours: _Nouns, theirs: _Nouns) -> float | None:
    ours, theirs = np.unique(ours), np.unique(theirs)
    if not len(theirs):
        return None
    profits = rewards[np.ix_(ours, theirs)]
    return float(profits[linear_sum_assignment(profits, maximize=True)].sum()) / len(theirs)


@njit(cache=True)
def _alignment(rewards: _Rewards, ours: _Nouns, theirs: _Nouns) -> float:
    """The reward of the best alignment, by rows of the table of Needleman and Wunsch."""
    row = _GAP * np.arange(len(theirs) + 1.0)
    for noun in ours:
        diagonal = row[0]
        row[0] += _GAP
        for column in range(len(theirs)):
            matched = diagonal + rewards[noun, theirs[column]]
            diagonal = row[column + 1]
            row[column + 1] = max(matched, diagonal + _GAP, row[column] + _GAP)
    return float(row[-1])
