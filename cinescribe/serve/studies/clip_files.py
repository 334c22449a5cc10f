"""The files of clips, cut from the films of the corpus when they are first asked for."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from pathlib import Path

from cinescribe.corpus.core.corpus import FILMS, read_corpus
from cinescribe.file_names import inside
from cinescribe.media.film.clip_film import write_clip
from cinescribe.media.film.probe import probe
from cinescribe.study.assignment.pages import Page

_TYPES = {
    ".avi": "video/x-msvideo",
    ".m4v": "video/mp4",
    ".mkv": "video/x-matroska",
    ".mov": "video/quicktime",
    ".mp4": "video/mp4",
    ".ogv": "video/ogg",
    ".webm": "video/webm",
}


class ClipFiles:
    """The clips of a corpus. Raters get nothing of a film but the clip, and its times begin at 0.

    Args:
        corpus: the folder; one without films is one whose clips cannot be shown.
        cut: a folder for clips.

    Raises:
        RecordError: when a file of the corpus is malformed.
        CorpusError: when the corpus is malformed.
    """

    def __init__(self, corpus: Path, cut: Path) -> None:
        self._cut, self._lock = cut, threading.Lock()
        self._films: Mapping[str, Path] = {}
        if (corpus / FILMS).is_file():
            films = [film for film in read_corpus(corpus).films if film.path is not None]
            paths = {film.id: inside(corpus, str(film.path), f"the path of film {film.id!r}") for film in films}
            self._films = {id: path for id, path in paths.items() if path.suffix.lower() in _TYPES and path.is_file()}

    @property
    def is_empty(self) -> bool:
        """Whether there is no film at all."""
        return not self._films

    def has(self, page: Page) -> bool:
        """Return whether a page's clip can be shown."""
        return page.film in self._films

    def path(self, page: Page) -> Path | None:
        """Return the file of a page's clip: a film of the corpus where that is the clip. None where there is none.

        Raises:
            FilmError: when the film cannot be read.
            OutputError: when the clip cannot be written.
        """
        film = self._films.get(page.film)
        if film is None or page.span is None:
            return film
        part = f"{film} {page.span.start} {page.span.end}"
        path = self._cut / f"{hashlib.sha256(part.encode()).hexdigest()}.mp4"
        with self._lock:
            if not path.exists():
                write_clip(probe(film), page.span, path)
        return path

    def media_type(self, path: Path) -> str:
        """Return what a file holds, by its suffix."""
        return _TYPES[path.suffix.lower()]
