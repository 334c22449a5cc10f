"""The open work in a description before export: it is reported and blocks nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cinescribe.export.tracks.cue_time_limits import TOLERANCE
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds

_PATIENCE: Seconds = 2.0  # for the voice to measure cues: the time a page may take; measured cues are remembered


@dataclass(frozen=True)
class OpenWork:
    """What is open.

    Args:
        heard: cues that are heard.
        unseen: of them, those that no person has accepted or changed.
        dropped: cues that are not heard.
        unfit: cues that do not fit their room, of those that were checked.
        unchecked: cues whose length is not measured yet.
    """

    heard: int
    unseen: int
    dropped: int
    unfit: tuple[Cue, ...]
    unchecked: int = 0

    @property
    def is_done(self) -> bool:
        """Whether nothing is open."""
        return not (self.unseen or self.unfit or self.unchecked)


def open_work(
    script: Script,
    *,
    takes: Callable[[Cue], Seconds],
    rooms: Mapping[str, Seconds],
    patience: Seconds = _PATIENCE,
    clock: Callable[[], Seconds] = time.monotonic,
) -> OpenWork:
    """Return what is open in a description.

    Args:
        script: the description.
        takes: how long a cue is heard.
        rooms: how long each may be heard, by id.
        patience: seconds after which no further cue is checked.
        clock: returns the time.
    """
    heard = script.spoken()
    until, unfit, unchecked = clock() + patience, list[Cue](), 0
    for cue in heard:
        if cue.status != "spoken":
            continue
        if clock() > until:
            unchecked += 1
        elif takes(cue) > rooms.get(cue.id, 0.0) + TOLERANCE:
            unfit.append(cue)
    unseen = sum(not cue.is_seen for cue in heard)
    return OpenWork(len(heard), unseen, len(script.cues) - len(heard), tuple(unfit), unchecked)
