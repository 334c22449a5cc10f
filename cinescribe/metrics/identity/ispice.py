"""iSPICE: whether a captionset says the right things of the right people (MICap, Eq. 17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from cinescribe.language.tokens.words import Parser
from cinescribe.metrics.core.masked_mean import counted_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, passport
from cinescribe.metrics.identity.person_ids import PERSON, normalise_ids, person_ids
from cinescribe.metrics.scene_graph.concepts import Fact
from cinescribe.metrics.scene_graph.spice import match_tuples
from cinescribe.metrics.scene_graph.tuples import Tuples, check_items, pair_tuples


def ispice(pairs: Pairs, parser: Parser) -> Score:
    """iSPICE over the scene graphs that `parser` leads to.

    Each text is one captionset, as LSMDC's five captions joined by spaces. Its ids are renamed by first appearance
    before it is parsed, and every id of the text counts as used, whether or not the parser made a tuple of it.

    Returns:
        As `ispice_of_tuples`.

    Raises:
        ScoreError: when no reference has an id.
    """
    renamed = replace(
        pairs,
        candidates=tuple(map(normalise_ids, pairs.candidates)),
        references=tuple(tuple(map(normalise_ids, texts)) for texts in pairs.references),
    )
    candidates, references = pair_tuples(renamed, parser)
    used = [_with_ids(text, tuples) for text, tuples in zip(renamed.candidates, candidates, strict=True)]
    known = [
        [_with_ids(text, tuples) for text, tuples in zip(texts, listed, strict=True)]
        for texts, listed in zip(renamed.references, references, strict=True)
    ]
    return ispice_of_tuples(pairs.ids, used, known, source=parser.name)


def ispice_of_tuples(
    ids: Sequence[str],
    candidates: Sequence[Tuples],
    references: Sequence[Sequence[Tuples]],
    *,
    source: str = "given",
) -> Score:
    """iSPICE over given tuples, of texts whose ids were renamed by `normalise_ids`.

    An item's value is the product of two F1 (`identity_terms`), the corpus's the mean over its items. The paper leaves
    open, and here it is so:

    - tuples match as SPICE matches them, WordNet's synonyms included; an id is like itself alone;
    - of several references the best counts, and they are never joined: P1 of one need not be P1 of another;
    - a candidate without ids has 0; an item whose references have none has no value and is left out of the mean (and
      of `per_item`), whatever its candidate says, so that all systems are judged on the same items.

    Args:
        ids: the items' ids.
        candidates: the tuples of each item's candidate: object; object, attribute; object, second object, relation.
        references: those of each of its references.
        source: what gave the tuples, for the signature.

    Raises:
        ScoreError: when no reference of any item has an id, two items have one, or the counts of items differ.
    """
    check_items(ids, candidates, references)
    values = [_best(candidate, listed) for candidate, listed in zip(candidates, references, strict=True)]
    signature = passport("iSPICE", parser=source, synsets="wordnet-3.0", ids="first-appearance", refs="best")
    return counted_score(
        "iSPICE",
        ids,
        np.array([value or 0.0 for value in values]),
        counts=np.array([value is not None for value in values], np.bool_),
        wanted="a person in its references, as P1 or P2",
        signature=signature,
    )


def identity_terms(candidate: Tuples, reference: Tuples) -> tuple[float, float] | None:
    """The two factors of iSPICE for one captionset, or None where the reference has no id.

    Returns:
        F1 of the distinct facts with an id and two or more elements: is the right person said to be, do and have the
        right things; where neither side has any it is 1. And F1 of the sets of ids: are there as many people.
    """
    match = match_tuples(candidate, [reference])
    found = {fact: hit for fact, hit in zip(match.candidate, match.found, strict=True) if _ids(fact)}
    known = [fact for fact in match.references if _ids(fact)]
    if not known:
        return None
    said = [fact for fact in found if len(fact) > 1]
    told = [fact for fact in known if len(fact) > 1]
    ours, theirs = _people(found), _people(known)
    actions = _f1(sum(found[fact] for fact in said), len(said), len(told))
    return actions, _f1(len(ours & theirs), len(ours), len(theirs))


def _best(candidate: Tuples, references: Sequence[Tuples]) -> float | None:
    terms = (identity_terms(candidate, reference) for reference in references)
    return max((first * second for first, second in filter(None, terms)), default=None)


def _f1(shared: int, said: int, known: int) -> float:
    # Two ways to say one thing may both be found in it; recall ends at 1 all the same.
    total = said + max(known, shared)
    return 2 * shared / total if total else 1.0


def _people(facts: Iterable[Fact]) -> set[str]:
    return {name for fact in facts for name in _ids(fact)}


def _ids(fact: Fact) -> list[str]:
    return [str(concept).lower() for concept in fact if PERSON.fullmatch(str(concept))]


def _with_ids(text: str, tuples: Tuples) -> Tuples:
    return [*tuples, *((name.lower(),) for name in person_ids(text))]
