"""Levels of detail: which cues are heard at each, in which wording, and when.

`short` has the shortest wording of each cue; `standard` is the description as all other exports have it; at `full` also
those cues are heard that found no pause and for which the film can wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.export.holds import with_joined_holds
from cinescribe.export.tracks.cue_time_limits import rooms
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, Span


@dataclass(frozen=True)
class CueLevels:
    """A cue at each level of detail.

    Args:
        cue: the cue.
        start: when the voice begins.
        until: when it must be done; if it is not, the film waits there.
        waits: whether the film has to wait for it, however fast the voice is.
        short, standard, full: the text at the level; None if the cue is not heard at it.
    """

    cue: Cue
    start: Seconds
    until: Seconds
    waits: bool = False
    short: str | None = None
    standard: str | None = None
    full: str | None = None

    @property
    def wordings(self) -> tuple[str, ...]:
        """The texts of all levels, each once, longest first."""
        return tuple(dict.fromkeys(text for text in (self.full, self.standard, self.short) if text is not None))


def cue_levels(script: Script) -> tuple[CueLevels, ...]:
    """Return each cue that is heard at some level, in the order in which they are heard."""
    script = with_joined_holds(script)
    found = []
    for cue, room in zip(script.cues, rooms(script), strict=True):
        if cue.status != "dropped":
            found.append(_heard(cue, room))
        elif cue.could_wait:
            at = _quiet(cue.span.start, [part.span for part in script.speech])
            found.append(CueLevels(cue, at, at, waits=True, full=cue.text))
    return tuple(sorted(found, key=lambda one: (one.start, not one.waits)))


def _heard(cue: Cue, room: Seconds) -> CueLevels:
    until = cue.span.end if cue.status == "extended" else cue.span.start + room
    return CueLevels(
        cue,
        cue.span.start,
        max(until, cue.span.start),
        waits=cue.status == "extended",
        short=_shortest(cue),
        standard=cue.text,
        full=cue.text,
    )


def _shortest(cue: Cue) -> str:
    """The shortest wording; a recording has no other than its own."""
    return cue.text if cue.recording else min((cue.text, *cue.shorter), key=len)


def _quiet(time: Seconds, speech: Sequence[Span]) -> Seconds:
    """The first moment from `time` on at which the film does not wait in the middle of a line."""
    moments = sorted({time, *(span.end for span in speech if span.end > time)})
    return next(moment for moment in moments if not any(span.start < moment < span.end for span in speech))
