"""The films that are open on the workbench, each with its folder, its voice, and its messages."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

from cinescribe.describe.editing.open_folder import OpenFolder
from cinescribe.describe.guidelines.guidelines import default_guidelines
from cinescribe.errors import VoiceError
from cinescribe.export.cue_room import cue_room
from cinescribe.export.folder_voices import FolderVoices
from cinescribe.export.holds import with_joined_holds
from cinescribe.export.tracks.cue_time_limits import rooms
from cinescribe.language.messages.page_words import PageWords
from cinescribe.schema import Cue, Script
from cinescribe.serve.workbench.remarks.film_check import FilmCheck
from cinescribe.timing import Seconds

_WORDS_A_SECOND = 2.5  # where no voice can say how long it takes: the pace that guidelines allow
_MOST_MESSAGES = 100
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


@dataclass
class OpenFilm:
    """A described film on the workbench; several threads use it.

    Attributes:
        name: in addresses.
        folder: its folder.
        who: the name for the journal.
        voices: speak its cues, in the voice of the folder's settings.
    """

    name: str
    folder: OpenFolder
    who: str
    voices: FolderVoices
    _rooms: tuple[Script | None, dict[str, Seconds]] = field(default_factory=lambda: (None, {}))
    _messages: dict[str, str] = field(default_factory=dict)
    _checks: dict[str, FilmCheck] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def title(self) -> str:
        """What the film is called on pages."""
        return Path(self.folder.current().script.film.path).stem or self.name

    @property
    def language(self) -> str:
        """The language of its dialogue and its cues, as far as is known."""
        return self.folder.current().script.language

    @property
    def path(self) -> str:
        """The address of its first page."""
        return f"/films/{self.name}/"

    def counts(self, t: PageWords) -> str:
        """Return how many cues there are, and how many of them are unreviewed, in the words of a language."""
        heard = self.folder.current().script.spoken()
        unseen = sum(not cue.is_seen for cue in heard)
        cues = t.plain("count-cues", n=len(heard))
        return t.plain("film-unseen", cues=cues, n=unseen) if unseen else t.plain("film-seen", cues=cues)

    def takes(self, cue: Cue) -> Seconds:
        """Return the seconds for which a cue is heard: of its recording, or of the voice."""
        if cue.recording is None and self.voice_fault:
            return len(cue.text.split()) / _WORDS_A_SECOND / cue.rate
        return self.voices.takes(cue, self.folder.folder)

    @property
    def voice_fault(self) -> str:
        """Why the voice of the folder cannot speak; "" if it can."""
        return self.voices.fault(self.folder.folder)

    @property
    def usual_guidelines(self) -> str:
        """Name of the guidelines of the description's language."""
        return default_guidelines(self.folder.current().script.language)

    def check(self, guidelines: str | None = None) -> FilmCheck:
        """Return the check of the film against some guidelines; None: those of its language."""
        guidelines = guidelines or self.usual_guidelines
        with self._lock:
            if guidelines not in self._checks:
                self._checks[guidelines] = FilmCheck(self.folder, guidelines)
            return self._checks[guidelines]

    def room(self, script: Script, cue_id: str) -> Seconds:
        """Return the seconds that a cue of a script has."""
        cue = next((cue for cue in script.cues if cue.id == cue_id), None)
        return 0.0 if cue is None else cue_room(script, cue)

    def rooms(self, script: Script) -> dict[str, Seconds]:
        """Return the seconds that each cue of a script has, by id."""
        with self._lock:
            if self._rooms[0] is not script:
                joined = with_joined_holds(script)
                self._rooms = script, {cue.id: room for cue, room in zip(joined.cues, rooms(joined), strict=True)}
            return self._rooms[1]

    def leave_message(self, text: str) -> str:
        """Keep what the next page says, where no script can say it; return its key."""
        key = secrets.token_urlsafe(8)
        with self._lock:
            while len(self._messages) >= _MOST_MESSAGES:
                self._messages.pop(next(iter(self._messages)))
            self._messages[key] = text
        return key

    def message(self, key: str) -> str:
        """Return what was left under a key, once."""
        with self._lock:
            return self._messages.pop(key, "")


class Films:
    """The films on the workbench by their names in addresses; used in a `with` block, which closes their voices.

    Args:
        who: the name for the journals.
    """

    def __init__(self, *, who: str) -> None:
        self.who = who
        self._films: dict[str, OpenFilm] = {}
        self.voices = FolderVoices()
        self._lock = threading.Lock()
        self._is_closing = threading.Event()
        self._ahead: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_closing.set()
        if self._ahead is not None:
            self._ahead.join()
        self.voices.close()

    def __iter__(self) -> Iterator[OpenFilm]:
        return iter([*self._films.values()])

    def speak_ahead(self) -> None:
        """Let the voice speak all cues beside other work, so that lists know at once how long each takes."""
        self._ahead = threading.Thread(target=self._speak_ahead, daemon=True)
        self._ahead.start()

    def _speak_ahead(self) -> None:
        for film in self:
            for cue in film.folder.current().script.spoken():
                if self._is_closing.is_set():
                    return
                with suppress(VoiceError):  # a page that asks for it says why
                    film.takes(cue)

    def get(self, name: str) -> OpenFilm | None:
        """Return the film of a name, or None."""
        return self._films.get(name)

    def open(self, folder: Path) -> OpenFilm:
        """Open a described folder; one that is open already stays so.

        Raises:
            RecordError: when the folder holds no description, or a damaged one.
            OutputError: when the folder cannot be written.
        """
        folder = folder.resolve()
        with self._lock:
            known = next((film for film in self._films.values() if film.folder.folder == folder), None)
            if known is not None:
                return known
            name = _free(_NOT_IN_NAMES.sub("-", folder.name.removesuffix(".ad")).strip("-") or "film", self._films)
            film = OpenFilm(name, OpenFolder(folder, who=self.who), self.who, self.voices)
            self._films[name] = film
            return film


def _free(name: str, taken: Container[str]) -> str:
    numbered = (f"{name}-{number}" for number in count(2))
    return name if name not in taken else next(each for each in numbered if each not in taken)
