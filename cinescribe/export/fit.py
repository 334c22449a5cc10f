"""Whether the voice has time for each cue, what to do where it has not, and how such a cue is heard."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Container, Iterable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.export.cue_room import cue_room
from cinescribe.export.holds import with_joined_holds
from cinescribe.export.recordings import recorded
from cinescribe.export.spoken_seconds import SpokenSeconds
from cinescribe.export.tracks.cue_time_limits import TOLERANCE, faster_rates, rooms
from cinescribe.media.voice.voice import Voice
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, clock

# A voice that is a fifth faster takes 0.94 to 1.04 of the time expected of it (espeak-ng, 350 sentences); this is less.
_LEAST_OF_EXPECTED = 0.9
_WORDS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class CueFit:
    """An audible cue and its room.

    Args:
        cue: the cue.
        takes: seconds of its recording, or of the voice at the cue's rate.
        room: seconds until the next dialogue or cue, with its pause.
        rate: speed at which the voice is heard: the cue's own, or faster, up to `FASTEST`, to fit; None: the cue is
            left out of the sound, since it would talk over what follows.
    """

    cue: Cue
    takes: Seconds
    room: Seconds
    rate: float | None

    @property
    def fits(self) -> bool:
        """Whether the cue fits as it is."""
        return self.takes <= self.room + TOLERANCE


@dataclass(frozen=True)
class Misfit:
    """A cue that takes longer than it has room.

    Args:
        cue: its id.
        at: second at which it begins.
        takes, room: seconds.
        words: how many words too many it has; None when shortening does not help.
        shorter: a shorter wording that fits, if the captioner offered one.
        status: of the cue.
        rate: speed at which it is heard all the same; None: it is left out of the sound.
    """

    cue: str
    at: Seconds
    takes: Seconds
    room: Seconds
    words: int | None
    shorter: str | None = None
    status: str = "spoken"
    rate: float | None = None

    def line(self) -> str:
        """Return what is wrong and what to do, with the id of the cue and its time."""
        return f"{self.cue}: {self._takes} at {clock(math.floor(self.at * 10) / 10)[:-2]}: {self.remedy}"

    @property
    def reason(self) -> str:
        """What is wrong and what to do, for a place that belongs to the cue."""
        return f"{self._takes}: {self.remedy}"

    @property
    def remedy(self) -> str:
        """What to do."""
        if self.words is None:
            shorten = "move it"
        else:
            number = _WORDS[self.words] if self.words < len(_WORDS) else f"{self.words}"
            shorten = f"shorten by {number} word{'' if self.words == 1 else 's'}"
        other = "make it extended" if self.status == "spoken" else "describe the film again with this voice"
        offered = f'; fits: "{self.shorter}"' if self.shorter else ""
        return f"{shorten}, or {other}{offered}"

    @property
    def heard(self) -> str:
        """How the cue is heard in a film or a narration."""
        return "it is left out of the sound" if self.rate is None else f"it is spoken {self.rate:g} times as fast"

    @property
    def _takes(self) -> str:
        return f"takes {self.takes:.2f} s, room for {self.room:.2f} s"


def misfits(
    script: Script,
    voice: Voice,
    folder: Path | None,
    *,
    among: Container[str] | None = None,
    progress: Progress = no_progress,
) -> tuple[Misfit, ...]:
    """Return the audible cues that take longer than they have room, in order of time.

    Args:
        script: the description.
        voice: speaks the cues; how long it takes for a text is remembered in the folder.
        folder: of the description, with its recordings; None: nothing is remembered, and there are no recordings.
        among: ids of the cues that are looked at; None for all.
        progress: called with the share of cues that are done.

    Raises:
        VoiceError: when the voice does not speak at all, or a recording cannot be read.
    """
    with SpokenSeconds(voice, folder) as seconds:
        found = [fit for fit in _fits(script, seconds, folder, progress, among) if not fit.fits]
        return tuple(_misfit(fit, seconds) for fit in found)


def cue_fit(script: Script, cue: Cue, seconds: SpokenSeconds, folder: Path | None) -> CueFit:
    """Return one cue with its room and the speed at which it is heard.

    A cue without room is spoken faster, up to `FASTEST`, if it fits then; otherwise it is not heard. So the voice never
    talks over dialogue or another cue.

    Args:
        script: the description.
        cue: of the script; a dropped one has no room.
        seconds: how long the voice takes.
        folder: of the description, with its recordings.

    Raises:
        VoiceError: when its recording cannot be read.
    """
    return _fit(cue, cue_room(script, cue), seconds, folder)


def as_heard(script: Script, misfits: Iterable[Misfit]) -> Script:
    """Return a script as it is heard: cues that do not fit are faster, or dropped where that does not help."""
    rates = {misfit.cue: misfit.rate for misfit in misfits}
    return script.replace(cues=tuple(_heard(cue, rates[cue.id]) if cue.id in rates else cue for cue in script.cues))


def _fits(
    script: Script,
    seconds: SpokenSeconds,
    folder: Path | None,
    progress: Progress,
    among: Container[str] | None = None,
) -> list[CueFit]:
    available = rooms(with_joined_holds(script))
    audible = [
        (cue, room)
        for cue, room in zip(script.cues, available, strict=True)
        if cue.status != "dropped" and (among is None or cue.id in among)
    ]
    out = []
    for n, (cue, room) in enumerate(sorted(audible, key=lambda pair: pair[0].span.start), 1):
        out.append(_fit(cue, room, seconds, folder))
        progress("checks", n / len(audible))
    return out


def _heard(cue: Cue, rate: float | None) -> Cue:
    return cue.replace(status="dropped", pause=0.0) if rate is None else cue.replace(rate=rate)


def _fit(cue: Cue, room: Seconds, seconds: SpokenSeconds, folder: Path | None) -> CueFit:
    length = _recorded(cue, folder)
    takes = seconds.of(cue.text, cue.rate) if length is None else length
    if takes <= room + TOLERANCE:
        return CueFit(cue, takes, room, cue.rate)
    return CueFit(cue, takes, room, None if length is not None else _fitting_rate(cue, takes, room, seconds))


def _fitting_rate(cue: Cue, takes: Seconds, room: Seconds, seconds: SpokenSeconds) -> float | None:
    """The slowest of the faster speeds at which a cue fits; None if it fits at none.

    A faster voice takes less time, so that few speeds are tried, and none for a cue that is far too long.
    """
    rates = faster_rates(cue.rate)
    if not rates or takes * cue.rate / rates[-1] * _LEAST_OF_EXPECTED > room + TOLERANCE:
        return None
    at = bisect_left(rates, True, key=lambda rate: seconds.of(cue.text, rate) <= room + TOLERANCE)
    return rates[at] if at < len(rates) else None


def _recorded(cue: Cue, folder: Path | None) -> Seconds | None:
    """The length of a cue's recording; None if it has none."""
    return None if cue.recording is None or folder is None else recorded(cue, folder).duration


def _misfit(fit: CueFit, seconds: SpokenSeconds) -> Misfit:
    cue, n_words = fit.cue, len(fit.cue.text.split())
    words = math.ceil((fit.takes - fit.room) / (fit.takes / n_words)) if n_words else 0
    shorter = () if cue.recording else cue.shorter
    fitting = (text for text in shorter if text != cue.text and seconds.of(text, cue.rate) <= fit.room + TOLERANCE)
    return Misfit(
        cue.id,
        cue.span.start,
        fit.takes,
        fit.room,
        words if 0 < words < n_words else None,
        shorter=next(fitting, None),
        status=cue.status,
        rate=fit.rate,
    )
