"""A parser that parses no text twice, for metrics that read the same captions."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.language.tokens.words import Parser, Sentence


class ParsedOnce:
    """Another `Parser`, which remembers every parse as long as it lives."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._known: dict[str, list[Sentence]] = {}

    @property
    def name(self) -> str:
        """The other parser's."""
        return self._parser.name

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """The sentences of each text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= zip(new, self._parser.parse(new), strict=True)
        return [self._known[text] for text in texts]
