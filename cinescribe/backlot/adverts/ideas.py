"""The metaphors that adverts can show: a product, a concept, and the property that both have."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from cinescribe.backlot.adverts.concepts import PRODUCTS, SECONDARIES, Product, Secondary

_SHARES = {"train": 400, "val": 55, "test": 250}  # of the ideas, as the videos of VMCD


@dataclass(frozen=True)
class Idea:
    """A metaphor: `product` is as `property` as `secondary`."""

    product: Product
    property: str
    secondary: Secondary

    def concepts(self) -> tuple[str, str, str]:
        """The names of the primary concept, of the property and of the secondary concept."""
        return self.product.thing, self.property, self.secondary.concept

    def pair(self) -> tuple[str, str]:
        """The names of both concepts; no two ideas have the same."""
        return self.product.thing, self.secondary.concept


@cache
def ideas() -> tuple[Idea, ...]:
    """Return every idea of the grammar.

    A product and a concept make an idea if they have a property in common. Of several, the one most typical of the
    concept counts, so that the property follows from the pair.
    """
    return tuple(
        Idea(product, common[0], secondary)
        for secondary in SECONDARIES
        for product in PRODUCTS
        if (common := [one for one in secondary.properties if one in product.properties])
    )


@cache
def ideas_by_split() -> Mapping[str, tuple[Idea, ...]]:
    """Return the ideas of each split, in the order in which adverts take them.

    No pair of concepts is in two splits. Each product and each concept is in `train`, so that only the pairs of the
    other splits are new. The split is the same for all seeds: no corpus trains on ideas that another one tests.
    """
    rng = random.Random("ideas of adverts")
    shuffled = rng.sample(ideas(), len(ideas()))
    ordered = covering(shuffled)
    total = sum(_SHARES.values())
    n_train = round(len(ordered) * _SHARES["train"] / total)
    n_val = round(len(ordered) * _SHARES["val"] / total)
    held = ordered[n_train:]
    return MappingProxyType({"train": ordered[:n_train], "val": held[:n_val], "test": held[n_val:]})


def covering(some: Iterable[Idea]) -> tuple[Idea, ...]:
    """Return ideas reordered: first those that have the most concepts which no idea before them has."""
    left, ordered = list(some), []
    seen: set[str] = set()
    while left:
        best = max(left, key=lambda idea: len(_concepts(idea) - seen))  # the first of equals
        if not _concepts(best) - seen:
            break
        left.remove(best)
        ordered.append(best)
        seen |= _concepts(best)
    return (*ordered, *left)


def with_known_concepts(some: Iterable[Idea], known: Sequence[Idea]) -> tuple[Idea, ...]:
    """Return the ideas whose product and whose concept are in other ideas."""
    seen = {concept for idea in known for concept in _concepts(idea)}
    return tuple(idea for idea in some if _concepts(idea) <= seen)


def _concepts(idea: Idea) -> set[str]:
    return {f"primary {idea.product.thing}", f"secondary {idea.secondary.concept}"}
