"""Keeps a folder to the description of one film: other folders and other films are refused."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.evidence import list_evidence
from cinescribe.describe.stages import KEY_FILE, list_stages
from cinescribe.errors import OutputError
from cinescribe.export.folder import (
    CAST,
    DRAFT,
    EVIDENCE,
    FEATURES,
    PORTRAITS,
    RECORDINGS,
    SCRIPT,
    SETTINGS,
    read_script,
)
from cinescribe.output_folder import MARKER, claim_folder, holds_keys, holds_record
from cinescribe.schema import Film, Script
from cinescribe.timing import Seconds, clock

SET_ASIDE = "before"  # folders with earlier descriptions: before-1, before-2, ...
_SAME_LENGTH: Seconds = 1.0  # a new cut or encoding of a film differs by less


def claim_description(folder: Path) -> None:
    """Mark a folder as that of a description: a new or empty one, one with a cast file or settings, or a description.

    Raises:
        OutputError: when the folder holds anything else, or a part of it is a link.
    """
    parts, prepared = (EVIDENCE, FEATURES, PORTRAITS, RECORDINGS), (CAST, SETTINGS)
    if claim_folder(folder, "description", is_older=_is_described, parts=parts, prepared=prepared):
        list_evidence(folder)
        list_stages(folder / FEATURES)


def _is_described(folder: Path) -> bool:
    """Whether a folder holds a description, or the measurements of one that was killed."""
    if any((folder / name).is_file() for name in (SCRIPT, DRAFT)):
        return any(holds_record(folder / name, Script) for name in (SCRIPT, DRAFT))
    return any(holds_keys(key, "film", "cinescribe") for key in (folder / FEATURES).glob(f"*/{KEY_FILE}"))


def check_film(folder: Path, film: Film) -> str | None:
    """Check that a folder is empty of descriptions or holds one of this film.

    A file at the same place and of the same length, but with other content, is taken for another version of the film.

    Args:
        folder: the output folder.
        film: the film, with its digest.

    Returns:
        A remark on another version of the film; None if it is the same file, or there was no description.

    Raises:
        OutputError: when the folder holds the description of another film.
        RecordError: when the description in the folder cannot be read, or the journal of its edits is damaged: that is
            reported before the work, not after it.
    """
    Workspace(folder).journal.peek()
    if not (folder / SCRIPT).is_file():
        return None
    known = read_script(folder).film
    is_as_long = abs(known.duration - film.duration) <= _SAME_LENGTH
    if known.digest == film.digest or (known.digest is None and is_as_long):
        return None
    if known.path == film.path and is_as_long:
        return f"the file of {Path(film.path).name} has changed since it was described; check the edited cues"
    raise OutputError(
        f"{str(folder)!r} holds the description of {_name_of(known)}, not of {_name_of(film)}; "
        "name another folder, or give `new` to start over in this one"
    )


def set_aside(folder: Path) -> None:
    """Move everything in a description's folder into a new folder inside it, so that a description can start over.

    Raises:
        OutputError: when something cannot be moved, or another command is editing the folder.
    """
    aside = next(path for n in count(1) if not os.path.lexists(path := folder / f"{SET_ASIDE}-{n}"))
    try:
        with Workspace(folder).locked():
            there = [path for path in folder.iterdir() if not path.name.startswith((f"{SET_ASIDE}-", MARKER))]
            there = [path for path in there if path.suffix != ".lock"]
            if there:
                aside.mkdir()
            # The seal of the journal goes first: alone, it would say that all edits are lost.
            for path in sorted(there, key=lambda path: path.suffix != ".seal"):
                path.rename(aside / path.name)
    except OSError as error:
        raise OutputError(
            f"{str(folder)!r} cannot be cleared for a new description ({error.strerror}); name another folder"
        ) from error


def _name_of(film: Film) -> str:
    return f"{film.path} ({clock(film.duration)})"
