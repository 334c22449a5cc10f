"""Where the film waits for extended cues: holds that lie less than a second apart become one.

The single hold is at the picture of its last cue, so that no cue is heard before what it describes; the cues before it
are heard up to `LATEST` later than their own pictures. Holds stay apart where a shot begins, someone speaks, or
another cue is heard between them: a cue is heard over its own picture, and the order of what is heard never changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.export.tracks.cue_time_limits import LATEST
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, Span

APART: Seconds = 1.0  # holds that are closer than this become one: running for so short a time, the film stutters


@dataclass(frozen=True)
class Hold:
    """A moment at which the film waits.

    Args:
        at: second of the film; the picture shown then stays.
        cues: what is heard, in order. The first one may begin before the hold; each fills its own `pause` of the hold.
    """

    at: Seconds
    cues: tuple[Cue, ...]

    @property
    def seconds(self) -> Seconds:
        """How long the film waits."""
        return sum(cue.pause for cue in self.cues)


def film_holds(script: Script) -> tuple[Hold, ...]:
    """Return the film's holds in order, each with its cues moved to it."""
    waiting = [cue for cue in script.cues if cue.status == "extended" and cue.pause]
    heard = [cue.span for cue in script.cues if cue.status == "spoken"] + [part.span for part in script.speech]
    cuts = [shot.span.start for shot in script.shots]
    groups: list[list[Cue]] = []
    for cue in sorted(waiting, key=lambda one: (one.span.end, one.span.start)):
        if groups and _joins(groups[-1], cue, heard, cuts):
            groups[-1].append(cue)
        else:
            groups.append([cue])
    return tuple(_hold(group) for group in groups)


def with_joined_holds(script: Script) -> Script:
    """Return the script with its extended cues moved to the holds in which they are heard.

    Every export that shows when the film waits should use the result; applying it twice changes nothing.
    """
    moved = {cue.id: cue for hold in film_holds(script) for cue in hold.cues}
    return script.replace(cues=tuple(moved.get(cue.id, cue) for cue in script.cues))


def holds_line(script: Script) -> str | None:
    """Return what the holds add to the film in words, e.g. `12 holds, 41.3 s longer`; None if it never waits."""
    found = film_holds(script)
    if not found:
        return None
    number = "1 hold" if len(found) == 1 else f"{len(found)} holds"
    return f"{number}, {sum(hold.seconds for hold in found):.1f} s longer"


def _joins(group: Sequence[Cue], cue: Cue, heard: Sequence[Span], cuts: Sequence[Seconds]) -> bool:
    """Whether a cue may be heard in the hold of the cues before it."""
    first, last = group[0].span.end, group[-1].span.end
    if cue.span.end - last >= APART or cue.span.end - first > LATEST:
        return False
    if cue.span.start < cue.span.end:  # it begins while the film runs, so no speech can directly precede it
        return False
    if any(first < cut <= cue.span.end for cut in cuts):
        return False
    return not any(span.start < cue.span.end and span.end > first for span in heard)


def _hold(group: Sequence[Cue]) -> Hold:
    at = group[-1].span.end
    return Hold(at, tuple(_moved(cue, at) for cue in group))


def _moved(cue: Cue, at: Seconds) -> Cue:
    return cue if cue.span.end == at else cue.replace(span=Span(at - cue.span.duration, at))
