"""The files of clips: films of the corpus. Browsers play a clip's part of its film."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cinescribe.corpus.core.corpus import FILMS, read_corpus
from cinescribe.file_names import inside
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
    """The films of a corpus by their ids.

    Args:
        corpus: the folder; one without films is one whose clips cannot be shown.

    Raises:
        RecordError: when a file of the corpus is malformed.
        CorpusError: when the corpus is malformed.
    """

    def __init__(self, corpus: Path) -> None:
        self._films: Mapping[str, Path] = {}
        if (corpus / FILMS).is_file():
            films = [film for film in read_corpus(corpus).films if film.path is not None]
            paths = {film.id: inside(corpus, str(film.path), f"the path of film {film.id!r}") for film in films}
            self._films = {id: path for id, path in paths.items() if path.suffix.lower() in _TYPES and path.is_file()}

    def path(self, page: Page) -> Path | None:
        """Return the film that a page's clip is part of; None where there is no file."""
        return self._films.get(page.film)

    def media_type(self, path: Path) -> str:
        """Return what a file holds, by its suffix."""
        return _TYPES[path.suffix.lower()]

    def fragment(self, page: Page) -> str:
        """Return the part of an address by which browsers play the clip alone; empty for a whole film."""
        return "" if page.span is None else f"#t={page.span.start:.3f},{page.span.end:.3f}"
