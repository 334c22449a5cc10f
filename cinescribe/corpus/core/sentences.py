"""A sentence that describes a film, before it is a clip: from its description's sound or its screenplay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.record import Record
from cinescribe.timing import Seconds, Span

Origin: TypeAlias = Literal["description", "script"]
Flag: TypeAlias = Literal["on-screen text", "sound only"]

NOT_CHOSEN = "the description tells this film"  # why a script's sentence that nothing else is wrong with is left out


@dataclass(frozen=True)
class FilmSentence(Record):
    """One sentence with its time.

    Args:
        id: unique in the film and the same whenever it is made from the same files; corrections name it.
        origin: the described sound track, or the screenplay.
        span: when, on the film's own clock: when the narrator says it, or when what the script tells happens.
        text: as told, with names.
        score: how sure the time is, 0 to 1: of a script, the share of matched words in the speeches near by; of a
            description, the confidence of its stretch of narration; None where a person set it.
        flags: what it is about besides the picture.
        left_out: why it becomes no clip, in words; None where it does.
    """

    id: str
    origin: Origin
    span: Span
    text: str
    score: float | None = None
    flags: tuple[Flag, ...] = ()
    left_out: str | None = None


def outside_film(sentence: FilmSentence, duration: Seconds) -> str | None:
    """Why a sentence becomes no clip of a film that lasts so long, in words; None where it is inside."""
    if sentence.span.start < duration and sentence.span.end > 0:
        return None
    return f"outside the film, which lasts {duration:.2f} s"
