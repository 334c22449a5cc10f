"""What is known of the words of a language without a parser: content, names, and who is introduced."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from cinescribe.describe.guidelines.cue_text import WordSpan
from cinescribe.describe.guidelines.languages.language_words import LanguageWords, language_words
from cinescribe.language.tokens.stems import stems
from cinescribe.language.tokens.stop_words import stop_words

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER_OR_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"(?:^|[.!?\u2026:]|[\u00bf\u00a1])[\s\"'\u201c\u201e\u00ab\u00bb(\u2013\u2014-]*$")
_MIN_START = 3  # letters of a word at the start of a sentence that may be a name: shorter ones are too common
_NOUNS_WITH_CAPITALS = frozenset(("de", "lb"))
# Scripts without capitals or inflections: each word is a run of letters without known parts.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_MIN_APPOSITION = 2  # words
_AFTER_NAME = re.compile(r"\s*[,(\u2013\u2014]\s*(\w+)((?:[\s-]+\w+)+)")
_BEFORE_NAME = re.compile(r"([^.!?\u2026,;:]*)[,\u2013\u2014:]\s*$")


class LanguageTexts:
    """The words of a language's texts; a `PlainWords`.

    Args:
        language: as base tag: `de`, not `de-AT`.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._known: LanguageWords | None = language_words(language)

    @cached_property
    def credits(self) -> re.Pattern[str] | None:
        """What announces that credits are read, if it is known."""
        if self._known is None:
            return None
        return re.compile("|".join(rf"\b{re.escape(word)}" for word in self._known.credits), re.IGNORECASE)

    def content(self, text: str) -> Counter[str]:
        """Return the stems of the words that say something, with their counts; pairs of letters in Chinese or Thai."""
        words = [word for word in _NUMBER_OR_WORD.findall(text) if word.lower() not in self._stop_words]
        spaced = [word for word in words if not _UNSPACED.search(word)]
        runs = [word for word in words if _UNSPACED.search(word)]
        pairs = [run[at : at + 2] for run in runs for at in range(max(len(run) - 1, 1))]
        return Counter(stems(spaced, self.language)) + Counter(pairs)

    def capitalised(self, text: str) -> Iterator[tuple[WordSpan, str]]:
        """Yield the words that may be names, with their places: capitals that no article or possessive precedes."""
        before = ""
        for found in _WORD.finditer(text):
            word = found[0]
            if self._may_be_name(word, before, is_first=_SENTENCE_END.search(text, 0, found.start()) is not None):
                yield found.span(), word
            before = word

    def introduces(self, text: str, place: WordSpan) -> bool:
        """Whether the words around a name say who that is: `Anna, eine Frau in Rot,`, `die junge Anna`."""
        after = _AFTER_NAME.match(text, place[1])
        if after is not None and (after[1].islower() or not after[1].isalpha()):
            return True
        before = _BEFORE_NAME.search(text, 0, place[0])
        if before is not None and len(_WORD.findall(before[1])) >= _MIN_APPOSITION:
            return True
        sentence = re.split(r"[.!?\u2026:;]", text[: place[0]])[-1]
        return self._is_described(_WORD.findall(sentence), sentence)

    def _is_described(self, words: list[str], text: str) -> bool:
        """Whether an article and another word, or a noun, come directly before a name: `der alte Proog`."""
        if not words or not text.endswith(" "):
            return False
        last, before = words[-1], words[-2].lower() if len(words) > 1 else ""
        is_noun = self.language in _NOUNS_WITH_CAPITALS and last[:1].isupper() and last.lower() not in self._stop_words
        return is_noun or (last.islower() and before in self._determiners and last not in self._stop_words)

    @cached_property
    def _determiners(self) -> frozenset[str]:
        return frozenset() if self._known is None else self._known.determiners

    @cached_property
    def _stop_words(self) -> frozenset[str]:
        return stop_words(self.language)

    def _may_be_name(self, word: str, before: str, *, is_first: bool) -> bool:
        if len(word) < 2 or not word[0].isupper() or word.isupper():
            return False
        small = word.lower()
        if is_first:
            return len(word) >= _MIN_START and small not in self._stop_words and small not in self._determiners
        return not (self.language in _NOUNS_WITH_CAPITALS and self._follows_article(before))

    def _follows_article(self, before: str) -> bool:
        """Whether the word before has the ending of an article or an adjective: `das Haus`, `ein altes Haus`."""
        return before.lower() in self._determiners or (
            before.islower() and before.endswith(("e", "en", "er", "es", "em"))
        )
