"""SPICE: the F1 of scene-graph tuples (Anderson et al. 2016), overall and by category."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, metric_signature
from cinescribe.metrics.scene_graph.concepts import ConceptTuple, SensesOf, concept_tuples, no_senses, senses_of
from cinescribe.metrics.scene_graph.spice_categories import CATEGORIES, categories_of
from cinescribe.metrics.scene_graph.tuples import Tuples, check_items, pair_tuples


@dataclass(frozen=True)
class SpiceMatch:
    """A candidate's scene graph matched with that of its references.

    Attributes:
        candidate: the candidate's distinct tuples, with synonyms merged.
        references: the tuples of all its references together.
        is_matched: whether the references have each tuple of the candidate.
    """

    candidate: tuple[ConceptTuple, ...]
    references: tuple[ConceptTuple, ...]
    is_matched: tuple[bool, ...]

    def counts(self) -> NDArray[np.int64]:
        """Return true positives, candidate tuples and reference tuples of each category, (categories, 3).

        A number, colour or size matches only a tuple of the same category.
        """
        counts = np.zeros((len(CATEGORIES), 3), dtype=np.int64)
        references = [(each, categories_of(each)) for each in self.references]
        for _, categories in references:
            counts[categories, 2] += 1
        for each, is_matched in zip(self.candidate, self.is_matched, strict=True):
            for category in categories_of(each):
                comparable = [other for other, categories in references if category in categories]
                counts[category, :2] += (is_matched and _matches_any(each, comparable), 1)
        return counts


def match_tuples(candidate: Tuples, references: Sequence[Tuples], *, senses: SensesOf = senses_of) -> SpiceMatch:
    """Match the tuples of a candidate with those of its references, as SPICE does.

    The references form one graph and the candidate another, each with synonyms merged (see `Concepts`). A tuple of the
    candidate matches a reference tuple of the same length if their concepts share a word or a sense, position by
    position. One reference tuple may match several of the candidate.

    Args:
        candidate: object; object, attribute; object, second object, relation.
        references: the same for each reference.
        senses: returns the senses of a word; `no_senses` turns synonyms off.
    """
    own = concept_tuples(candidate, senses=senses)
    expected = concept_tuples((words for tuples in references for words in tuples), senses=senses)
    return SpiceMatch(tuple(own), tuple(expected), tuple(_matches_any(each, expected) for each in own))


def spice(pairs: Pairs, parser: Parser) -> list[Score]:
    """Return SPICE and its sub-scores over the scene graphs of the parsed texts.

    SPICE's own graphs come from CoreNLP. Another parser gives other tuples, so the signature names the parser.

    Returns:
        The scores, as from `spice_from_tuples`.
    """
    candidates, references = pair_tuples(pairs, parser)
    return spice_from_tuples(pairs.ids, candidates, references, source=parser.name)


def spice_from_tuples(
    ids: Sequence[str],
    candidates: Sequence[Tuples],
    references: Sequence[Sequence[Tuples]],
    *,
    source: str = "given",
    synsets: bool = True,
) -> list[Score]:
    """Return SPICE and its sub-scores over given tuples.

    An item's value is the F1 of the tuples of its candidate and its references; the corpus value is the mean over
    items. As in SPICE, an item whose references have no tuple of a category is left out of that mean (and of
    `per_item`); a candidate without matching tuples scores 0.

    Args:
        ids: the items' ids.
        candidates: the tuples of each item's candidate.
        references: the tuples of each of its references.
        source: the parser's name in the signature.
        synsets: whether words with a common WordNet synset match, or only equal words.

    Returns:
        `SPICE`, then `SPICE-Object`, `SPICE-Attribute`, `SPICE-Relation`, `SPICE-Cardinality`, `SPICE-Color` and
        `SPICE-Size`, without those for which no item has a value.

    Raises:
        ScoreError: when no reference of any item has a tuple, two items have one id, or the numbers of items differ.
    """
    check_items(ids, candidates, references)
    senses = senses_of if synsets else no_senses
    matches = (match_tuples(one, others, senses=senses) for one, others in zip(candidates, references, strict=True))
    counts = np.array([match.counts() for match in matches]).reshape(len(ids), len(CATEGORIES), 3)
    if not counts[:, 0, 2].any():
        raise ScoreError("no reference of any item has a scene-graph tuple; SPICE needs captions that mention objects")
    settings = {"parser": source, "synsets": "wordnet-3.0" if synsets else "none"}
    present = {category: counts[:, n] for n, category in enumerate(CATEGORIES) if counts[:, n, 2].any()}
    return [_score(f"SPICE-{name}".removesuffix("-All"), ids, own, settings) for name, own in present.items()]


def _score(name: str, ids: Sequence[str], counts: NDArray[np.int64], settings: Mapping[str, str]) -> Score:
    """Return the mean F1 from true positives, candidate tuples and reference tuples, (items, 3)."""
    shared, n_candidate, n_reference = counts.T
    # Several tuples of a candidate may match the same reference tuple; recall stays at 1 or below.
    values = 2 * shared / np.maximum(n_candidate + np.maximum(n_reference, shared), 1)
    signature = metric_signature(name, **settings)
    return masked_mean_score(
        name, ids, values, mask=n_reference > 0, wanted="tuples in its references", signature=signature
    )


def _matches_any(concepts: ConceptTuple, others: Sequence[ConceptTuple]) -> bool:
    return any(_matches(concepts, other) for other in others)


def _matches(left: ConceptTuple, right: ConceptTuple) -> bool:
    return len(left) == len(right) and all(one.matches(other) for one, other in zip(left, right, strict=True))
