"""ACS and ACD: how far apart the two concepts of a metaphor are, alone and weighed by how well the caption fits.

"Unveiling the Invisible: Captioning Videos with Metaphors" (2024), section 6, Eq. 6. Captions follow the template
`primary concept is as property as secondary concept`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean_score, passport
from cinescribe.metrics.core.similarity import Similarity, each_beside

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_TEMPLATE = re.compile(
    r"(?P<primary>.+?)\s+(?:is|are)\s+as\s+(?P<property>.+?)\s+as\s+(?P<secondary>.+)", re.IGNORECASE
)
# One place of the paper prints the template so; the property is one word then, or any `a` would do.
_SLIP = re.compile(
    r"(?P<primary>.+?)\s+(?:is|are)\s+as\s+(?P<property>(?!as\b)\S+)\s+(?P<secondary>an?\s+(?!as\b).+)", re.IGNORECASE
)
_ARTICLE = re.compile(r"^(?:an?|the)(?:\s+|$)", re.IGNORECASE)
_EDGES = " \t\"'`*<>_.,:;!?\u201c\u201d\u2018\u2019\u2026"  # marks around a concept that are not of it


@dataclass(frozen=True)
class Metaphor:
    """What a metaphor says.

    Attributes:
        primary: the thing compared, without its article.
        property: what it shares.
        secondary: the thing it is compared to, without its article.
    """

    primary: str
    property: str
    secondary: str


def metaphor(text: str) -> Metaphor | None:
    """The metaphor of a text's first sentence that follows the template, or None when no sentence does.

    Letter case, articles, `are` for `is` and marks around the concepts do not matter; all parts must be there. A
    missing second `as` is forgiven before an article (`The car is as fast a cheetah`).
    """
    for sentence in _SENTENCE.split(text.strip()):
        parts = _TEMPLATE.fullmatch(sentence) or _SLIP.fullmatch(sentence)
        if parts is not None:
            found = Metaphor(_concept(parts["primary"]), parts["property"].strip(_EDGES), _concept(parts["secondary"]))
            if found.primary and found.property and found.secondary:
                return found
    return None


def acs(pairs: Pairs, similarity: Similarity) -> Score:
    """ACS, the average concept similarity of the candidates: the lower, the more creative.

    A candidate without both concepts counts 1, as likeness is the fault.

    Args:
        pairs: candidates; their references do not matter.
        similarity: of concepts; the paper's is all-mpnet-base-v2's.
    """
    values = _concept_similarities(pairs.candidates, similarity)
    return mean_score("ACS", pairs.ids, values, signature=passport("ACS", sim=similarity.name))


def acd(pairs: Pairs, similarity: Similarity, *, bertscore: Score) -> Score:
    """ACD, the average concept distance: BERTScore times one minus the concepts' similarity (Eq. 6), higher is better.

    Of several references the best counts, since that is how BERTScore takes them; the paper does not say.

    Args:
        pairs: candidates and references.
        similarity: of concepts; the paper's is all-mpnet-base-v2's.
        bertscore: BERTScore's F1 of the same pairs, as `metrics.bertscore.bertscore` gives last.

    Raises:
        ScoreError: when `bertscore` is of other items.
    """
    if list(bertscore.per_item) != list(pairs.ids):
        other = next(iter(set(bertscore.per_item) ^ set(pairs.ids)), pairs.ids[0])
        raise ScoreError(
            f"{bertscore.name} was computed on other items or in another order (see {other!r}); score the same pairs"
        )
    fits = np.array(list(bertscore.per_item.values()))
    values = fits * (1 - _concept_similarities(pairs.candidates, similarity))
    weight = bertscore.signature.replace("|", ",")
    return mean_score("ACD", pairs.ids, values, signature=passport("ACD", sim=similarity.name, weight=weight))


def _concept_similarities(texts: Sequence[str], similarity: Similarity) -> NDArray[np.float64]:
    """Similarity of the concepts of each text, 1 where it lacks one, (texts,)."""
    found = [metaphor(text) for text in texts]
    there = [each for each in found if each is not None]
    values = np.ones(len(texts))
    values[[each is not None for each in found]] = each_beside(
        [each.primary for each in there], [each.secondary for each in there], similarity=similarity
    )
    return values


def _concept(text: str) -> str:
    return _ARTICLE.sub("", text.strip(_EDGES)).strip(_EDGES)
