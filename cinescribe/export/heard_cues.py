"""When cues are heard on the clock of the described film, which runs on while the film waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cinescribe.export.holds import Hold
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds


def in_order(script: Script) -> Script:
    """Return a script with its cues as they are heard.

    Of two that begin at one moment, the one that the film waits for is first.
    """
    return script.replace(cues=tuple(sorted(script.cues, key=lambda cue: (cue.span.start, cue.status != "extended"))))


def heard_cues(script: Script, waits: Sequence[Hold]) -> Iterator[tuple[Cue, Seconds]]:
    """Yield each audible cue with its start on the described film's clock.

    Args:
        script: with its extended cues moved to their holds, see `with_joined_holds`, and in order.
        waits: its holds.
    """
    for cue in script.spoken():
        if not cue.pause:
            yield cue, cue.span.start + sum(hold.seconds for hold in waits if hold.at <= cue.span.start)
    for n, hold in enumerate(waits):
        before = sum(earlier.seconds for earlier in waits[:n])
        for cue in hold.cues:
            yield cue, cue.span.start + before
            before += cue.pause


def film_time(time: Seconds, waits: Sequence[Hold]) -> Seconds:
    """Return the second of the film that is shown at a time of the described film; while it waits, that of the hold."""
    for hold in waits:
        if time <= hold.at:
            return time
        time = max(hold.at, time - hold.seconds)
    return time
