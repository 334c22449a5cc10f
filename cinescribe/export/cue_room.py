"""The part of a script that decides how long one cue may be heard: the same as for the whole, in less time."""

from __future__ import annotations

from cinescribe.export.holds import APART, with_joined_holds
from cinescribe.export.tracks.cue_time_limits import LATEST, rooms
from cinescribe.schema import Cue, Script
from cinescribe.timing import LONGEST_TIME, Seconds, Span


def cue_room(script: Script, cue: Cue) -> Seconds:
    """Return the seconds for which the voice may speak a cue of a script; 0 for a dropped one.

    It equals the cue's entry in `rooms(with_joined_holds(script))`.
    """
    part = part_around(script, cue.span)
    found = zip(part.cues, rooms(with_joined_holds(part)), strict=True)
    return next((room for one, room in found if one.id == cue.id), 0.0)


def part_around(script: Script, span: Span) -> Script:
    """Return a script with the cues, shots, gaps and speech that decide when cues of a span are heard, and how long.

    Dropped cues are left out. The film keeps its length, so that the last cue has its room.
    """
    heard = [cue for cue in script.cues if cue.status != "dropped"]
    start, end = _reach(heard, span)
    return script.replace(
        cues=tuple(cue for cue in heard if cue.span.start <= end and cue.span.end >= start),
        shots=tuple(shot for shot in script.shots if shot.span.start <= end and shot.span.end >= start),
        gaps=tuple(gap for gap in script.gaps if gap.span.start <= end and gap.span.end >= start),
        speech=tuple(part for part in script.speech if part.span.start <= end and part.span.end >= start),
    )


def _reach(heard: list[Cue], span: Span) -> tuple[Seconds, Seconds]:
    """The first and the last second that matter: with the next cue, and with all holds that could become one."""
    start, end = span.start, span.end + LATEST  # a cue is heard up to so much later, where the film waits for several
    following = min((cue.span.start for cue in heard if cue.span.start > end), default=LONGEST_TIME)
    end = following + LATEST
    holds = sorted(cue.span.end for cue in heard if cue.status == "extended" and cue.pause)
    for at in reversed(holds):
        if start - APART < at < start:
            start = at
    for at in holds:
        if end < at < end + APART:
            end = at
    return start, end
