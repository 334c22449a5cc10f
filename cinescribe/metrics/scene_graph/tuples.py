"""The scene-graph tuples of pairs, with every distinct text parsed once."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.errors import ScoreError
from cinescribe.language.scene_graph.scene_graph import text_tuples
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.pairs import Pairs

# The tuples of one text: object; object, attribute; object, second object, relation.
Tuples = Sequence[Sequence[str]]


def check_items(ids: Sequence[str], candidates: Sequence[Tuples], references: Sequence[Sequence[Tuples]]) -> None:
    """Check that every item has one candidate and one list of references.

    Raises:
        ScoreError: when their numbers differ.
    """
    if not len(ids) == len(candidates) == len(references):
        raise ScoreError(
            f"there are {len(ids)} ids, {len(candidates)} candidates and references of {len(references)} items; "
            "expected one of each for every item"
        )


def pair_tuples(pairs: Pairs, parser: Parser) -> tuple[list[Tuples], list[list[Tuples]]]:
    """Return the tuples of each candidate, and of each reference of each item."""
    texts = list(dict.fromkeys([*pairs.candidates, *(text for texts in pairs.references for text in texts)]))
    by_text: dict[str, Tuples] = dict(zip(texts, text_tuples(texts, parser), strict=True))
    references = [[by_text[text] for text in texts] for texts in pairs.references]
    return [by_text[text] for text in pairs.candidates], references
