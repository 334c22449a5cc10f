"""Captions of adverts: metaphors in the template of VMCD, and plain descriptions."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from cinescribe.backlot.adverts.concepts import PLURALS, SYNONYMS, Product
from cinescribe.backlot.adverts.ideas import Idea
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, template_captions
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.plan import Gender, Take

_N_CAPTIONS = 3  # of each advert, as many annotators as VMCD has
_USES_SYNONYM = 0.4  # share of the sentences
_LESS_USUAL = 0.4  # share of the sentences with another wording of the secondary concept


def metaphor_sentences(idea: Idea, rng: random.Random) -> tuple[str, ...]:
    """Return `_N_CAPTIONS` different sentences for a metaphor, as several annotators would write them."""
    texts: dict[str, None] = {}
    while len(texts) < _N_CAPTIONS:
        texts[_sentence(idea, rng)] = None
    return tuple(texts)


def plain_captions(product: Product, takes: Sequence[Take], genders: Mapping[str, Gender]) -> tuple[str, ...]:
    """Return `_N_CAPTIONS` different descriptions of takes; none of them compares anything.

    Args:
        product: what is advertised.
        takes: takes of one clip each, of which at least one shows the product.
        genders: genders of the cast, by id.
    """
    rng = random.Random(f"{takes[0].seed}/plain captions")
    shown = [take for take in takes if take.thing]
    thing, place = rng.choice(product.wordings), PLACE_WORDS[shown[0].place].at
    texts = {f"An advert for {thing}, {place}.": None}
    while len(texts) < _N_CAPTIONS:
        take = rng.choice(takes)
        texts[_described(rng.choice(template_captions(take, genders[take.actor])).text, genders)] = None
    return tuple(rng.sample(list(texts), _N_CAPTIONS))


def _sentence(idea: Idea, rng: random.Random) -> str:
    primary = rng.choice(idea.product.wordings)
    usual, *others = idea.secondary.wordings
    secondary = rng.choice(others) if rng.random() < _LESS_USUAL else usual
    shared = SYNONYMS[idea.property] if rng.random() < _USES_SYNONYM else idea.property
    verb = "are" if primary in PLURALS else "is"
    return f"{_capitalised(primary)} {verb} as {shared} as {secondary}."


def _described(text: str, genders: Mapping[str, Gender]) -> str:
    """Return a caption with people as `a woman`, `another woman`, `a man`."""
    words: dict[str, str] = {}
    for person in sorted((one for one in genders if one in text), key=text.index):
        known = [one for one in words if genders[one] == genders[person]]
        words[person] = f"another {genders[person]}" if known else f"a {genders[person]}"
    sentences = named_text(text, words).split(". ")
    return ". ".join(map(_capitalised, sentences))


def _capitalised(text: str) -> str:
    return text[0].upper() + text[1:]
