"""The nouns of texts, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cinescribe.language.tokens.words import Parser, Sentence, Word

_NOUNS = {"NOUN", "PROPN"}


def text_nouns(texts: Sequence[str], parser: Parser) -> list[list[str]]:
    """The nouns of each text, as `nouns` gives them."""
    return [nouns(sentences) for sentences in parser.parse(texts)]


def nouns(sentences: Iterable[Sentence]) -> list[str]:
    """The lemmas of all nouns and proper nouns, in order, with repetitions.

    Each noun of a compound (`tennis racket`) is one of its own, as a tagger gives them and as tables of word vectors
    have them.
    """
    return [word.lemma or word.text.lower() for sentence in sentences for word in sentence if is_noun(word)]


def is_noun(word: Word) -> bool:
    """Whether a word is a noun or a proper noun."""
    return word.pos in _NOUNS
