"""Whether a word is English: WordNet's words and their inflected forms, words of grammar, and names of numbers."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator
from functools import lru_cache

from cinescribe.language.tokens.stop_words import STOP_WORDS
from cinescribe.language.wordnet.wordnet import PARTS_OF_SPEECH, wordnet


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, between spaces."""
    return frozenset(text.split())


# What neither WordNet nor spaCy's stop words have.
_GRAMMAR = word_set(
    "without within against among amongst since unless despite besides onto upon unlike oh hey yes ok okay hers ours "
    "theirs whose whom everybody somebody anybody nobody everyone someone anyone something anything nothing "
    "themself oneself each other another whereas although though per via than till until our your their its his her "
    "my me us them him she he it they we you i towards toward alongside amid throughout underneath whichever whoever "
    "ours gonna wanna online smartphone selfie email emoji app wifi website blog vlog immersive antivirus parkour"
)
_PREFIXES = ("un", "re", "non", "over", "super", "ultra")
_LETTERS = string.ascii_lowercase
_MOST_LETTERS = 40  # of a word that is looked up with its neighbours


@lru_cache(maxsize=4096)
def is_word(word: str) -> bool:
    """Return whether a word is English, in any case; hyphened words are if all their parts are."""
    lower = word.lower().replace("\u2019", "'")
    if "-" in lower:
        return all(is_word(part) for part in lower.split("-") if part)
    stem = lower.removesuffix("'s").removesuffix("'")
    return _is_listed(stem) or any(
        stem.startswith(prefix) and len(stem) > len(prefix) + 3 and _is_listed(stem[len(prefix) :])
        for prefix in _PREFIXES
    )


def near_words(word: str, *, allowed: Collection[str] = ()) -> list[str]:
    """Return up to three words that one changed, missing, surplus or swapped letter away, the likeliest first.

    Words with the same first letter come first, then those whose letters are the same.
    """
    lower = word.lower()
    if len(lower) > _MOST_LETTERS or not lower.isascii():
        return []
    found = {one for one in _edits(lower) if len(one) > 1 and (one in allowed or is_word(one))}
    ranked = sorted(found, key=lambda one: (one[0] != lower[0], sorted(one) != sorted(lower), -_n_senses(one), one))
    return ranked[:3]


def _is_listed(word: str) -> bool:
    if word in STOP_WORDS or word in _GRAMMAR:
        return True
    return any(wordnet().morphy(word, part) for part in PARTS_OF_SPEECH)


def _n_senses(word: str) -> int:
    return len(wordnet().synsets(word))


def _edits(word: str) -> Iterator[str]:
    for at in range(len(word) + 1):
        left, right = word[:at], word[at:]
        if right:
            yield left + right[1:]
        if len(right) > 1:
            yield left + right[1] + right[0] + right[2:]
        for letter in _LETTERS:
            yield left + letter + right
            if right:
                yield left + letter + right[1:]
