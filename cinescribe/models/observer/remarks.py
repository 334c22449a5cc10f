"""Remarks: measured facts worth a sentence, each with rank, wordings and evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from cinescribe.schema import Evidence
from cinescribe.timing import Seconds


class Rank(IntEnum):
    """The priority of remarks about one moment, lowest first."""

    NEW_PERSON = 0
    COMES_OR_GOES = 1
    BACK = 2
    TOGETHER = 3
    MOVES = 4


class FactWording(NamedTuple):
    """A sentence, and the moment by which it must have been spoken, because the picture contradicts it afterwards."""

    text: str
    until: Seconds


@dataclass(frozen=True)
class ObservedFact:
    """One fact worth a sentence.

    Args:
        time: when it is first seen; the sentence is never spoken earlier.
        rank: its priority.
        wordings: the sentence, longest first.
        evidence: the measurements behind it.
        people: ids of the people it names.
    """

    time: Seconds
    rank: Rank
    wordings: tuple[FactWording, ...]
    evidence: tuple[Evidence, ...]
    people: tuple[str, ...] = ()


@dataclass(frozen=True)
class Note:
    """A measured fact that is never spoken, because a listener hears it or because it is about the camera.

    Args:
        time: when it begins.
        text: the fact, as a sentence.
        what: the measurement.
    """

    time: Seconds
    text: str
    what: str

    def __str__(self) -> str:
        return f"{self.time:.1f} s: {self.text} ({self.what})"
