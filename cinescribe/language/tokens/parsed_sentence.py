"""Parsed sentences, and the protocol of parsers that return them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Word:
    """One token of a parsed sentence, in Universal Dependencies 2.

    Attributes:
        text: as written.
        lemma: base form, lower-case (`men` gives `man`).
        pos: universal part of speech, as `NOUN`.
        features: morphological features, as `Number=Plur|VerbForm=Fin`; empty where there are none.
        head: index of the head in the sentence; the root is its own head.
        dep: relation to the head, as `nsubj:pass`.
    """

    text: str
    lemma: str
    pos: str
    features: str
    head: int
    dep: str


Sentence = tuple[Word, ...]


class Parser(Protocol):
    """Anything that parses English texts."""

    @property
    def name(self) -> str:
        """The parser's name in a score's signature, such as `cinescribe-ewt-1`."""
        ...

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """Return the sentences of each text, in order; an empty text has none."""
        ...
