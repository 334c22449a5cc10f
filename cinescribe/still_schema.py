"""The records of pictures with captions: `Still`, and the `Region`s in it."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record
from cinescribe.schema import Box


@dataclass(frozen=True)
class Region(Record):
    """A part of a picture that shows one thing.

    Args:
        box: where.
        label: the name of its class, as a noun: `woman`, `umbrella`; empty where it is not known.
    """

    box: Box
    label: str = ""


@dataclass(frozen=True)
class Still(Record):
    """A picture with the captions that people gave it.

    Args:
        id, path: unique in its corpus; where the picture is, relative to its corpus.
        captions, regions: reference captions, and what is where in it, where known.
        sequence: the film or robot's run it is one of, where it is one of many.
        is_metaphor: whether the picture shows a metaphor, which its captions say; None where that is not known.
    """

    id: str
    path: str
    captions: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    sequence: str | None = None
    is_metaphor: bool | None = None
