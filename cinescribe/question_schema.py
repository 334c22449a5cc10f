"""The record of questions about clips: `Question`."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record


@dataclass(frozen=True)
class Question(Record):
    """A question about a clip with all its answers; `kind`, as `intention-why`, is finer than `aspect`, if known.

    A question of yes or no has the phrase that it asks about as `statement`, if known: `to rest`.
    """

    clip: str
    text: str
    answers: tuple[str, ...]
    kind: str
    id: str | None = None
    aspect: str | None = None
    statement: str | None = None
