"""A remark: one thing measured that is worth a sentence, with its rank, its wordings and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from cinescribe.models.observer.wording import Wordings
from cinescribe.schema import Evidence
from cinescribe.timing import Seconds


class Rank(IntEnum):
    """What is told where there is not room for all: the lower, the sooner; people before everything else."""

    NEW_PERSON = 0
    COMES_OR_GOES = 1
    PERSON = 2  # seen again after long
    MOVES = 3
    IN_VIEW = 4  # known, seen a moment ago, and cut to
    BLACK = 5
    CAMERA = 6
    VIEW = 7
    LIGHT = 8
    STILL = 9
    SOUND = 10


@dataclass(frozen=True)
class Remark:
    """One thing worth saying.

    Args:
        time: when it is seen or heard, which decides the clip that tells it.
        rank: how much it matters.
        wordings: the sentence, longest first.
        evidence: what it rests on.
        people: ids of the people it names.
    """

    time: Seconds
    rank: Rank
    wordings: Wordings
    evidence: tuple[Evidence, ...]
    people: tuple[str, ...] = ()
