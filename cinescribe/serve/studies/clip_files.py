"""The files of clips, cut from the films of the corpus ahead of raters, or when they are first asked for."""

from __future__ import annotations

import hashlib
import threading
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from cinescribe.corpus.core.corpus import FILMS, read_corpus
from cinescribe.corpus.datasets.video_files import film_inside
from cinescribe.errors import StudyError
from cinescribe.export.folder import FRAMES_FOLDER, find_film, read_script
from cinescribe.media.film.clip_film import write_clip
from cinescribe.media.film.probe import probe
from cinescribe.progress import Progress, no_progress
from cinescribe.study.assignment.pages import stored_items
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.kinds.descriptions import FOLDERS, described_films
from cinescribe.timing import Span

_TYPES = {
    ".avi": "video/x-msvideo",
    ".m4v": "video/mp4",
    ".mkv": "video/x-matroska",
    ".mov": "video/quicktime",
    ".mp4": "video/mp4",
    ".ogv": "video/ogg",
    ".webm": "video/webm",
}
CLIPS = "clips"  # the folder of clips in that of a study
_N_PICTURES = 4  # of a clip whose film is gone: as many as fit side by side on a page


class FilmPart(Protocol):
    """What names a clip: a page, an item, or a video of a test."""

    @property
    def film(self) -> str:
        """Its film."""

    @property
    def span(self) -> Span | None:
        """Its part of the film; None for the whole of it."""


class ClipFiles:
    """The clips of a corpus. Raters get nothing of a film but the clip, and its times begin at 0.

    Args:
        corpus: the folder, or one of descriptions; one without films is one whose clips cannot be shown.
        cut: a folder for clips.
        ahead: a folder in which clips may be already, see `cut_study_clips`.

    Raises:
        RecordError: when a file of the corpus is malformed.
        CorpusError: when the corpus is malformed.
    """

    def __init__(self, corpus: Path, cut: Path, *, ahead: Path | None = None) -> None:
        self._cut, self._ahead = cut, ahead
        self._lock, self._cutting = threading.Lock(), defaultdict[str, threading.Lock](threading.Lock)
        self._films: Mapping[str, Path] = {}
        self._described: Mapping[str, Path] = {}
        if any(corpus.glob(FOLDERS)):
            self._described = described_films(corpus)
            found = {film: find_film(read_script(folder), folder) for film, folder in self._described.items()}
            self._films = {film: path for film, path in found.items() if path is not None}
        elif (corpus / FILMS).is_file():
            films = [film for film in read_corpus(corpus).films if film.path is not None]
            paths = {film.id: film_inside(corpus, str(film.path), film.id) for film in films}
            self._films = {id: path for id, path in paths.items() if path.suffix.lower() in _TYPES and path.is_file()}

    @property
    def is_empty(self) -> bool:
        """Whether there is no film at all."""
        return not self._films

    def has(self, part: FilmPart) -> bool:
        """Return whether a clip can be shown."""
        return part.film in self._films

    def pictures(self, part: FilmPart) -> tuple[Path, ...]:
        """Return a few frames of a clip, in order, as its description keeps them; () where there are none."""
        folder = self._described.get(part.film)
        if folder is None or part.span is None:
            return ()
        first, last = round(part.span.start * 1000), round(part.span.end * 1000)
        names = sorted(path.stem for path in (folder / FRAMES_FOLDER).glob("*.jpg") if path.stem.isdecimal())
        inside = [name for name in names if first <= int(name) <= last]
        step = max(1, -(-len(inside) // _N_PICTURES))
        return tuple(folder / FRAMES_FOLDER / f"{name}.jpg" for name in inside[::step])

    def path(self, part: FilmPart) -> Path | None:
        """Return the file of a clip: a film of the corpus where that is the clip. None where there is none.

        Raises:
            FilmError: when the film cannot be read.
            OutputError: when the clip cannot be written.
        """
        film = self._films.get(part.film)
        if film is None or part.span is None:
            return film
        name = _name(film, part.span)
        if self._ahead is not None and (self._ahead / name).is_file():
            return self._ahead / name
        path = self._cut / name
        if not path.exists():
            with self._lock:
                own = self._cutting[name]
            with own:  # others wait for this clip only
                if not path.exists():
                    write_clip(probe(film), part.span, path)
        return path

    def media_type(self, path: Path) -> str:
        """Return what a file holds, by its suffix."""
        return _TYPES[path.suffix.lower()]


def cut_study_clips(
    folder: str | Path, *, url: str | None = None, corpus: str | Path | None = None, progress: Progress = no_progress
) -> int:
    """Cut all clips of a study into its folder, and return their number; those that are there are not cut again.

    Args:
        folder: of the study.
        url: of its database, where it is not in the folder.
        corpus: the folder with the films; None for the one that the study was made from.
        progress: called with the share that is done.

    Raises:
        RecordError: when the folder has no study, or a file of the corpus is malformed.
        CorpusError: when the corpus is malformed.
        StudyError: when the database is missing or has another study, or no film of the study is there.
        FilmError: when a film cannot be read.
        OutputError: when a clip cannot be written.
        DatabaseError: when the database cannot be used.
    """
    folder = Path(folder)
    corpus = None if corpus is None else Path(corpus)
    with open_study(folder, url=url) as (database, study), database.reading() as connection:
        items: list[FilmPart] = list(stored_items(connection, study.id).values())
    if study.design.screening is not None:
        items += study.design.screening.videos
    films = corpus or Path(study.design.corpus)
    clips = ClipFiles(films, Path(folder) / CLIPS)
    wanted = {(one.film, one.span): one for one in items if one.span is not None and clips.has(one)}
    if not any(clips.has(one) for one in items):
        raise StudyError(f"no film of the study is in {str(films)!r}; name the folder that has them with `corpus`")
    (Path(folder) / CLIPS).mkdir(exist_ok=True)
    for n, one in enumerate(wanted.values()):
        progress("cutting clips", n / len(wanted))
        clips.path(one)
    return len(wanted)


def _name(film: Path, span: Span) -> str:
    """The file of a clip; another one once the film is another."""
    facts = film.stat()
    what = f"{film.name} {facts.st_size} {facts.st_mtime_ns} {span.start:.6f} {span.end:.6f}"
    return f"{hashlib.sha256(what.encode()).hexdigest()}.mp4"
