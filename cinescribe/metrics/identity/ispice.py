"""iSPICE: SPICE for captions with person ids (MICap, Eq. 17). Does each fact name the right person?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, metric_signature
from cinescribe.metrics.identity.person_ids import PERSON, normalise_ids, person_ids
from cinescribe.metrics.scene_graph.concepts import ConceptTuple
from cinescribe.metrics.scene_graph.spice import match_tuples
from cinescribe.metrics.scene_graph.tuples import Tuples, check_items, pair_tuples


def ispice(pairs: Pairs, parser: Parser) -> Score:
    """Return iSPICE over the scene graphs of the parsed texts.

    Each text is one captionset, such as LSMDC's five captions joined by spaces. Its ids are renamed by first appearance
    before parsing. Every id in the text counts as mentioned, even if no tuple of the parse has it.

    Returns:
        The score, as from `ispice_from_tuples`.

    Raises:
        ScoreError: when no reference has an id.
    """
    renamed = replace(
        pairs,
        candidates=tuple(map(normalise_ids, pairs.candidates)),
        references=tuple(tuple(map(normalise_ids, texts)) for texts in pairs.references),
    )
    candidates, references = pair_tuples(renamed, parser)
    with_ids = [_with_ids(text, tuples) for text, tuples in zip(renamed.candidates, candidates, strict=True)]
    references_with_ids = [
        [_with_ids(text, tuples) for text, tuples in zip(texts, parses, strict=True)]
        for texts, parses in zip(renamed.references, references, strict=True)
    ]
    return ispice_from_tuples(pairs.ids, with_ids, references_with_ids, source=parser.name)


def ispice_from_tuples(
    ids: Sequence[str],
    candidates: Sequence[Tuples],
    references: Sequence[Sequence[Tuples]],
    *,
    source: str = "given",
) -> Score:
    """Return iSPICE over given tuples, from texts with ids renamed by `normalise_ids`.

    An item's value is the product of two F1 scores (`identity_terms`); the corpus value is the mean over items. The
    paper leaves some points open; here

    - tuples match as in SPICE, with WordNet synonyms; an id matches only itself;
    - of several references the best counts, and they are never merged: P1 in one need not be P1 in another;
    - a candidate without ids scores 0; an item whose references have no ids is left out of the mean (and of
      `per_item`), whatever its candidate, so that all systems are scored on the same items.

    Args:
        ids: the items' ids.
        candidates: the tuples of each item's candidate: object; object, attribute; object, second object, relation.
        references: the tuples of each of its references.
        source: the parser's name in the signature.

    Raises:
        ScoreError: when no reference of any item has a person id, two items share an item id, or the numbers of items
            differ.
    """
    check_items(ids, candidates, references)
    values = [_best(candidate, texts) for candidate, texts in zip(candidates, references, strict=True)]
    signature = metric_signature("iSPICE", parser=source, synsets="wordnet-3.0", ids="first-appearance", refs="best")
    return masked_mean_score(
        "iSPICE",
        ids,
        np.array([value or 0.0 for value in values]),
        mask=np.array([value is not None for value in values], np.bool_),
        wanted="a person in its references, such as P1",
        signature=signature,
    )


def identity_terms(candidate: Tuples, reference: Tuples) -> tuple[float, float] | None:
    """Return the two factors of iSPICE for one captionset, or None if the reference has no id.

    Returns:
        The F1 of the distinct tuples with an id and two or more elements (does each attribute and relation name the
        right person?), which is 1 if neither side has any; and the F1 of the sets of ids.
    """
    match = match_tuples(candidate, [reference])
    hits = {each: is_hit for each, is_hit in zip(match.candidate, match.is_matched, strict=True) if _ids(each)}
    expected = [each for each in match.references if _ids(each)]
    if not expected:
        return None
    actions, expected_actions = ([each for each in tuples if len(each) > 1] for tuples in (hits, expected))
    people, expected_people = _people(hits), _people(expected)
    action_f1 = _f1(sum(hits[each] for each in actions), len(actions), len(expected_actions))
    return action_f1, _f1(len(people & expected_people), len(people), len(expected_people))


def _best(candidate: Tuples, references: Sequence[Tuples]) -> float | None:
    terms = (identity_terms(candidate, reference) for reference in references)
    return max((first * second for first, second in filter(None, terms)), default=None)


def _f1(shared: int, n_candidate: int, n_reference: int) -> float:
    # Two tuples of the candidate may match the same one of the reference; recall stays at 1 or below.
    total = n_candidate + max(n_reference, shared)
    return 2 * shared / total if total else 1.0


def _people(tuples: Iterable[ConceptTuple]) -> set[str]:
    return {name for each in tuples for name in _ids(each)}


def _ids(concepts: ConceptTuple) -> list[str]:
    return [str(concept).lower() for concept in concepts if PERSON.fullmatch(str(concept))]


def _with_ids(text: str, tuples: Tuples) -> Tuples:
    return [*tuples, *((name.lower(),) for name in person_ids(text))]
