"""LSMDC's scores of captions as the public evaluation code of its challenge computes them (Park et al., `movie_eval`).

The code calls the COCO tools with one reference each, after every character beyond ASCII has become a space: `café`
becomes `caf`, and `it’s` becomes `it s`. Clips without a prediction are left out (`subset`).
"""

from __future__ import annotations

from dataclasses import replace

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.tokens import tokenize_pairs
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.scene_graph.spice import spice


def lsmdc_scores(pairs: Pairs, parser: Parser, *, paraphrases: Paraphrases | None = None) -> list[Score]:
    """Return BLEU-1 to BLEU-4, METEOR, ROUGE-L, CIDEr and SPICE as LSMDC's evaluation code computes them.

    Args:
        pairs: captions of clips with one reference each.
        parser: gives SPICE's tuples; the code uses SPICE's own.
        paraphrases: METEOR's table, which the code has.

    Raises:
        ScoreError: when an item has several references, or a text no word in ASCII.
    """
    if several := [key for key, texts in zip(pairs.ids, pairs.references, strict=True) if len(texts) > 1]:
        raise ScoreError(f"item {several[0]!r} has several references; LSMDC's code takes one for each clip")
    plain = replace(
        pairs,
        candidates=tuple(map(in_ascii, pairs.candidates)),
        references=tuple(tuple(map(in_ascii, texts)) for texts in pairs.references),
    )
    tokens = tokenize_pairs(plain)
    return [
        *bleu(tokens),
        meteor(tokens, paraphrases=paraphrases),
        rouge(tokens),
        cider(tokens),
        spice(plain, parser)[0],
    ]


def in_ascii(text: str) -> str:
    """Return a text with a space in place of each character beyond ASCII."""
    return "".join(letter if letter.isascii() else " " for letter in text)
