"""How long a voice takes for texts: synthesised once, and remembered in a description's folder."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cinescribe.errors import OutputError, RecordError, VoiceError
from cinescribe.export.folder import FEATURES
from cinescribe.media.voice.pronunciation import letters_said
from cinescribe.media.voice.voice import Voice
from cinescribe.output_folder import refuse_links
from cinescribe.store import read_json, write_json
from cinescribe.timing import Seconds

SECONDS = Path(FEATURES) / "seconds.json"  # in a description's folder
_MOST = 20_000  # texts that are remembered
_UNSAVED = 100  # new ones, after which they are saved: a program that runs long may be killed
_TRIAL = "How long does this voice take?"  # its sound distinguishes the settings of a voice


class SpokenSeconds:
    """How long a voice takes for texts; remembered from run to run in a description's folder.

    Used in a `with` block, at whose end new durations are saved, or kept by a program that runs long; several threads
    may ask. A folder that cannot be written stays as it is.

    Args:
        voice: speaks each text once.
        folder: of the description; None: nothing is saved.
    """

    def __init__(self, voice: Voice, folder: Path | None) -> None:
        self._voice = voice
        self._path = None if folder is None else folder / SECONDS
        self._known: dict[str, Seconds] = {}
        self._used: dict[str, Seconds] = {}
        self._n_unsaved = 0
        self._lock = threading.Lock()
        self._setting = ""

    def __enter__(self) -> Self:
        trial = self._voice.say(_TRIAL)
        self._setting = f"{self._voice.name} {hashlib.sha256(trial.samples.tobytes()).hexdigest()}"
        self._known = {} if self._path is None else _saved(self._path, self._setting)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.save()

    def of(self, text: str, rate: float) -> Seconds:
        """Return the seconds that the voice takes; 0 for a text of which it makes no sound."""
        key = f"{rate:g} {letters_said(self._voice, text)}"  # how names are said may change
        if key not in self._used:
            is_known = key in self._known
            self._used[key] = self._known[key] if is_known else self._spoken(text, rate)
            self._n_unsaved += not is_known
            if self._n_unsaved >= _UNSAVED:
                self.save()
        return self._used[key]

    def save(self) -> None:
        """Save new durations in the folder, if there are some and it can be written."""
        with self._lock:
            if self._path is None or not self._n_unsaved:
                return
            used = dict(self._used)
            kept = used if len(self._known) + len(used) > _MOST else self._known | used
            self._n_unsaved = 0
            with suppress(OutputError):
                refuse_links(self._path.parent.parent, (FEATURES,))
                write_json(self._path, {"voice": self._setting, "seconds": kept})

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
