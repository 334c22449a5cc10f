"""Keeps a described folder to its film: another film is refused, or starts over beside what is there."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from cinescribe.errors import OutputError
from cinescribe.export.folder import SCRIPT, read_script
from cinescribe.schema import Film
from cinescribe.timing import Seconds, clock

SET_ASIDE = "before"  # folders with earlier descriptions: before-1, before-2, ...
_SAME_LENGTH: Seconds = 1.0  # a new cut or encoding of a film differs by less


def check_film(folder: Path, film: Film) -> str | None:
    """Check that a folder is empty of descriptions or holds one of this film.

    A file with the same name and length, but other content, is taken for another version of the film.

    Args:
        folder: the output folder.
        film: the film, with its digest.

    Returns:
        What to tell about another version of the film; None if it is the same file, or there was no description.

    Raises:
        OutputError: when the folder holds the description of another film.
        RecordError: when the description in the folder cannot be read.
    """
    if not (folder / SCRIPT).is_file():
        return None
    known = read_script(folder).film
    is_as_long = abs(known.duration - film.duration) <= _SAME_LENGTH
    if known.digest == film.digest or (known.digest is None and is_as_long):
        return None
    if Path(known.path).name == Path(film.path).name and is_as_long:
        return f"the file of {Path(film.path).name} has changed since it was described; check the edited cues"
    raise OutputError(
        f"{str(folder)!r} holds the description of {_name_of(known)}, and {_name_of(film)} came; "
        "name another folder, or give `new` to start over in this one"
    )


def set_aside(folder: Path) -> None:
    """Move everything in a folder into a new folder inside it, so that a description can start over.

    Raises:
        OutputError: when something cannot be moved.
    """
    if not folder.is_dir():
        return
    there = [path for path in folder.iterdir() if not path.name.startswith(f"{SET_ASIDE}-")]
    aside = next(path for n in count(1) if not (path := folder / f"{SET_ASIDE}-{n}").exists())
    try:
        if there:
            aside.mkdir()
        for path in there:
            path.rename(aside / path.name)
    except OSError as error:
        raise OutputError(
            f"{str(folder)!r} cannot be cleared for a new description ({error.strerror}); name another folder"
        ) from error


def _name_of(film: Film) -> str:
    return f"{Path(film.path).name} ({clock(film.duration)})"
