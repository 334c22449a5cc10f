"""Remarks: measured facts worth a sentence, each with rank, wordings and evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from cinescribe.models.observer.wording import Wordings
from cinescribe.schema import Evidence
from cinescribe.timing import Seconds


class Rank(IntEnum):
    """The priority of remarks where not all fit, lowest first; people come before everything else."""

    NEW_PERSON = 0
    COMES_OR_GOES = 1
    PERSON = 2  # seen again after a while
    MOVES = 3
    IN_VIEW = 4  # known, seen a moment ago
    BLACK = 5
    CAMERA = 6
    VIEW = 7
    LIGHT = 8
    STILL = 9
    SOUND = 10


@dataclass(frozen=True)
class Remark:
    """One fact worth a sentence.

    Args:
        time: when it is seen or heard; decides the clip of its sentence.
        rank: its priority.
        wordings: the sentence, longest first.
        evidence: the measurements behind it.
        people: ids of the people it names.
    """

    time: Seconds
    rank: Rank
    wordings: Wordings
    evidence: tuple[Evidence, ...]
    people: tuple[str, ...] = ()
