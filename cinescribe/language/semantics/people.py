"""Stands `someone` in for people before parsing, and puts their ids back afterwards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cinescribe.language.semantics.rule_words import SOMEONE
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence

_PEOPLE = re.compile(r"(?<!\w)(?:P\d+|SOMEONE|PERSON\d+)(?!\w)", re.IGNORECASE)  # `person` without a number is a word
_ENDS = ".!?:\"'\u201c"


def parse_people(texts: Sequence[str], parser: Parser, *, keep_ids: bool = False) -> list[list[Sentence]]:
    """Return the sentences of each text, parsed with `someone` in the place of each person.

    Args:
        texts: texts whose people are ids (`P1`, `SOMEONE`, `PERSON2`).
        parser: parses the resulting text.
        keep_ids: put the ids back into the parsed words.
    """
    parses = parser.parse([with_someone(text) for text in texts])
    if not keep_ids:
        return parses
    return [_with_ids(parse, _PEOPLE.findall(text)) for text, parse in zip(texts, parses, strict=True)]


def with_someone(text: str) -> str:
    """Return a text with `someone` for each person, capitalised where a sentence begins."""
    return _PEOPLE.sub(lambda found: SOMEONE.title() if _begins(text, found.start()) else SOMEONE, text)


def _begins(text: str, at: int) -> bool:
    before = text[:at].rstrip()
    return not before or before[-1] in _ENDS


def _with_ids(parse: list[Sentence], ids: list[str]) -> list[Sentence]:
    """The words with the ids, in order; unchanged if the parser has joined or divided one."""
    places = [(n, at) for n, words in enumerate(parse) for at, word in enumerate(words) if word.text.lower() == SOMEONE]
    if len(places) != len(ids):
        return parse
    found = [list(words) for words in parse]
    for (n, at), name in zip(places, ids, strict=True):
        found[n][at] = replace(found[n][at], text=name, lemma=name.lower())
    return [tuple(words) for words in found]
