"""Stems, synsets and function words, as METEOR uses them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import Stemmer

from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.metrics.meteor.matches import Lexicon

# The words with a frequency above one in a thousand in English news, from release 1.5.
_FREQUENT = """
    a about after all also an and are as at be been but by can could first for from had has have he her his i if in
    into is it its last more new no not of on one or other out over people s said she so some than that the their there
    they this time to two up was we were what when which who will with would year years you 's 't -lrb- -rrb- , . : ? $
    ( ) - -- \u2014 ' " \u2019 \u201c \u201d
"""
FUNCTION_WORDS = frozenset(_FREQUENT.split())

_ENDINGS = ("ed", "edly", "ing", "ingly")
# METEOR stems by Snowball's English rules of 2010. Today's rules remove less from words with these beginnings, so
# another first letter replaces it while such a word is stemmed. They also remove -ist from -ogist, so another letter
# replaces the g.
_OTHER_FIRST = {"emerg": "i", "inter": "u", "later": "m", "organ": "u", "past": "b", "univers": "a"}
_OGIST, _OTHER_OGIST = "ogist", "oqist"
# Other words that today's rules stem differently: added, ebbing and such (add, ebb), vying and such (vie), evening.
_STEMS = {
    **{f"{vowel}{twice * 2}{end}": vowel + twice for vowel in "aeo" for twice in "bdfgmnprt" for end in _ENDINGS},
    **{f"{consonant}ying": f"{consonant}y" for consonant in "bcfghjkmnpqrsvwxz"},
    **{"evening": "even", "evenings": "even"},
}


def lexicon_of(vocabulary: Sequence[str]) -> Lexicon:
    """Return stems, synsets and function words of a vocabulary from `meteor_tokens`."""
    numbers: dict[str, int] = {}
    stemmed = [numbers.setdefault(stem, len(numbers)) for stem in word_stems(vocabulary)]
    senses = [sorted(word_synsets(word)) for word in vocabulary]
    return Lexicon(
        np.array(stemmed, dtype=np.int32),
        np.array([sense for synsets in senses for sense in synsets], dtype=np.int32),
        np.cumsum([0, *map(len, senses)], dtype=np.int64),
        np.array([word in FUNCTION_WORDS for word in vocabulary], dtype=np.bool_),
    )


def word_stems(words: Sequence[str]) -> list[str]:
    """Return the words' stems by Snowball's English rules of 2010."""
    masked = [_masked(word) for word in words]
    stemmed = Stemmer.Stemmer("english").stemWords(masked)
    return [
        _STEMS.get(word) or _unmasked(stem, word, mask) for word, mask, stem in zip(words, masked, stemmed, strict=True)
    ]


def _masked(word: str) -> str:
    first = next((other for beginning, other in _OTHER_FIRST.items() if word.startswith(beginning)), word[:1])
    return first + word[1:].replace(_OGIST, _OTHER_OGIST)


def _unmasked(stem: str, word: str, masked: str) -> str:
    first = stem[:1] if word[:1] == masked[:1] else word[:1]
    return first + stem[1:].replace(_OTHER_OGIST, _OGIST)


def word_synsets(word: str) -> set[int]:
    """Return the synsets of a word and of its base forms, for all parts of speech.

    As in METEOR they are offsets in WordNet's files, so a noun and a verb with the same offset share a synset.
    """
    database = wordnet()
    return set(database.offsets(word) | database.base_offsets(word))
