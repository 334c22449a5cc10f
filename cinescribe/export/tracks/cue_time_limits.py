"""How long each cue may be heard: until somebody speaks, the next cue begins, or the film ends."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from cinescribe.schema import Script
from cinescribe.timing import Seconds


def free_until(script: Script) -> tuple[Seconds, ...]:
    """For each cue of the script the second, on the film's clock, at which the next dialogue or heard cue begins.

    The film's end is what comes after the last of them; a dropped cue has no room beyond its own start.
    """
    speech = sorted(part.span.start for part in script.speech)
    heard = sorted((cue.span.start, n) for n, cue in enumerate(script.cues) if cue.status != "dropped")
    following = {n: start for (_, n), (start, _) in pairwise(heard)}
    out = []
    for n, cue in enumerate(script.cues):
        at = bisect_right(speech, cue.span.start)
        next_speech = speech[at] if at < len(speech) else script.film.duration
        out.append(cue.span.start if cue.status == "dropped" else min(next_speech, following.get(n, next_speech)))
    return tuple(out)
