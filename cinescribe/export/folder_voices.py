"""The voices of described folders for a program that runs long: one process speaks at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from cinescribe.errors import VoiceError
from cinescribe.export.folder import SETTINGS
from cinescribe.export.recordings import recorded
from cinescribe.export.settings import read_settings
from cinescribe.export.spoken_seconds import SpokenSeconds
from cinescribe.media.voice.cached_voice import CachedVoice
from cinescribe.media.voice.named_voice import NamedVoice, voice_named
from cinescribe.media.voice.pronunciation import Pronunciation
from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Cue
from cinescribe.timing import Seconds

_MOST_VOICES = 4  # whose sentences are kept in memory
_TRIED_AGAIN: Seconds = 20.0  # after a voice could not speak: to try takes longer than a page may

_Setting: TypeAlias = tuple[str, float, Pronunciation]  # name of the voice, its base speed, and how words are said
OpenVoice: TypeAlias = Callable[[str, float, Pronunciation], NamedVoice]


@dataclass(frozen=True)
class _Speaker:
    """A voice, and the texts it has spoken."""

    named: NamedVoice
    cached: CachedVoice


class FolderVoices:
    """The voice of each described folder, as its settings name it; several threads may ask.

    A voice process that dies is restarted once. When another voice is asked for, the process of the one before ends;
    its spoken texts stay in memory. Ends with `close` or a `with` block.

    Args:
        open_voice: returns the voice with a name, a base speed and how words are said; it is never fetched.
    """

    def __init__(self, open_voice: OpenVoice | None = None) -> None:
        self._open = open_voice or _named
        self._speakers: dict[_Setting, _Speaker] = {}
        self._seconds: dict[tuple[Path, _Setting], SpokenSeconds] = {}
        self._settings: dict[Path, tuple[tuple[int, int], _Setting]] = {}
        self._faults: dict[_Setting, tuple[Seconds, VoiceError]] = {}
        self._lock = threading.Lock()

    def voice(self, folder: Path) -> CachedVoice:
        """Return the voice of a folder.

        Raises:
            RecordError: when the folder's settings are malformed.
            VoiceError: when the voice cannot speak.
        """
        return self._speaker(self._setting(folder)).cached

    def fault(self, folder: Path) -> str:
        """Return why the voice of a folder cannot speak; "" if it can.

        Raises:
            RecordError: when the folder's settings are malformed.
        """
        try:
            self.voice(folder)
        except VoiceError as error:
            return str(error)
        return ""

    def named(self, name: str, rate: float = 1.0, *, pronunciation: Pronunciation = ()) -> CachedVoice:
        """Return another voice than that of a folder, for a single cue.

        Args:
            name: of the voice.
            rate: its base speed.
            pronunciation: how words are said.

        Raises:
            VoiceError: when the voice cannot speak.
        """
        return self._speaker((name, rate, pronunciation)).cached

    def seconds(self, folder: Path) -> SpokenSeconds:
        """Return how long the voice of a folder takes for texts, as the folder remembers it.

        Raises:
            RecordError, VoiceError: as `voice`.
        """
        setting = self._setting(folder)
        voice = self._speaker(setting).cached
        with self._lock:
            known = self._seconds.get((folder, setting))
        if known is not None:
            return known
        with SpokenSeconds(voice, folder) as fresh, self._lock:
            return self._seconds.setdefault((folder, setting), fresh)

    def heard(self, cue: Cue, folder: Path) -> Spoken:
        """Return what is heard of a cue: its recording, or the voice of the folder.

        Raises:
            RecordError: when the folder's settings are malformed, or the recording's path leads out of the folder.
            VoiceError: when the voice cannot speak it, or the recording cannot be read.
        """
        if cue.recording is not None:
            return recorded(cue, folder)
        return self.voice(folder).say(cue.text, rate=cue.rate)

    def takes(self, cue: Cue, folder: Path) -> Seconds:
        """Return how long a cue is heard.

        Raises:
            RecordError, VoiceError: as `heard`.
        """
        if cue.recording is not None:
            return recorded(cue, folder).duration
        return self.seconds(folder).of(cue.text, cue.rate)

    def close(self) -> None:
        """Save what is known of durations, and end all processes."""
        with self._lock:
            known, speakers = list(self._seconds.values()), list(self._speakers.values())
            self._seconds.clear()
            self._speakers.clear()
        for seconds in known:
            seconds.save()
        for speaker in speakers:
            _end(speaker)

    def __enter__(self) -> FolderVoices:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _setting(self, folder: Path) -> _Setting:
        """The voice that a folder is set to; its settings are read again when they change."""
        path = folder / SETTINGS
        facts = path.stat() if path.exists() else None
        stamp = (0, 0) if facts is None else (facts.st_mtime_ns, facts.st_size)
        known = self._settings.get(folder)
        if known is None or known[0] != stamp:
            settings = read_settings(folder)
            known = self._settings[folder] = stamp, (settings.voice, settings.rate, settings.pronunciation)
        return known[1]

    def _speaker(self, setting: _Setting) -> _Speaker:
        with self._lock:
            found = self._speakers.pop(setting, None) or self._opened(setting)
            others = list(self._speakers.values())
            self._speakers[setting] = found  # the last one is the one that was asked for last
            while len(self._speakers) > _MOST_VOICES:
                del self._speakers[next(iter(self._speakers))]
        for other in others:
            _end(other)
        return found

    def _opened(self, setting: _Setting) -> _Speaker:
        failed_at, fault = self._faults.get(setting, (0.0, None))
        if fault is not None and time.monotonic() - failed_at < _TRIED_AGAIN:
            raise VoiceError(str(fault))
        try:
            named = self._open(*setting)
        except VoiceError as error:
            self._faults[setting] = time.monotonic(), error
            raise
        self._faults.pop(setting, None)
        return _Speaker(named, CachedVoice(named))


def _end(speaker: _Speaker) -> None:
    """End the process of a voice after its current text; its next text would start another."""
    with speaker.cached.idle():
        speaker.named.close()


def _named(name: str, rate: float, pronunciation: Pronunciation) -> NamedVoice:
    return voice_named(name, rate=rate, pronunciation=pronunciation, announce=lambda _: None)
