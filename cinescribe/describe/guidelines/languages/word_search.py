"""Finds words and phrases of a list in a text, in any inflection that Snowball's stems have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cinescribe.describe.guidelines.cue_text import WordSpan
from cinescribe.describe.guidelines.languages.language_words import WordList
from cinescribe.language.tokens.stems import stems

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[^.!?\u2026\u3002\uff01\uff1f]+")
_ANY = "*"  # at the end of a word: whatever follows
_STEM = "_"  # in forms of verbs
_BESIDE = 3  # words at most between a verb such as `is` and what it says: `ist heute sehr traurig`


@dataclass(frozen=True)
class _Token:
    """A word of a text.

    Attributes:
        form: in small letters.
        stem: of it.
        place: in the text.
    """

    form: str
    stem: str
    place: WordSpan


@lru_cache(maxsize=8192)
def sentence_tokens(text: str, language: str) -> tuple[tuple[_Token, ...], ...]:
    """Return the words of each sentence of a text."""
    found = (list(_WORD.finditer(text, *part.span())) for part in _SENTENCE.finditer(text))
    return tuple(_tokens(words, language) for words in found if words)


def _tokens(words: Sequence[re.Match[str]], language: str) -> tuple[_Token, ...]:
    texts = [word[0] for word in words]
    return tuple(
        _Token(text.lower(), stem, word.span())
        for text, stem, word in zip(texts, stems(texts, language), words, strict=True)
    )


class Phrases:
    """Phrases of one or more words that are looked for together.

    Args:
        phrases: of a list.
        language: of the texts.
        inflected: whether their words count in every inflection.
        verb_forms: of the language, see `LanguageWords`.
    """

    def __init__(
        self,
        phrases: Iterable[str],
        language: str,
        *,
        inflected: bool,
        verb_forms: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._inflected = inflected
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        prefixes: list[str] = []
        for phrase in phrases:
            if phrase.endswith(_ANY):
                prefixes.append(phrase[:-1].lower())
                continue
            words = _WORD.findall(phrase)
            keys = tuple(stems(words, language)) if inflected else tuple(word.lower() for word in words)
            more = stems(_regular_forms(words[-1], keys[-1], verb_forms or {}), language)
            for last in (keys[-1], *more):
                found = (*keys[:-1], last)
                self._by_first.setdefault(found[0], []).append(found)
        self._starts = tuple(prefixes)

    def at(self, tokens: Sequence[_Token], at: int) -> int:
        """Return how many words a phrase that begins at a word has; 0 if none begins there."""
        key = self._key(tokens[at])
        for keys in self._by_first.get(key, ()):
            if len(keys) == 1 or tuple(map(self._key, tokens[at : at + len(keys)])) == keys:
                return len(keys)
        return int(bool(self._starts) and tokens[at].form.startswith(self._starts))

    def _key(self, token: _Token) -> str:
        return token.stem if self._inflected else token.form


class WordFinder:
    """Finds a list's words in texts.

    Args:
        words: the list.
        language: of the texts.
        verb_forms: of the language, see `LanguageWords`.
    """

    def __init__(self, words: WordList, language: str, verb_forms: Mapping[str, Sequence[str]] | None = None) -> None:
        self._language, self._endings = language, words.endings
        self._words = Phrases(words.words, language, inflected=True, verb_forms=verb_forms)
        self._forms = Phrases(words.forms, language, inflected=False)
        self._beside = Phrases(words.beside, language, inflected=False) if words.beside else None
        self._unless = Phrases(words.unless, language, inflected=True) if words.unless else None

    def places(self, text: str) -> Iterator[WordSpan]:
        """Yield where a text has something of the list, in order."""
        for tokens in sentence_tokens(text, self._language):
            if self._unless is not None and any(self._unless.at(tokens, at) for at in range(len(tokens))):
                continue
            for at, token in enumerate(tokens):
                size = self._size(tokens, at)
                if size and (start := self._start(tokens, at)) is not None:
                    yield start, tokens[at + size - 1].place[1] if size > 1 else token.place[1]

    def _size(self, tokens: Sequence[_Token], at: int) -> int:
        size = self._words.at(tokens, at)
        if size and self._endings and not tokens[at].form.endswith(self._endings):
            size = 0
        return size or self._forms.at(tokens, at)

    def _start(self, tokens: Sequence[_Token], at: int) -> int | None:
        """Where the finding begins; None if the word that must come before it is missing."""
        if self._beside is None:
            return tokens[at].place[0]
        first = max(at - _BESIDE - 1, 0)
        before = next((n for n in range(at - 1, first - 1, -1) if self._beside.at(tokens, n)), None)
        return None if before is None else tokens[before].place[0]


def _regular_forms(word: str, stem: str, verb_forms: Mapping[str, Sequence[str]]) -> list[str]:
    """The forms of an infinitive: of it without its ending, and of its stem, which may be spelt otherwise."""
    ending = max((ending for ending in verb_forms if word.endswith(ending)), key=len, default=None)
    if ending is None:
        return []
    roots = {word[: -len(ending)], stem}
    return [form.replace(_STEM, root) for form in verb_forms[ending] for root in sorted(roots)]
