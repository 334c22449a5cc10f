"""A parser with a cache, for metrics that read the same captions."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.language.tokens.parsed_sentence import Parser, Sentence


class CachingParser:
    """Wraps a `Parser` and keeps every parse, so that no text is parsed twice."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._parses: dict[str, list[Sentence]] = {}

    @property
    def name(self) -> str:
        """The wrapped parser's name."""
        return self._parser.name

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """Return the sentences of each text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._parses]
        self._parses |= zip(new, self._parser.parse(new), strict=True)
        return [self._parses[text] for text in texts]
