"""Whether a metaphor's secondary concept has its property, by a causal language model.

ACD prefers concepts that are far apart, so it cannot distinguish a metaphor from nonsense. In `as fast as a cheetah`
the property makes the concept likelier than other properties do; in `as fast as a teapot` it does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.embedding.metaphor import metaphor, written_secondary
from cinescribe.metrics.metaphors.common_words import NOUNS, PROPERTIES, with_article

SIMILE = "It is as {} as"  # the property's place; the secondary concept follows
PREDICATE = "Something like {} is"  # the secondary concept's place; the property follows
CONCEPTS = tuple(with_article(noun) for noun in NOUNS[::13])  # to compare the secondary concept with


class LogLikelihoodModel(Protocol):
    """A language model that scores continuations of contexts."""

    @property
    def name(self) -> str:
        """The model's name in signatures, such as `SmolLM2-135M-Instruct`."""
        ...

    def log_likelihoods(self, requests: Sequence[tuple[str, str]]) -> Sequence[float]:
        """Return the natural log of the probability of each continuation after its context, in nats."""
        ...


def metaphor_fit(pairs: Pairs, model: LogLikelihoodModel) -> Score:
    """Return how much likelier the property and the secondary concept of each candidate make each other, in nats.

    The value is the mean of two estimates of their pointwise mutual information. One is how much likelier the concept
    is after `It is as <property> as` than after the same words with other properties (the mean of the logs), the other
    how much likelier the property is after `Something like <concept> is` than after the same with other concepts. Each
    compares the same tokens in different contexts, so that neither their number nor their frequency counts. 0 means
    that they say nothing about each other; a candidate that does not follow the template has 0.

    Args:
        pairs: candidates; their references are ignored.
        model: the language model.

    Raises:
        ScoreError: when a likelihood is not finite.
    """
    parsed = [_parts(text) for text in pairs.candidates]
    distinct = list(dict.fromkeys(parts for parts in parsed if parts is not None))
    found = dict(zip(distinct, property_fits(distinct, model), strict=True))
    values = np.array([0.0 if parts is None else found[parts] for parts in parsed])
    settings = {"lm": model.name, "properties": len(PROPERTIES), "concepts": len(CONCEPTS)}
    return mean_score("Fit", pairs.ids, values, signature=metric_signature("Fit", **settings))


def property_fits(parts: Sequence[tuple[str, str]], model: LogLikelihoodModel) -> NDArray[np.float64]:
    """Return how well secondary concepts have properties, in nats, (parts,); see `metaphor_fit`.

    Args:
        parts: (property, secondary concept with its article).
        model: the language model.

    Raises:
        ScoreError: when a likelihood is not finite.
    """
    values = np.zeros(len(parts))
    for n, (own, concept) in enumerate(parts):  # one at a time, so that memory does not grow with the corpus
        properties, concepts = [own, *_other_properties(own)], [concept, *_other_concepts(concept)]
        requests = [(SIMILE.format(each), f" {concept}") for each in properties]
        requests += [(PREDICATE.format(each), f" {own}") for each in concepts]
        likelihoods = np.array(model.log_likelihoods(requests), np.float64)
        if not np.isfinite(likelihoods).all():
            raise ScoreError(f"{model.name} gives {concept!r} a likelihood that is not finite; use another model")
        of_concept, of_property = np.split(likelihoods, [len(properties)])
        values[n] = (_above_others(of_concept) + _above_others(of_property)) / 2
    return values


def _above_others(likelihoods: NDArray[np.float64]) -> float:
    """Return how far the first value is above the mean of the others."""
    return float(likelihoods[0] - likelihoods[1:].mean())


def _parts(text: str) -> tuple[str, str] | None:
    """Return the property and the secondary concept of a text, if it has a metaphor."""
    parts, secondary = metaphor(text), written_secondary(text)
    return None if parts is None or secondary is None else (parts.property.lower(), secondary)


def _other_properties(own: str) -> list[str]:
    """Return the properties to compare with: neither the same nor a synonym."""
    senses = set(wordnet().synsets(own, "a"))
    return [each for each in PROPERTIES if each != own and senses.isdisjoint(wordnet().synsets(each, "a"))]


def _other_concepts(own: str) -> list[str]:
    return [each for each in CONCEPTS if each != own.lower()]
