"""The scene-graph tuples of pairs: every distinct text parsed once."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.language.scene_graph import text_tuples
from cinescribe.language.words import Parser
from cinescribe.metrics.pairs import Pairs

# The tuples of one text: object; object, attribute; object, second object, relation.
Tuples = Sequence[Sequence[str]]


def pair_tuples(pairs: Pairs, parser: Parser) -> tuple[list[Tuples], list[list[Tuples]]]:
    """The tuples of each candidate, and of each reference of each item."""
    texts = list(dict.fromkeys([*pairs.candidates, *(text for texts in pairs.references for text in texts)]))
    known: dict[str, Tuples] = dict(zip(texts, text_tuples(texts, parser), strict=True))
    return [known[text] for text in pairs.candidates], [[known[text] for text in texts] for texts in pairs.references]
