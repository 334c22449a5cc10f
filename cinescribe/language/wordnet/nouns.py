"""The nouns of texts, in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word

_NOUNS = {"NOUN", "PROPN"}


def text_nouns(texts: Sequence[str], parser: Parser) -> list[list[str]]:
    """Return the nouns of each text, as in `nouns`."""
    return [nouns(sentences) for sentences in parser.parse(texts)]


def nouns(sentences: Iterable[Sentence]) -> list[str]:
    """Return the lemmas of all nouns and proper nouns, in order, with repetitions.

    A compound (`tennis racket`) gives each of its nouns, as in the output of a tagger and in tables of word vectors.
    """
    return [word.lemma or word.text.lower() for sentence in sentences for word in sentence if is_noun(word)]


def is_noun(word: Word) -> bool:
    """Whether a word is a noun or a proper noun."""
    return word.pos in _NOUNS
