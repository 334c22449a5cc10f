"""Third-party parsers: any spaCy or stanza pipeline for English as a `Parser`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span

from cinescribe.errors import ModelError
from cinescribe.language.parser.clearnlp_to_ud import to_universal
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word
from cinescribe.language.wordnet.wordnet import wordnet

_BATCH = 256  # texts
_UNIVERSAL = frozenset({"obj", "case"})
_CLEARNLP = frozenset({"dobj", "prep"})


def spacy_parser(pipeline: Language | str) -> Parser:
    """Return a spaCy pipeline as a parser; ClearNLP's labels (`en_core_web_sm`) become Universal Dependencies.

    Args:
        pipeline: the pipeline, or the name or folder of an installed one.

    Raises:
        ModelError: when no such pipeline is installed, or it has no parser, or a parser with other labels.
    """
    nlp = _installed(pipeline) if isinstance(pipeline, str) else pipeline
    name = f"{nlp.meta['lang']}_{nlp.meta['name']}-{nlp.meta['version']}"
    if not nlp.has_pipe("parser"):
        raise ModelError(f"the pipeline {name!r} has {nlp.pipe_names}, but no 'parser'; name one that parses")
    pipe: Any = nlp.get_pipe("parser")
    labels = set(pipe.labels)
    if labels >= _UNIVERSAL:
        return SpacyParser(name, nlp, _unchanged)
    if labels >= _CLEARNLP:
        return SpacyParser(name, nlp, to_universal)
    raise ModelError(
        f"the parser of {name!r} has neither the labels of Universal Dependencies ({', '.join(sorted(_UNIVERSAL))}) "
        f"nor ClearNLP's ({', '.join(sorted(_CLEARNLP))}); name a pipeline for English with one of them"
    )


def stanza_parser(pipeline: Callable[[str], Any], *, name: str = "stanza-en") -> Parser:
    """Return a stanza pipeline as a parser.

    Args:
        pipeline: `stanza.Pipeline("en", processors="tokenize,mwt,pos,lemma,depparse")`.
        name: the parser's name in a score's signature; add the package if it is not stanza's default.
    """
    return StanzaParser(name, pipeline)


class SpacyParser:
    """A spaCy pipeline as a `Parser`."""

    def __init__(self, name: str, nlp: Language, convert: Callable[[Sentence], Sentence]) -> None:
        self.name = name
        self._nlp = nlp
        self._convert = convert

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """Return the sentences of each text, in order; an empty text has none."""
        docs = self._nlp.pipe([" ".join(text.split()) for text in texts], batch_size=_BATCH)
        return [[self._convert(sentence) for sentence in _sentences(doc)] for doc in docs]


class StanzaParser:
    """A stanza pipeline as a `Parser`."""

    def __init__(self, name: str, pipeline: Callable[[str], Any]) -> None:
        self.name = name
        self._pipeline = pipeline

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """Return the sentences of each text, in order; an empty text has none."""
        return [[_from_stanza(sentence.words) for sentence in self._sentences(text)] for text in texts]

    def _sentences(self, text: str) -> Sequence[Any]:
        return self._pipeline(text).sentences if text.strip() else ()


def _installed(name: str) -> Language:
    try:
        return spacy.load(name)
    except OSError as error:
        raise ModelError(
            f"no spaCy pipeline {name!r} is installed here; pip install it, or name the folder of one"
        ) from error
    except ValueError as error:
        raise ModelError(
            f"{name!r} is no spaCy pipeline ({error}); name one, or load a parser of Cinescribe with `load_parser`"
        ) from error


def _unchanged(sentence: Sentence) -> Sentence:
    return sentence


def _sentences(doc: Doc) -> Iterator[Sentence]:
    return (_from_spacy(span) for span in doc.sents) if len(doc) else iter(())


def _from_spacy(span: Span) -> Sentence:
    return tuple(
        Word(
            token.text,
            token.lemma_.lower() or wordnet().lemma(token.text, token.pos_, str(token.morph)),
            token.pos_,
            str(token.morph),
            token.head.i - span.start,
            "root" if token.dep_ in ("ROOT", "root") and token.head.i == token.i else token.dep_,
        )
        for token in span
    )


def _from_stanza(words: Sequence[Any]) -> Sentence:
    return tuple(
        Word(
            word.text,
            (word.lemma or wordnet().lemma(word.text, word.upos, word.feats or "")).lower(),
            word.upos,
            word.feats or "",
            word.head - 1 if word.head else at,
            word.deprel,
        )
        for at, word in enumerate(words)
    )
