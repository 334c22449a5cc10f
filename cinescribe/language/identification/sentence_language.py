"""Whether a sentence is in the language that was asked for; models fall back to English, also half way."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from cinescribe.language.identification.identifier import identifier_among, known_languages
from cinescribe.language.names.common_words import is_verb_form
from cinescribe.language_tags import base_language

# What a model falls back to. Related languages that were not asked for (Galician, Luxembourgish) are left out: in
# short sentences they would be taken for Portuguese and German.
_OTHERS = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_WINDOW = 4  # words that are looked at together, so that half a sentence is found too
# Least probability of a language in a whole sentence, and in a window of it; the most that English has in a window.
# By sentences of Universal Dependencies: results/sentence_language.json.
_LEAST, _LEAST_IN_WINDOW, _MOST_ENGLISH = 0.2, 0.05, 0.6
# For one-word sentences: how much more probable English is, and the probability from which the language is sure.
_MORE, _SURE = 1.05, 0.5
_WORD = re.compile(r"[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*")


def knows_language(tag: str) -> bool:
    """Whether sentences of a language can be distinguished from those of others.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    return base_language(tag) in known_languages()


def is_in_language(text: str, tag: str, *, names: Collection[str] = ()) -> bool:
    """Whether all of a text is in a language; also true of a language that cannot be distinguished from others.

    Args:
        text: a sentence, which may be of few words.
        tag: BCP 47 tag of the language.
        names: of people, in lower case, word by word; they are of no language.

    Raises:
        LanguageError: when it is no tag of a language.

    Example:
        >>> is_in_language("Anna öffnet die Tür.", "de"), is_in_language("Anna opens the door.", "de")
        (True, False)
    """
    base = base_language(tag)
    words = [word for word in _WORD.findall(text) if word.casefold() not in names]
    if not words or base not in known_languages():
        return True
    if len(words) == 1:
        return base == "en" or not _is_english(words[0], base)
    if _probabilities(words, base)[base] < _LEAST:
        return False
    windows = [_probabilities(words[n : n + _WINDOW], base) for n in range(max(1, len(words) - _WINDOW + 1))]
    return all(one[base] >= _LEAST_IN_WINDOW and (base == "en" or one["en"] <= _MOST_ENGLISH) for one in windows)


def _is_english(word: str, base: str) -> bool:
    """Whether a one-word sentence is English, as `waves` is; one word is too little evidence for more."""
    found = _probabilities([word], base)
    is_verb = word.endswith("s") and is_verb_form(word.lower())
    return found["en"] > found[base] * _MORE or (is_verb and found[base] < _SURE)


def _probabilities(words: Sequence[str], base: str) -> dict[str, float]:
    """How probable it is that words are of a language, for this one and those that models fall back to."""
    return dict(identifier_among(frozenset({base, *_OTHERS})).rank(" ".join(words)))
