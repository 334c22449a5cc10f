"""Whether the voice has time for each cue, what to do where it has not, and how such a cue is heard."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cinescribe.errors import OutputError, RecordError, VoiceError
from cinescribe.export.folder import FEATURES
from cinescribe.export.holds import with_joined_holds
from cinescribe.export.recordings import recorded
from cinescribe.export.tracks.cue_time_limits import TOLERANCE, faster_rates, rooms
from cinescribe.media.voice.voice import Voice
from cinescribe.output_folder import refuse_links
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Cue, Script
from cinescribe.text_files import read_json, write_json
from cinescribe.timing import Seconds, clock

SECONDS = Path(FEATURES) / "seconds.json"  # how long the voice takes for texts, in a description's folder
_MOST = 20_000  # texts that are remembered
_TRIAL = "How long does this voice take?"  # its sound tells one setting of a voice from another
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
        return "it is left out of the sound" if self.rate is None else f"it is said {self.rate:g} times as fast"

    @property
    def _takes(self) -> str:
        return f"takes {self.takes:.2f} s, room for {self.room:.2f} s"


def misfits(
    script: Script, voice: Voice, folder: Path | None, *, progress: Progress = no_progress
) -> tuple[Misfit, ...]:
    """Return the audible cues that take longer than they have room, in order of time.

    Args:
        script: the description.
        voice: speaks the cues; how long it takes for a text is remembered in the folder.
        folder: of the description, with its recordings; None: nothing is remembered, and there are no recordings.
        progress: called with the share of cues that are done.

    Raises:
        VoiceError: when the voice does not speak at all, or a recording cannot be read.
    """
    with SpokenSeconds(voice, folder) as seconds:
        found = [fit for fit in _fits(script, seconds, folder, progress) if not fit.fits]
        return tuple(_misfit(fit, seconds) for fit in found)


def cue_fits(script: Script, voice: Voice, folder: Path | None) -> tuple[CueFit, ...]:
    """Return each audible cue with its room and the speed at which it is heard, in order of time.

    A cue without room is said faster, up to `FASTEST`, if it fits then; otherwise it is not heard. So the voice never
    talks over dialogue or another cue.

    Args, Raises: as `misfits`.
    """
    with SpokenSeconds(voice, folder) as seconds:
        return tuple(_fits(script, seconds, folder, no_progress))


def as_heard(script: Script, misfits: Iterable[Misfit]) -> Script:
    """Return a script as it is heard: cues that do not fit are faster, or dropped where that does not help."""
    rates = {misfit.cue: misfit.rate for misfit in misfits}
    return script.replace(cues=tuple(_heard(cue, rates[cue.id]) if cue.id in rates else cue for cue in script.cues))


class SpokenSeconds:
    """How long a voice takes for texts; remembered from run to run in a description's folder.

    Used in a `with` block, at whose end new durations are saved. A folder that cannot be written stays as it is.

    Args:
        voice: speaks each text once.
        folder: of the description; None: nothing is saved.
    """

    def __init__(self, voice: Voice, folder: Path | None) -> None:
        self._voice = voice
        self._path = None if folder is None else folder / SECONDS
        self._known: dict[str, Seconds] = {}
        self._used: dict[str, Seconds] = {}
        self._setting = ""

    def __enter__(self) -> Self:
        trial = self._voice.say(_TRIAL)
        self._setting = f"{self._voice.name} {hashlib.sha256(trial.samples.tobytes()).hexdigest()}"
        self._known = {} if self._path is None else _saved(self._path, self._setting)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._path is None or kind is not None or self._used.keys() <= self._known.keys():
            return
        kept = self._used if len(self._known) + len(self._used) > _MOST else self._known | self._used
        with suppress(OutputError):
            refuse_links(self._path.parent.parent, (FEATURES,))
            write_json(self._path, {"voice": self._setting, "seconds": kept})

    def of(self, text: str, rate: float) -> Seconds:
        """Return the seconds that the voice takes; 0 for a text of which it makes no sound."""
        key = f"{rate:g} {text}"
        if key not in self._used:
            self._used[key] = self._known[key] if key in self._known else self._spoken(text, rate)
        return self._used[key]

    def _spoken(self, text: str, rate: float) -> Seconds:
        try:
            return self._voice.say(text, rate=rate).duration
        except VoiceError:  # the voice speaks, as the trial has shown; the export of sound says what it cannot speak
            return 0.0


def _saved(path: Path, setting: str) -> dict[str, Seconds]:
    """The durations of an earlier run, if they are of the same voice."""
    try:
        saved: Any = read_json(path)
    except RecordError:
        return {}
    if not isinstance(saved, Mapping) or saved.get("voice") != setting or not isinstance(saved.get("seconds"), dict):
        return {}
    return {str(key): float(value) for key, value in saved["seconds"].items() if isinstance(value, (int, float))}


def _fits(script: Script, seconds: SpokenSeconds, folder: Path | None, progress: Progress) -> list[CueFit]:
    available = rooms(with_joined_holds(script))
    audible = [(cue, room) for cue, room in zip(script.cues, available, strict=True) if cue.status != "dropped"]
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
    rates = () if length is not None else faster_rates(cue.rate)
    fitting = (rate for rate in rates if seconds.of(cue.text, rate) <= room + TOLERANCE)
    return CueFit(cue, takes, room, next(fitting, None))


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
