"""Texts for raters that the owner of a study writes in Markdown: consent and instructions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from cinescribe.record import Record


@dataclass(frozen=True)
class WrittenText(Record):
    """A text in Markdown.

    Args:
        text: as it was written.
        language: that it is written in, as a tag; None where that is unclear.
    """

    text: str
    language: str | None = None

    @property
    def digest(self) -> str:
        """The SHA-256 of the text, in hex."""
        return hashlib.sha256(self.text.encode()).hexdigest()
