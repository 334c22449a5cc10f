"""ACS and ACD: the distance between the two concepts of a metaphor, unweighted and weighted by BERTScore.

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
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.core.similarity import Similarity, paired_similarities

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_TEMPLATE = re.compile(
    r"(?P<primary>.+?)\s+(?:is|are)\s+as\s+(?P<property>.+?)\s+as\s+(?P<secondary>.+)", re.IGNORECASE
)
# One template in the paper lacks the second `as`. The property must then be a single word, or any `a` would match.
_WITHOUT_AS = re.compile(
    r"(?P<primary>.+?)\s+(?:is|are)\s+as\s+(?P<property>(?!as\b)\S+)\s+(?P<secondary>an?\s+(?!as\b).+)", re.IGNORECASE
)
_MOST_LETTERS = 300  # of a sentence that follows the template, five times one of the paper; others would take minutes
_ARTICLE = re.compile(r"^(?:an?|the)(?:\s+|$)", re.IGNORECASE)
_EDGES = " \t\"'`*<>_.,:;!?\u201c\u201d\u2018\u2019\u2026"  # marks around a concept that are not part of it


@dataclass(frozen=True)
class Metaphor:
    """The parts of a metaphor.

    Attributes:
        primary: the concept compared, without its article.
        property: the shared property.
        secondary: the concept it is compared to, without its article.
    """

    primary: str
    property: str
    secondary: str


def metaphor(text: str) -> Metaphor | None:
    """Return the metaphor in the first sentence that follows the template, or None if no sentence does.

    Letter case, articles, `are` for `is` and marks around the concepts do not matter; all parts must be present. The
    second `as` may be missing before an article (`The car is as fast a cheetah`). Sentences of more than 300 letters do
    not follow the template.
    """
    found = _follows(text)
    return None if found is None else found[0]


def with_secondary(text: str, secondary: str) -> str | None:
    """Return a text with another secondary concept in its metaphor, or None if it has no metaphor.

    Args:
        text: a caption, as for `metaphor`.
        secondary: the new concept with its article.
    """
    found = _follows(text)
    if found is None:
        return None
    _, sentence, parts = found
    old = parts["secondary"]
    end = old[len(old.rstrip(_EDGES)) :]
    return text.replace(sentence, f"{sentence[: parts.start('secondary')]}{secondary}{end}", 1)


def written_secondary(text: str) -> str | None:
    """Return the secondary concept of a text as it is written, with its article, or None if it has no metaphor."""
    found = _follows(text)
    return None if found is None else str(found[2]["secondary"]).strip(_EDGES)


def _follows(text: str) -> tuple[Metaphor, str, re.Match[str]] | None:
    """Return the first metaphor with its sentence and the match of the template."""
    for sentence in _SENTENCE.split(text.strip()):
        if len(sentence) > _MOST_LETTERS:
            continue
        parts = _TEMPLATE.fullmatch(sentence) or _WITHOUT_AS.fullmatch(sentence)
        if parts is not None:
            result = Metaphor(_concept(parts["primary"]), parts["property"].strip(_EDGES), _concept(parts["secondary"]))
            if result.primary and result.property and result.secondary:
                return result, sentence, parts
    return None


def off_template(pairs: Pairs) -> Score:
    """Return the share of candidates without a metaphor by the template, which ACS counts as 1 and ACD as 0."""
    values = np.array([metaphor(text) is None for text in pairs.candidates], np.float64)
    return mean_score("Off-template", pairs.ids, values, signature=metric_signature("Off-template"))


def acs(pairs: Pairs, similarity: Similarity) -> Score:
    """Return ACS, the average concept similarity of the candidates; lower is more creative.

    A candidate without both concepts counts as 1, the worst value.

    Args:
        pairs: candidates; their references are ignored.
        similarity: similarity of concepts; the paper uses all-mpnet-base-v2.
    """
    values = _concept_similarities(pairs.candidates, similarity)
    return mean_score("ACS", pairs.ids, values, signature=metric_signature("ACS", sim=similarity.name))


def acd(pairs: Pairs, similarity: Similarity, *, bertscore: Score) -> Score:
    """Return ACD, the average concept distance: BERTScore times (1 - concept similarity) (Eq. 6); higher is better.

    Of several references the best counts, as in BERTScore; the paper does not say. A BERTScore that was rescaled by a
    baseline may be negative, and so may ACD.

    Args:
        pairs: candidates and references.
        similarity: similarity of concepts; the paper uses all-mpnet-base-v2.
        bertscore: BERTScore's F1 of the same pairs, the last score that `bertscore` returns.

    Raises:
        ScoreError: when `bertscore` is of other items.
    """
    if list(bertscore.per_item) != list(pairs.ids):
        other = next(iter(set(bertscore.per_item) ^ set(pairs.ids)), pairs.ids[0])
        raise ScoreError(
            f"{bertscore.name} was computed on other items or in another order (see {other!r}); score the same pairs"
        )
    weights = np.array(list(bertscore.per_item.values()))
    values = weights * (1 - _concept_similarities(pairs.candidates, similarity))
    weight = bertscore.signature.replace("|", ",")
    return mean_score("ACD", pairs.ids, values, signature=metric_signature("ACD", sim=similarity.name, weight=weight))


def _concept_similarities(texts: Sequence[str], similarity: Similarity) -> NDArray[np.float64]:
    """Return the similarity of each text's two concepts, 1 if it lacks one, (texts,)."""
    parsed = [metaphor(text) for text in texts]
    complete = [each for each in parsed if each is not None]
    values = np.ones(len(texts))
    values[[each is not None for each in parsed]] = paired_similarities(
        [each.primary for each in complete], [each.secondary for each in complete], similarity=similarity
    )
    return values


def _concept(text: str) -> str:
    return _ARTICLE.sub("", text.strip(_EDGES)).strip(_EDGES)
