"""Gaps around a cue: what is free in them, and moving a cue to the next or the previous one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cinescribe.describe.editing.changed_cue import CueValues, Duration
from cinescribe.describe.editing.cue_edits import change, cue_of
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.describe.placement.free_gaps import gaps_around
from cinescribe.errors import EditError
from cinescribe.export.tracks.cue_time_limits import BREATH, TOLERANCE
from cinescribe.media.speech.gaps import SHORTEST_GAP
from cinescribe.schema import Cue, Gap, Script
from cinescribe.timing import Seconds, Span


def to_next_gap(script: Script, cue_id: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Move a cue to the beginning of the next free part of a gap that has room for it.

    Args:
        script: as it is.
        cue_id: of the cue.
        duration: gives the seconds for which a cue is heard.

    Raises:
        EditError: when there is no such cue, or no later gap with room for it.
    """
    cue = cue_of(script, cue_id)
    takes = _takes(cue, duration)
    parts = [part for part in _free_parts(script, cue, later=True) if part.start > cue.span.start]
    found = next((part for part in parts if part.duration + TOLERANCE >= takes), None)
    if found is None:
        raise EditError(_no_room("after", cue, takes, parts))
    return change(script, cue_id, CueValues(start=round(found.start, 3)), duration=duration)


def to_previous_gap(script: Script, cue_id: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Move a cue to the last free part of a gap before it that has room, as late as it fits there.

    Args, Raises: as `to_next_gap`, for an earlier gap.
    """
    cue = cue_of(script, cue_id)
    takes = _takes(cue, duration)
    parts = [part for part in _free_parts(script, cue, later=False) if part.end <= cue.span.start]
    found = next((part for part in parts if part.duration + TOLERANCE >= takes), None)
    if found is None:
        raise EditError(_no_room("before", cue, takes, parts))
    return change(script, cue_id, CueValues(start=round(max(found.start, found.end - takes), 3)), duration=duration)


def free_part_after(script: Script, cue: Cue) -> Span:
    """Return the first free part of a gap after a cue in which a phrase can be spoken.

    Raises:
        EditError: when there is none.
    """
    free = (part for gap in script.gaps for part in _free(gap, script, besides=None))
    found = min((part for part in free if part.start >= cue.span.end and part.duration >= SHORTEST_GAP), default=None)
    if found is None:
        raise EditError(f"no gap of {SHORTEST_GAP:g} s is free after cue {cue.id}; insert the cue at a time")
    return found


def free_part_around(script: Script, cue: Cue) -> Span | None:
    """Return the free part of a gap in which a cue begins, with the cue's own time; None if it begins in no gap."""
    for gap in script.gaps:
        if gap.span.has(cue.span.start):
            return next((part for part in _free(gap, script, besides=cue) if part.has(cue.span.start)), None)
    return None


def _free_parts(script: Script, cue: Cue, *, later: bool) -> Iterator[Span]:
    """Yield the free parts of gaps on one side of a cue, the nearest first; the cue itself takes no room."""
    side = [gap for gap in sorted(script.gaps, key=lambda gap: gap.span) if _is_on_side(gap, cue, later=later)]
    for gap in side if later else reversed(side):
        parts = _free(gap, script, besides=cue)
        yield from parts if later else reversed(parts)


def _is_on_side(gap: Gap, cue: Cue, *, later: bool) -> bool:
    return gap.span.end > cue.span.start if later else gap.span.start < cue.span.start


def _free(gap: Gap, script: Script, *, besides: Cue | None) -> list[Span]:
    """The parts of a gap that are free beside the cues that are heard."""
    near = gap.span.padded(BREATH)
    taken = [
        cue.span
        for cue in script.cues
        if cue.status != "dropped" and cue is not besides and cue.span.start <= near.end and cue.span.end >= near.start
    ]
    return sorted(part.span for part in gaps_around([gap], taken))


def _takes(cue: Cue, duration: Duration) -> Seconds:
    """The time that a cue needs in a gap: none where the film waits."""
    return duration(cue) if cue.status == "spoken" else 0.0


def _no_room(side: str, cue: Cue, takes: Seconds, parts: Iterable[Span]) -> str:
    longest = max((part.duration for part in parts), default=None)
    if longest is None:
        return f"there is no free gap {side} cue {cue.id}; move it by a time, or make it extended"
    return (
        f"cue {cue.id} takes {takes:.1f} s, and the longest free gap {side} it has {longest:.1f} s; shorten it, or "
        "make it extended"
    )
