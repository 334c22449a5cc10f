"""Times and records of a film on the clock of another cut of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from cinescribe.export.narration import NarratedMoment
from cinescribe.media.versions.alignment import SharedPart
from cinescribe.schema import Cue, CueStatus, Evidence, Face, ScreenText, Speech
from cinescribe.timing import Seconds, Span, clock

MOSTLY = 0.5  # share of a cue's time that must be in the new cut, for the cue to be carried
_ROUNDED: Seconds = 0.02  # half a picture: a cue that loses less is whole
GONE: CueStatus = "dropped"  # of a cue whose scene is not in the new cut


class MovedTimes:
    """Where the moments of a film are in another cut of it.

    Args:
        parts: what both have, in the order of the new cut.
        duration: of the new cut.
    """

    def __init__(self, parts: Iterable[SharedPart], *, duration: Seconds) -> None:
        self._parts = sorted(parts, key=lambda part: part.old)
        self._starts = [part.old.start for part in self._parts]
        self._duration = duration

    def time(self, old: Seconds) -> Seconds | None:
        """The time of a moment; None if the new cut lacks it."""
        part = self._at(old)
        return part.new_time(old) if part is not None and old <= part.old.end else None

    def seam(self, old: Seconds) -> Seconds:
        """The time of a moment, or of the end of what came last before it."""
        part = self._at(old)
        if part is None:
            return 0.0
        return min(part.new_time(min(old, part.old.end)), self._duration)

    def spans(self, old: Span) -> list[tuple[Span, Span]]:
        """The parts of a span that the new cut has, by the film's clock, each with where it is in the new cut."""
        out = []
        for part in self._parts:
            inside = old.within(part.old)
            if inside is not None:
                start = part.new_time(inside.start)
                out.append((inside, Span(start, max(part.new_time(inside.end), start))))
        return out

    def longest(self, old: Span) -> tuple[Span, Span] | None:
        """The longest of these parts."""
        return max(self.spans(old), key=lambda pair: pair[0].duration, default=None)

    def _at(self, old: Seconds) -> SharedPart | None:
        """The last part that begins at or before a moment."""
        n = bisect_right(self._starts, old)
        return self._parts[n - 1] if n else None


def kept_share(cue: Cue, times: MovedTimes) -> float:
    """Return the share of a cue's time that is in one part of the new cut, 0 to 1."""
    if cue.span.duration == 0:
        return float(times.time(cue.span.start) is not None)
    longest = times.longest(cue.span)
    if longest is None:
        return 0.0
    return 1.0 if longest[0].duration >= cue.span.duration - _ROUNDED else longest[0].duration / cue.span.duration


def moved_cue(cue: Cue, times: MovedTimes) -> Cue:
    """Return a cue on the clock of the new cut; one whose scene is gone is dropped there, and says where it was.

    It lasts as long as before, since the voice does, whatever the speed of the new cut.
    """
    evidence = tuple(one for item in cue.evidence if (one := _moved_evidence(item, times)) is not None)
    if kept_share(cue, times) < MOSTLY:
        at = times.seam(cue.span.start)
        reason = f"its scene is not in this cut; it was at {clock(cue.span.start)}"
        return cue.replace(
            span=Span(at, at), evidence=evidence, status=GONE, pause=0.0, reason=reason, could_wait=False
        )
    start = times.time(cue.span.start)
    if start is None:  # the cut is in its first half
        longest = times.longest(cue.span)
        assert longest is not None
        start = longest[1].start
    start = round(start, 3)
    return cue.replace(span=Span(start, round(start + cue.span.duration, 3)), evidence=evidence)


def moved_speech(speech: Iterable[Speech], times: MovedTimes) -> tuple[Speech, ...]:
    """Return what is said in the new cut too."""
    found = (one.replace(span=span) for one in speech for _, span in times.spans(one.span))
    return tuple(sorted(found, key=lambda one: one.span))


def moved_texts(texts: Iterable[ScreenText], times: MovedTimes) -> tuple[ScreenText, ...]:
    """Return the texts that can be read in the new cut too."""
    found = (one.replace(span=span) for one in texts for _, span in times.spans(one.span))
    return tuple(sorted(found, key=lambda one: one.span))


def moved_faces(faces: Iterable[Face], times: MovedTimes) -> list[Face]:
    """Return the faces that are seen in the new cut too, by time."""
    found = (face.replace(time=at) for face in faces if (at := times.time(face.time)) is not None)
    return sorted(found, key=lambda face: face.time)


def moved_moments(moments: Iterable[NarratedMoment], times: MovedTimes) -> list[NarratedMoment]:
    """Return the pauses that are in the new cut too, with the origin of their sentences."""
    out = []
    for moment in moments:
        longest = times.longest(moment.span)
        if longest is not None:
            shown = (times.time(at) for at in moment.times)
            out.append(
                moment.replace(
                    span=longest[1],
                    since=times.seam(moment.since),
                    times=tuple(at for at in shown if at is not None),
                )
            )
    return sorted(out, key=lambda moment: moment.span)


def _moved_evidence(item: Evidence, times: MovedTimes) -> Evidence | None:
    at = times.time(item.time)
    return None if at is None else item.replace(time=at)
