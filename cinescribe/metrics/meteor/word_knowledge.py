"""What METEOR knows of single words: their stems, their synsets, and which are function words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import Stemmer

from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.metrics.meteor.matches import Lexicon

# The words of English news that are more frequent than one in a thousand, as release 1.5 counted them.
_FREQUENT = """
    a about after all also an and are as at be been but by can could first for from had has have he her his i if in
    into is it its last more new no not of on one or other out over people s said she so some than that the their there
    they this time to two up was we were what when which who will with would year years you 's 't -lrb- -rrb- , . : ? $
    ( ) - -- \u2014 ' " \u2019 \u201c \u201d
"""
FUNCTION_WORDS = frozenset(_FREQUENT.split())

_ENDINGS = ("ed", "edly", "ing", "ingly")
# METEOR stems by Snowball's English rules of 2010. Today's take less off words with these beginnings, so while such a
# word is stemmed its first letter gives way to another vowel or consonant; and they take -ist off -ogist, so there the
# g does.
_OTHER_FIRST = {"emerg": "i", "inter": "u", "later": "m", "organ": "u", "past": "b", "univers": "a"}
_OGIST, _OTHER_OGIST = "ogist", "oqist"
# Other words that they stem otherwise: added, ebbing and the like (add, ebb), vying and the like (vie), evening.
_STEMS = {
    **{f"{vowel}{twice * 2}{end}": vowel + twice for vowel in "aeo" for twice in "bdfgmnprt" for end in _ENDINGS},
    **{f"{consonant}ying": f"{consonant}y" for consonant in "bcfghjkmnpqrsvwxz"},
    **{"evening": "even", "evenings": "even"},
}


def lexicon_of(vocabulary: Sequence[str]) -> Lexicon:
    """What METEOR knows of words that `meteor_tokens` gave."""
    numbers: dict[str, int] = {}
    stemmed = [numbers.setdefault(stem, len(numbers)) for stem in stems(vocabulary)]
    senses = [sorted(senses_of(word)) for word in vocabulary]
    return Lexicon(
        np.array(stemmed, dtype=np.int32),
        np.array([sense for found in senses for sense in found], dtype=np.int32),
        np.cumsum([0, *map(len, senses)], dtype=np.int64),
        np.array([word in FUNCTION_WORDS for word in vocabulary], dtype=np.bool_),
    )


def stems(words: Sequence[str]) -> list[str]:
    """The words' stems by Snowball's English rules of 2010."""
    disguised = [_disguised(word) for word in words]
    found = Stemmer.Stemmer("english").stemWords(disguised)
    return [
        _STEMS.get(word) or _shown(stem, word, mask) for word, mask, stem in zip(words, disguised, found, strict=True)
    ]


def _disguised(word: str) -> str:
    first = next((other for beginning, other in _OTHER_FIRST.items() if word.startswith(beginning)), word[:1])
    return first + word[1:].replace(_OGIST, _OTHER_OGIST)


def _shown(stem: str, word: str, disguised: str) -> str:
    first = stem[:1] if word[:1] == disguised[:1] else word[:1]
    return first + stem[1:].replace(_OTHER_OGIST, _OGIST)


def senses_of(word: str) -> set[int]:
    """The synsets of a word and of its base forms, of all parts of speech.

    They are METEOR's numbers: offsets in WordNet's files, so that a noun and a verb with the same offset are one.
    """
    known = wordnet()
    return set(known.offsets(word) | known.base_offsets(word))
