"""The film as a browser plays it: the file itself, or a copy that is made beside the page, one at a time."""

from __future__ import annotations

import logging
import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import CinescribeError
from cinescribe.export.excerpts.film_source import FilmLocator
from cinescribe.export.folder import FEATURES
from cinescribe.media.film.browser_copy import is_for_browsers, write_browser_copy
from cinescribe.output_folder import refuse_links
from cinescribe.schema import Film, Script
from cinescribe.timing import Seconds

COPIES = "browser"  # the folder of copies, in that of the description's features
_PATIENT = 15  # niceness of the thread that copies: pages come first

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FilmState:
    """Whether a browser can play a film now.

    Attributes:
        path: the file that it plays; None while there is none.
        message: why it cannot; "" where it can, or a copy is being made.
        share: of the copy that is being made, 0 to 1.
    """

    path: Path | None = None
    message: str = ""
    share: float = 0.0


class FilmCopies:
    """The copies of films for browsers; several threads ask. A copy that was cut off is made again."""

    def __init__(self) -> None:
        self._plays: dict[tuple[str, int, int], bool] = {}
        self._made: dict[Path, Seconds] = {}  # copies that are being made, and how far
        self._faults: dict[Path, str] = {}
        self._asked = threading.Lock()
        self._making = threading.Lock()

    def state(self, folder: Path, script: Script, source: FilmLocator) -> FilmState:
        """Return the film that a browser plays; where it needs a copy, one is begun.

        Args:
            folder: of the description.
            script: the description.
            source: finds the film.

        Raises:
            FilmError: when the film cannot be read.
            OutputError: when the folder for copies is a link.
        """
        problem = source.problem(script)
        if problem is not None:
            return FilmState(message=problem)
        film = source.film(script)
        facts = Path(film.path).stat()
        key = film.path, facts.st_size, facts.st_mtime_ns
        if key not in self._plays:
            self._plays[key] = is_for_browsers(film)
        if self._plays[key]:
            return FilmState(Path(film.path))
        refuse_links(folder, (FEATURES, f"{FEATURES}/{COPIES}"))
        copy = folder / FEATURES / COPIES / f"{facts.st_size}-{facts.st_mtime_ns}-{film.audio}.mp4"
        return self._copied(film, copy)

    def _copied(self, film: Film, copy: Path) -> FilmState:
        with self._asked:
            if copy.is_file():
                return FilmState(copy)
            if copy in self._faults:
                return FilmState(message=f"the film cannot be copied for the browser: {self._faults[copy]}")
            if copy not in self._made:
                self._made[copy] = 0.0
                threading.Thread(target=self._make, args=(film, copy), name="film copy", daemon=True).start()
            share = self._made.get(copy, 0.0) / film.duration if film.duration else 0.0
        return FilmState(share=share)

    def _make(self, film: Film, copy: Path) -> None:
        if sys.platform == "linux":  # elsewhere a thread has no priority of its own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _PATIENT)
        try:
            with self._making:
                for left in copy.parent.glob("*"):  # of another file, or cut off
                    left.unlink()
                write_browser_copy(film, copy, progress=lambda second: self._reached(copy, second))
        except CinescribeError as error:
            _log.warning("%s", error)
            self._faults[copy] = str(error)
        finally:
            with self._asked:
                self._made.pop(copy, None)

    def _reached(self, copy: Path, second: Seconds) -> None:
        with self._asked:
            self._made[copy] = second
