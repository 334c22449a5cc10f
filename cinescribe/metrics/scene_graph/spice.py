"""SPICE: F1 of what two scene graphs say (Anderson et al. 2016), and of their objects, attributes and relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.words import Parser
from cinescribe.metrics.core.masked_mean import counted_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, passport
from cinescribe.metrics.scene_graph.concepts import Fact, Senses, facts, no_senses, senses_of
from cinescribe.metrics.scene_graph.spice_kinds import KINDS, kinds_of
from cinescribe.metrics.scene_graph.tuples import Tuples, check_items, pair_tuples


@dataclass(frozen=True)
class Matched:
    """What a candidate's scene graph shares with its references'.

    Attributes:
        candidate: the candidate's facts, each once, synonyms joined.
        references: those of all its references together.
        found: of each fact of the candidate, whether the references say it.
    """

    candidate: tuple[Fact, ...]
    references: tuple[Fact, ...]
    found: tuple[bool, ...]

    def counts(self) -> NDArray[np.int64]:
        """True positives, facts of the candidate and facts of the references, of all kinds, (kinds, 3).

        A number, colour or size is found only where the references have it as a number, colour or size.
        """
        counts = np.zeros((len(KINDS), 3), dtype=np.int64)
        known = [(fact, kinds_of(fact)) for fact in self.references]
        for _, kinds in known:
            counts[kinds, 2] += 1
        for fact, found in zip(self.candidate, self.found, strict=True):
            for kind in kinds_of(fact):
                same_kind = [other for other, kinds in known if kind in kinds]
                counts[kind, :2] += (found and _any_alike(fact, same_kind), 1)
        return counts


def match_tuples(candidate: Tuples, references: Sequence[Tuples], *, senses: Senses = senses_of) -> Matched:
    """Match the tuples of a candidate to those of its references, as SPICE does.

    The references make one graph, where a word joins the concept whose senses are nearest (`concepts`); so does the
    candidate. A fact of the candidate is found when the references have one of its length whose concepts share a word
    or a sense with its own, place by place. One fact of the references may answer several of the candidate.

    Args:
        candidate: object; object, attribute; object, second object, relation.
        references: the same of each reference.
        senses: the senses of a word; `concepts.no_senses` for SPICE without synsets.
    """
    said = facts(candidate, senses=senses)
    known = facts((words for tuples in references for words in tuples), senses=senses)
    return Matched(tuple(said), tuple(known), tuple(_any_alike(fact, known) for fact in said))


def spice(pairs: Pairs, parser: Parser) -> list[Score]:
    """SPICE and its sub-scores, over the scene graphs that `parser` leads to.

    SPICE's own graphs come from CoreNLP; another parser gives other tuples, so its name stands in the signature.

    Returns:
        As `spice_of_tuples`.
    """
    candidates, references = pair_tuples(pairs, parser)
    return spice_of_tuples(pairs.ids, candidates, references, source=parser.name)


def spice_of_tuples(
    ids: Sequence[str],
    candidates: Sequence[Tuples],
    references: Sequence[Sequence[Tuples]],
    *,
    source: str = "given",
    synsets: bool = True,
) -> list[Score]:
    """SPICE and its sub-scores, over given tuples.

    An item's value is the F1 of its candidate's facts and its references', the corpus's the mean over its items. As in
    SPICE, an item whose references say nothing of a kind has no value of it and is left out of the mean (and of
    `per_item`); a candidate that says nothing of what its references say has 0.

    Args:
        ids: the items' ids.
        candidates: the tuples of each item's candidate.
        references: those of each of its references.
        source: what gave the tuples, for the signature.
        synsets: whether words with a common WordNet synset are alike, or only equal words.

    Returns:
        `SPICE`, then `SPICE-Object`, `SPICE-Attribute`, `SPICE-Relation`, `SPICE-Cardinality`, `SPICE-Color` and
        `SPICE-Size`, those left out for which no item has a value.

    Raises:
        ScoreError: when no reference of any item has a tuple, two items have one id, or the counts of items differ.
    """
    check_items(ids, candidates, references)
    senses = senses_of if synsets else no_senses
    matches = (match_tuples(one, others, senses=senses) for one, others in zip(candidates, references, strict=True))
    counts = np.array([match.counts() for match in matches]).reshape(len(ids), len(KINDS), 3)
    if not counts[:, 0, 2].any():
        raise ScoreError("no reference of any item has a scene-graph tuple; SPICE needs captions that name things")
    settings = {"parser": source, "synsets": "wordnet-3.0" if synsets else "none"}
    kinds = {kind: counts[:, n] for n, kind in enumerate(KINDS) if counts[:, n, 2].any()}
    return [_score("-".join(["SPICE", kind]).removesuffix("-All"), ids, of, settings) for kind, of in kinds.items()]


def _score(name: str, ids: Sequence[str], counts: NDArray[np.int64], settings: Mapping[str, str]) -> Score:
    """The mean F1 of items with `counts`: true positives, facts of the candidate, of the references, (items, 3)."""
    shared, said, known = counts.T
    there = known > 0
    # Several facts of a candidate may have found one of the references; recall ends at 1 all the same.
    values = 2 * shared / np.maximum(said + np.maximum(known, shared), 1)
    signature = passport(name, **settings)
    return counted_score(name, ids, values, counts=there, wanted="tuples in its references", signature=signature)


def _any_alike(fact: Fact, others: Sequence[Fact]) -> bool:
    return any(_alike(fact, other) for other in others)


def _alike(one: Fact, other: Fact) -> bool:
    return len(one) == len(other) and all(left.is_like(right) for left, right in zip(one, other, strict=True))
