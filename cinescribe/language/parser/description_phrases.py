"""Phrases with their trees, put together from smaller ones: what the grammar of film description is written in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.tokens.parsed_sentence import Word

_CLOSED = frozenset({",", ".", "'s"})


@dataclass(frozen=True)
class Phrase:
    """Words with one head.

    Attributes:
        words: heads count from the first word; the head's own head is itself.
        head: position of the head.
    """

    words: tuple[Word, ...]
    head: int = 0

    @property
    def word(self) -> Word:
        """The head."""
        return self.words[self.head]


def word(text: str, pos: str, features: str = "", lemma: str = "") -> Phrase:
    """Return a phrase of one word; its lemma is the word in lower case if none is given."""
    return Phrase((Word(text, lemma or text.lower(), pos, features, 0, "root"),))


def joined(parts: Sequence[tuple[Phrase, str]]) -> Phrase:
    """Return phrases side by side, as one.

    Args:
        parts: each with its relation to the head; the part whose relation is `root` is the head.
    """
    starts, end = [], 0
    for phrase, _ in parts:
        starts.append(end)
        end += len(phrase.words)
    [top] = [start + phrase.head for (phrase, dep), start in zip(parts, starts, strict=True) if dep == "root"]
    words = [
        replace(each, head=top, dep=dep) if at == phrase.head else replace(each, head=each.head + start)
        for (phrase, dep), start in zip(parts, starts, strict=True)
        for at, each in enumerate(phrase.words)
    ]
    return Phrase(tuple(words), top)


def as_sentence(phrase: Phrase, *, has_stop: bool) -> TreebankSentence:
    """Return a phrase as a sentence that starts with a capital, with or without a full stop."""
    if has_stop:
        phrase = joined([(phrase, "root"), (word(".", "PUNCT"), "punct")])
    first = phrase.words[0]
    words = (replace(first, text=first.text[:1].upper() + first.text[1:]), *phrase.words[1:])
    spaces = tuple(after.text not in _CLOSED for after in words[1:])
    return TreebankSentence(words, (*spaces, True), starts_paragraph=True)
