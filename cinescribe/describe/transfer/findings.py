"""What a person must look at after a description was carried to another cut of its film."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cinescribe.describe.transfer.moved_times import MOSTLY, MovedTimes, kept_share
from cinescribe.export.cue_room import cue_room
from cinescribe.export.tracks.cue_time_limits import TOLERANCE
from cinescribe.export.transferred import FindingKind, TransferFinding
from cinescribe.media.versions.alignment import VersionAlignment
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Seconds, clock

_OVER: Seconds = 0.1  # of speech under a cue, that count
_FEW = 0.5  # share of the shorter film: a cut that keeps less, or an episode that has only the same titles
_SHRUNK: Seconds = 0.05  # by which its room must be shorter than before


def cut_remarks(alignment: VersionAlignment, old: Film, new: Film) -> tuple[str, ...]:
    """Return what is to be looked at in two cuts as a whole: a wrong film, and what could not be compared.

    Args:
        alignment: what they share.
        old: the film that the description is of, with its digest.
        new: the new cut, with its digest.
    """
    found, shared = [], sum(part.new.duration for part in alignment.parts)
    if old.digest == new.digest:
        found.append(f"{Path(new.path).name} is the very file that the description is of")
    if shared < _FEW * min(old.duration, new.duration):
        lengths = f"{clock(shared)} of {clock(old.duration)} and {clock(new.duration)}"
        found.append(
            f"the films share only {lengths}: check that {Path(new.path).name} is another cut of the same film"
        )
    if alignment.same_sound is False:
        found.append("the new cut has other sound: it was aligned by its pictures only")
    if alignment.same_sound is None:
        found.append("a film has no sound, or only silence: they were aligned by their pictures only")
    return tuple(found)


def findings(before: Script, after: Script, times: MovedTimes) -> tuple[TransferFinding, ...]:
    """Return what is to be looked at, in the order of the old film.

    Args:
        before: the description of the old film, as it was.
        after: the same on the clock of the new cut.
        times: where moments of the old film are in the new cut.
    """
    now = {cue.id: cue for cue in after.cues}
    out = []
    for cue in before.cues:
        if cue.status != "dropped" and cue.id in now:
            for kind, text in _of_cue(cue, now[cue.id], before, after, times):
                new = None if kind == "gone" else now[cue.id].span.start
                out.append(TransferFinding(cue.id, kind, text, cue.span.start, new, cue.text))
    return tuple(out)


def _of_cue(was: Cue, cue: Cue, before: Script, after: Script, times: MovedTimes) -> Iterator[tuple[FindingKind, str]]:
    share = kept_share(was, times)
    if share < MOSTLY:
        parted = "most of it" if share else "its scene"
        yield "gone", f"{parted} is not in this cut: it is dropped; say it elsewhere if it still matters"
        return
    if share < 1:
        yield "split", "a cut goes through it: check what is seen now, and shorten it"
    if was.evidence and not cue.evidence:
        yield "not seen", "what it describes is not in this cut: reword or drop it"
    if cue.status != "spoken":
        return
    if _speech_under(cue, after) > _speech_under(was, before) + _OVER:
        yield "over speech", "it now lies over speech: move or shorten it"
    takes, room, had = cue.span.duration, cue_room(after, cue), cue_room(before, was)
    if takes > room + TOLERANCE and room < had - _SHRUNK:
        fitting = f"takes {takes:.1f} s, and there are {room:.1f} s now, after {had:.1f} s"
        if cue.recording:
            yield "recording", f"its recording {fitting}: record it shorter, or move it"
        else:
            yield "no room", f"it {fitting}: shorten or move it"


def _speech_under(cue: Cue, script: Script) -> Seconds:
    return sum(part.span.overlap(cue.span) for part in script.speech)
