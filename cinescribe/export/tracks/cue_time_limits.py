"""Time limits of cues: the next dialogue, the next cue, or the end of the film."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from cinescribe.schema import Script
from cinescribe.timing import Seconds


def free_until(script: Script) -> tuple[Seconds, ...]:
    """Return, for each cue, the time in the film at which the next dialogue or audible cue begins.

    For the last one it is the film's end; for a dropped cue, its own start.
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
