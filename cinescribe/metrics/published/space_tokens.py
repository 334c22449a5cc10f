"""Words as released code splits them: at white space, with case and punctuation as they are."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import PairTokens


def space_tokens(pairs: Pairs) -> PairTokens:
    """Return the pairs with the words between their spaces.

    Raises:
        ScoreError: naming the item with a reference without words.
    """
    candidates = [text.split() for text in pairs.candidates]
    references = [[text.split() for text in texts] for texts in pairs.references]
    for key, texts in zip(pairs.ids, references, strict=True):
        if not all(texts):
            raise ScoreError(f"a reference of item {key!r} has no words; remove it")
    return PairTokens.of(pairs.ids, candidates, references, tokeniser="spaces")


def single_space_tokens(pairs: Pairs) -> PairTokens:
    """Return the pairs split at each space, as the COCO tools' ROUGE-L does: two spaces enclose an empty word."""
    candidates = [text.split(" ") for text in pairs.candidates]
    references = [[text.split(" ") for text in texts] for texts in pairs.references]
    return PairTokens.of(pairs.ids, candidates, references, tokeniser="single-spaces")


def batches(pairs: Pairs, size: int) -> Sequence[PairTokens]:
    """Return the words of each `size` consecutive pairs; the last batch may be smaller."""
    parts = (slice(first, first + size) for first in range(0, len(pairs.ids), size))
    return [space_tokens(Pairs(pairs.ids[n], pairs.candidates[n], pairs.references[n])) for n in parts]
