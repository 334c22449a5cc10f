"""The films that may be described from the workbench: those that were named, and those in the folders around them.

A page names a film by a key, never by a path; a file counts only if it lies, links followed, where it may.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.corpus.film_folder.film_folder import PICTURES, TIMED_TEXTS
from cinescribe.errors import InputError, OutputError
from cinescribe.export.folder import DRAFT, SCRIPT
from cinescribe.output_folder import MARKER

FOLDER_ENDING = ".ad"  # of the folder that a film's description is written to, beside the film

_State: TypeAlias = Literal["new", "begun", "described"]


@dataclass(frozen=True)
class ShelvedFilm:
    """A film on the shelf.

    Args:
        path: of the film, links followed.
        folder: where its description goes, beside it.
    """

    path: Path
    folder: Path

    @property
    def key(self) -> str:
        """Its key in forms."""
        return form_key(self.path)

    @property
    def state(self) -> _State:
        """What there is of its description."""
        if is_described(self.folder):
            return "described"
        return "begun" if (self.folder / MARKER).is_file() else "new"


class FilmShelf:
    """Films and the files of subtitles beside them.

    Args:
        named: films and folders that were named when the workbench was started.

    Raises:
        InputError: when one of them is not there.
    """

    def __init__(self, named: Iterable[Path] = ()) -> None:
        paths = [_existing(Path(path)) for path in named]
        self._films = tuple(path for path in paths if path.is_file())
        self._folders = tuple(path for path in paths if path.is_dir() and not is_described(path))

    def described(self) -> tuple[Path, ...]:
        """Return the described folders in the folders that were named."""
        return tuple(
            path
            for folder in (*self._folders, *(film.parent for film in self._films))
            for path in _inside(folder)
            if path.is_dir() and is_described(path) and (folder in self._folders or _folder_of_any(path, self._films))
        )

    def films(self, opened: Sequence[Path] = ()) -> tuple[ShelvedFilm, ...]:
        """Return the films, by name.

        Args:
            opened: folders that are open; films that lie beside them are on the shelf too.
        """
        paths = {*self._films, *self._beside(opened, PICTURES)}
        return tuple(ShelvedFilm(path, path.with_suffix(FOLDER_ENDING)) for path in sorted(paths, key=_by_name))

    def film(self, key: str, opened: Sequence[Path] = ()) -> ShelvedFilm:
        """Return the film of a key.

        Raises:
            InputError: when there is none.
        """
        found = next((film for film in self.films(opened) if film.key == key), None)
        if found is None:
            raise InputError("this film is not on the list (any more); choose one from the list")
        if found.folder.is_symlink():
            raise OutputError(f"{str(found.folder)!r} is a link; move it away, so that the description can be written")
        return found

    def subtitles(self, opened: Sequence[Path] = ()) -> tuple[Path, ...]:
        """Return the files of subtitles that lie beside the films, by name."""
        return tuple(sorted(self._beside(opened, TIMED_TEXTS), key=_by_name))

    def subtitle_file(self, key: str, opened: Sequence[Path] = ()) -> Path:
        """Return the file of subtitles of a key.

        Raises:
            InputError: when there is none.
        """
        found = next((path for path in self.subtitles(opened) if form_key(path) == key), None)
        if found is None:
            raise InputError("this file of subtitles is not on the list (any more); choose one from the list")
        return found

    def _beside(self, opened: Sequence[Path], suffixes: tuple[str, ...]) -> set[Path]:
        folders = {*self._folders, *(film.parent for film in self._films), *(path.resolve().parent for path in opened)}
        return {
            path for folder in folders for path in _inside(folder) if path.suffix.lower() in suffixes and path.is_file()
        }


def is_described(folder: Path) -> bool:
    """Whether a folder holds a description."""
    return (folder / SCRIPT).is_file() or (folder / DRAFT).is_file()


def form_key(path: Path) -> str:
    """Return the key of a path in forms."""
    return hashlib.sha256(str(path).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _existing(path: Path) -> Path:
    if not path.exists():
        raise InputError(f"{str(path)!r} is not there; name a film, or a folder that `describe` has written")
    return path.resolve()


def _inside(folder: Path) -> list[Path]:
    """What lies in a folder, links followed, without what they lead to elsewhere."""
    try:
        found = [path.resolve() for path in folder.iterdir() if not path.name.startswith(".")]
    except OSError:  # it is gone, or may not be read: nothing can be chosen from it
        return []
    return [path for path in found if path.parent == folder]


def _folder_of_any(path: Path, films: Iterable[Path]) -> bool:
    return any(film.with_suffix(FOLDER_ENDING) == path for film in films)


def _by_name(path: Path) -> tuple[str, str]:
    return path.name.casefold(), str(path)
