"""Rows of an exported description: what a person may change in a file, by cue id."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record
from cinescribe.schema import CueStatus
from cinescribe.timing import Seconds

AUDIBLE: frozenset[CueStatus] = frozenset({"spoken", "extended"})
EVERY: frozenset[CueStatus] = frozenset({"spoken", "dropped", "extended"})


@dataclass(frozen=True)
class CueRow(Record):
    """One cue as a file has it. None: the form does not carry the value, or a new cue does not state it.

    Args:
        id: the cue's id; None for a new cue.
        start: second at which it begins, in whole milliseconds.
        end: second at which it ends, where the form has it; of an extended cue, the moment at which the film waits
            (in SubRip, the moment until which it is shown).
        text: what it says, lines without blank ones.
        people: ids of the people it is about; () if the file names none.
        status: spoken, dropped or extended.
        rate: speed of the voice, 1 is normal.
        comment: what describers note for each other; "" if the file has none for the cue.
        line: number of its first line in the file, from 1.
    """

    id: str | None
    start: Seconds
    end: Seconds | None
    text: str
    people: tuple[str, ...] | None = None
    status: CueStatus | None = None
    rate: float | None = None
    comment: str | None = None
    line: int = 0


@dataclass(frozen=True)
class RowFile:
    """The rows of a file, in its order.

    Args:
        rows: one for each cue of the file.
        carries: the statuses that this form lists; that a cue of another status is missing means nothing.
    """

    rows: tuple[CueRow, ...]
    carries: frozenset[CueStatus]
