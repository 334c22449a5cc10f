"""A stretch of a described film that is described once more, in a folder of its own inside the description's.

What was measured is not measured again: its files are shared with the description's folder.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from cinescribe.describe.looking.measurements import MEASURED, watched_key
from cinescribe.errors import FilmError, OutputError
from cinescribe.export.folder import CAST, FEATURES, SETTINGS, find_film
from cinescribe.schema import Script
from cinescribe.store import write_text
from cinescribe.timing import Span

_STRETCHES = ".stretches"  # in a description's folder
STRETCH_WINDOW = "stretch"  # id of the window
_WINDOWS = "windows.jsonl"
_WIDE = ", wide shots"  # ends the name of faces in a key, if wide shots were searched


@dataclass(frozen=True)
class Stretch:
    """A stretch that is described once more.

    Args:
        span: of the film.
        folder: to which it is described.
        arguments: of `describe`, without the captioner.
    """

    span: Span
    folder: Path
    arguments: tuple[str, ...]


def prepare_stretch(script: Script, folder: Path, span: Span) -> Stretch:
    """Make the folder for a stretch.

    Args:
        script: the description.
        folder: of the description.
        span: the stretch.

    Raises:
        FilmError: when the film is gone.
        OutputError: when the folder cannot be written.
    """
    film = find_film(script, folder)
    if film is None:
        raise FilmError(f"the film {script.film.path!r} is not there; put it back, or beside the description's folder")
    try:
        place = _new_folder(folder / _STRETCHES)
        described = place / "ad"
        described.mkdir()
        _share(folder, described)
    except OSError as error:
        raise OutputError(f"{str(folder)!r} cannot be written ({error.strerror}); make it writable") from error
    row = {"id": STRETCH_WINDOW, "start": span.start, "end": span.end, "film": film.stem}
    write_text(place / _WINDOWS, json.dumps(row, ensure_ascii=False) + "\n")
    return Stretch(span, described, tuple(_arguments(script, folder, film, place)))


def remove_stretch(stretch: Stretch) -> None:
    """Remove the folder of a stretch."""
    shutil.rmtree(stretch.folder.parent, ignore_errors=True)


def clear_stretches(folder: Path) -> None:
    """Remove what is left of the stretches of a description."""
    if not (folder / _STRETCHES).is_symlink():
        shutil.rmtree(folder / _STRETCHES, ignore_errors=True)


def _arguments(script: Script, folder: Path, film: Path, place: Path) -> Iterator[str]:
    yield "describe"
    yield f"--output={place / 'ad'}"
    yield f"--windows={place / _WINDOWS}"
    yield f"--language={script.language}"
    if (folder / CAST).is_file():
        yield f"--cast={folder / CAST}"
    if script.film.audio is not None:
        yield f"--audio-track={script.film.audio}"
    if script.film.subtitle is not None:
        yield f"--subtitle-track={script.film.subtitle}"
    yield from _faces(folder)
    yield "--"
    yield str(film)


def _faces(folder: Path) -> Iterator[str]:
    """The options about faces with which the film was watched, so that it need not be watched again."""
    faces = str(watched_key(folder).get("faces", ""))
    if faces.startswith("insightface"):
        yield "--faces=insightface"
    if faces.endswith(_WIDE):
        yield "--wide-faces"


def _new_folder(parent: Path) -> Path:
    parent.mkdir(exist_ok=True)
    for number in count(1):
        place = parent / str(number)
        try:
            place.mkdir()
        except FileExistsError:
            continue
        return place
    raise AssertionError


def _share(folder: Path, described: Path) -> None:
    """Give the new folder what was measured, and the settings."""
    if (folder / SETTINGS).is_file():
        shutil.copyfile(folder / SETTINGS, described / SETTINGS)
    for stage in MEASURED:
        source = folder / FEATURES / stage
        if source.is_dir() and not source.is_symlink():
            shutil.copytree(source, described / FEATURES / stage, copy_function=_linked)


def _linked(source: str, target: str) -> None:
    """The same file under a second name; a copy where the disk has no such names. Stages replace files as a whole."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
