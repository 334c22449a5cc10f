"""A sentence of a film's audio description or screenplay, before it becomes a clip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.record import Record
from cinescribe.timing import Seconds, Span

Origin: TypeAlias = Literal["description", "script"]
Flag: TypeAlias = Literal["on-screen text", "sound only"]

# The `left_out` of a script's sentence without other faults, in a film with a description. Stored in corpora: keep.
NOT_CHOSEN = "the description tells this film"


@dataclass(frozen=True)
class FilmSentence(Record):
    """One sentence with its time.

    Args:
        id: unique in the film, and the same whenever the same files are read; corrections use it.
        origin: the described sound track, or the screenplay.
        span: on the film's own clock, when the narrator says it, or when the screenplay's action happens.
        text: as written or spoken, with names.
        score: confidence of the time, 0 to 1: for a screenplay, the share of matched words in the nearby speeches; for
            a description, the confidence of its narration segment; None where a person set the time.
        flags: what it is about besides the picture.
        left_out: why it becomes no clip; None where it becomes one.
    """

    id: str
    origin: Origin
    span: Span
    text: str
    score: float | None = None
    flags: tuple[Flag, ...] = ()
    left_out: str | None = None


def outside_film(sentence: FilmSentence, duration: Seconds) -> str | None:
    """Return why a sentence is outside a film of this duration; None where it is inside."""
    if sentence.span.start < duration and sentence.span.end > 0:
        return None
    return f"outside the film, which lasts {duration:.2f} s"
