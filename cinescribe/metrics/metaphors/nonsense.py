"""The nonsense control: candidates whose secondary concept is a random noun.

A metric that is meant to find good metaphors must prefer the candidates. ACD by itself does not: a random noun is far
from the primary concept and leaves most words of the sentence as they were.
"""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.embedding.metaphor import with_secondary
from cinescribe.metrics.metaphors.common_words import NOUNS, with_article

_SEED = 0
_WORD = re.compile(r"[a-z]+")


def nonsense_pairs(pairs: Pairs, *, seed: int = _SEED) -> Pairs:
    """Return pairs with a random noun as the secondary concept of each candidate that has one.

    The noun depends on the seed and the item's id only, unless the candidate or its references have that noun; then
    another is drawn. Candidates that do not follow the template are unchanged.

    Args:
        pairs: the candidates, and references, which stay.
        seed: another seed draws other nouns.
    """
    texts = [
        _with_random_noun(key, text, " ".join([text, *references]), seed=seed)
        for key, text, references in zip(pairs.ids, pairs.candidates, pairs.references, strict=True)
    ]
    return replace(pairs, candidates=tuple(texts))


def as_nonsense(score: Score, *, seed: int = _SEED) -> Score:
    """Return a score of `nonsense_pairs` under the name of the control, such as `ACD-nonsense`."""
    name, _, settings = score.signature.partition("|")
    signature = f"{name}-nonsense|nouns:{len(NOUNS)}|seed:{seed}|{settings}"
    return replace(score, name=f"{score.name}-nonsense", signature=signature)


def _with_random_noun(key: str, text: str, avoided: str, *, seed: int) -> str:
    """Return a text with a random noun as its secondary concept, none of the words of `avoided`."""
    return with_secondary(text, _random_noun(Random(f"{seed} {key}"), avoided)) or text


def _random_noun(random: Random, text: str) -> str:
    words = set(_WORD.findall(text.lower()))
    return with_article(random.choice([noun for noun in NOUNS if not words & {noun, f"{noun}s"}]))
