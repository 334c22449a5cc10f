"""What a transfer to another cut of a film found, as the folder of the new description keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.media import versions  # a type of it: only the folder of a transfer needs it
from cinescribe.record import Record
from cinescribe.store import read_record
from cinescribe.timing import Seconds, Span, clock

TRANSFER = "transfer.json"  # in the folder of a description that came from another cut
FindingKind: TypeAlias = Literal["gone", "split", "not seen", "over speech", "no room", "recording"]


@dataclass(frozen=True)
class TransferFinding(Record):
    """What is to be looked at in a cue.

    Args:
        cue: its id.
        kind: `gone`: its scene is not in the new cut; `split`: a cut goes through it; `not seen`: what it rests on is
            not in the new cut; `over speech`: it talks over speech that was not under it; `no room`: the next dialogue
            or cue comes before it ends; `recording`: the same, of a recording.
        text: what is the matter and what to do.
        old: second at which it began.
        new: second at which it begins; None if its scene is gone.
        words: what the cue says.
    """

    cue: str
    kind: FindingKind
    text: str
    old: Seconds
    new: Seconds | None
    words: str

    def line(self) -> str:
        """Return the finding for people."""
        at = "gone        " if self.new is None else clock(self.new)
        return f"{at}  {self.cue}: {self.text}  ({self.words!r}, was at {clock(self.old)})"


@dataclass(frozen=True)
class Transferred(Record):
    """The outcome of a transfer.

    Args:
        old, film: paths of the old and the new cut.
        cues: audible cues of the old description.
        carried: those of them that are audible in the new one.
        parts: what both cuts have, in the order of the new one.
        removed: what only the old cut has, on its clock.
        inserted: what only the new cut has.
        same_sound: whether the parts have the same sound; None where a cut has none.
        findings: what is to be looked at.
        remarks: the same, of the whole description and its film.
    """

    old: str
    film: str
    cues: int
    carried: int
    parts: tuple[versions.SharedPart, ...]
    removed: tuple[Span, ...]
    inserted: tuple[Span, ...]
    same_sound: bool | None
    findings: tuple[TransferFinding, ...]
    remarks: tuple[str, ...] = ()


def read_transfer(folder: Path) -> Transferred | None:
    """Return what a transfer found when it wrote a folder; None for one that no transfer wrote.

    Raises:
        RecordError: when the file is damaged.
    """
    path = folder / TRANSFER
    return read_record(path, Transferred) if path.is_file() else None
