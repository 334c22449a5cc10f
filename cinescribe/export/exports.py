"""What was exported from a folder: the rows of each file as written, and the script that they were written from.

So an edited file is compared with what it was, not with a script that has changed since; a file that was edited and not
read back is not overwritten without a copy; a file that was not exported is not overwritten at all; and exports that
are older than the script are known.

Who changes the list holds its lock, so that two commands at once do not lose each other's exports.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path

from cinescribe.errors import OutputError, RecordError
from cinescribe.export.folder import (
    CAST,
    DRAFT,
    EVIDENCE,
    FACES,
    FEATURES,
    JOURNAL,
    KEPT_SCRIPT,
    LOG,
    PORTRAITS,
    RECORDINGS,
    SCRIPT,
    SETTINGS,
)
from cinescribe.export.settings import Settings, read_settings
from cinescribe.export.tracks.cue_rows import CueRow, RowFile
from cinescribe.input_files import digest
from cinescribe.journal.folder_lock import locked_folder
from cinescribe.record import Record
from cinescribe.schema import CueStatus
from cinescribe.store import read_record, write_json, writing

EXPORTS = "exports.json"  # in a description's folder
_LOCK = ".exports.lock"
WITH_VOICE = ("wav", "film", "player")  # forms that also depend on all of the folder's settings
WITHOUT_DISCLOSURE = ("srt", "csv")  # forms that cannot carry one; others depend on what the settings say about it
# The description itself, which no export may replace; so are all files with hidden names.
_OWN_FILES = (SCRIPT, KEPT_SCRIPT, DRAFT, JOURNAL, CAST, SETTINGS, FACES, LOG, EXPORTS)
_OWN_FOLDERS = (EVIDENCE, FEATURES, PORTRAITS, RECORDINGS)


@dataclass(frozen=True)
class Export(Record):
    """One exported file.

    Args:
        path: of the file, relative to the folder if it is inside, else absolute.
        to: its form, as `export_description` calls it.
        script: digest of what it was made from: the script, for sound the settings, and else what they say for the
            disclosure.
        file: digest of the file as it was written, or last read back; "" if an older version wrote it.
        rows: its rows as written; () if it is not one to be edited.
        carries: the statuses that it lists.
    """

    path: str
    to: str
    script: str
    file: str = ""
    rows: tuple[CueRow, ...] = ()
    carries: tuple[CueStatus, ...] = ()


@dataclass(frozen=True)
class _Exports(Record):
    """The file `exports.json`."""

    exports: tuple[Export, ...] = ()
    version: int = 1


def locked_exports(folder: Path) -> AbstractContextManager[None]:
    """Keep other commands from changing the list of exports, and the files in it, inside the block.

    Raises:
        OutputError: when another command has been at it for ten seconds, or the folder cannot be written.
    """
    return locked_folder(folder, _LOCK)


def base_rows(folder: Path, path: Path) -> RowFile | None:
    """Return the rows of an export as it was written; None if nothing is known of it.

    A file of another folder, such as a copy returned by mail, is identified by its name.

    Raises:
        RecordError: when the folder's list of exports is damaged.
    """
    found = _known(Path(folder), Path(path))
    return None if found is None or not found.carries else RowFile(found.rows, frozenset(found.carries))


def note_read(folder: Path, path: Path, rows: RowFile | None = None) -> None:
    """Remember that an edited export was read back: the next export may overwrite it without a copy.

    Args:
        folder: the description's folder.
        path: the file.
        rows: the rows as they were read, with the ids that new cues were given; from now on the file is compared with
            them. None: it is still compared with the rows that were exported.

    Raises:
        RecordError: when the folder's list of exports is damaged, or the file is gone.
        OutputError: when the list cannot be written.
    """
    folder = Path(folder)
    if _known(folder, Path(path)) is None:
        return
    with locked_exports(folder):
        found = _known(folder, Path(path))
        if found is not None:
            kept = found.rows if rows is None else rows.rows
            _write(folder, [*_others(folder, found.path), replace(found, file=digest(Path(path)), rows=kept)])


def stale_exports(folder: Path) -> tuple[str, ...]:
    """Return the paths of existing exports that were made from another state of the script, in order of their names.

    Raises:
        RecordError: when the folder's list of exports, or its script, cannot be read.
    """
    folder = Path(folder)
    stale = [
        export.path
        for export in _read(folder)
        if os.path.exists(folder / export.path) and export.script != _source(folder, export.to)
    ]
    return tuple(sorted(stale))


def was_exported(folder: Path, path: Path) -> bool:
    """Return whether a file is there that was exported from a folder.

    Raises:
        RecordError: when the folder's list of exports is damaged.
    """
    return path.is_file() and _exact(folder, path) is not None


def check_target(folder: Path, path: Path) -> None:
    """Raise if an export may not be written to a path: something is there that was not exported from the folder.

    Args:
        folder: the description's folder.
        path: the file to write.

    Raises:
        OutputError: when it is a link, another file, or has a name that the description needs for itself.
        RecordError: when the folder's list of exports is damaged.
    """
    first, *rest = Path(_name(folder, path)).parts or (".",)
    if first in _OWN_FOLDERS or (not rest and (first in _OWN_FILES or first.startswith("."))):
        raise OutputError(f"{str(path)!r} belongs to the description itself; name another file")
    if path.is_symlink() or (path.exists() and _exact(folder, path) is None):
        what = "a link" if path.is_symlink() else "there already"
        raise OutputError(
            f"{str(path)!r} is {what}, and was not exported from {str(folder)!r}; name another file, or move it away"
        )


def remember(folder: Path, path: Path, *, to: str, rows: RowFile | None, file: str) -> None:
    """Record an export that is written but not yet moved to its place, inside `locked_exports`.

    Args:
        folder: the description's folder.
        path: its place.
        to: its form.
        rows: its rows as written; None for a form that cannot be edited.
        file: its digest.

    Raises:
        RecordError: when the folder's list of exports is damaged.
        OutputError: when the list cannot be written.
    """
    export = Export(_name(folder, path), to, _source(folder, to), file)
    if rows is not None:
        export = replace(export, rows=rows.rows, carries=tuple(sorted(rows.carries)))
    _write(folder, [*_others(folder, export.path), export])


def is_edited(folder: Path, path: Path) -> bool:
    """Return whether a file was edited since it was exported, and never read back.

    Raises:
        RecordError: when the folder's list of exports is damaged.
    """
    found = _exact(folder, path)
    return found is not None and bool(found.file) and path.is_file() and digest(path) != found.file


def keep_edited(folder: Path, path: Path) -> Path | None:
    """Copy a file that was edited since it was exported and never read back; return the copy, or None if none is due.

    It is called inside `locked_exports`.

    Raises:
        RecordError: when the folder's list of exports is damaged.
        OutputError: when the copy cannot be written.
    """
    found = _exact(folder, path)
    if found is None or not is_edited(folder, path):
        return None
    names = (path.with_name(f"{path.stem}.edited{number}{path.suffix}") for number in chain([""], count(2)))
    copy = next(name for name in names if not os.path.lexists(name))
    try:
        with writing(copy) as beside:
            shutil.copyfile(path, beside)
    except OutputError as error:
        raise OutputError(
            f"{str(path)!r} was edited and not read back, and cannot be copied: {error}. "
            "Or read it back, or move it away"
        ) from error
    _write(folder, [*_read(folder), replace(found, path=_name(folder, copy))])
    return copy


def _exact(folder: Path, path: Path) -> Export | None:
    name = _name(folder, path)
    return next((export for export in _read(folder) if export.path == name), None)


def _known(folder: Path, path: Path) -> Export | None:
    exact = _exact(folder, path)
    namesakes = [export for export in _read(folder) if Path(export.path).name == path.name]
    return exact or (namesakes[0] if len(namesakes) == 1 else None)


def _name(folder: Path, path: Path) -> str:
    """How the list of exports calls a file."""
    whole, inside = path.resolve(), folder.resolve()
    return whole.relative_to(inside).as_posix() if whole.is_relative_to(inside) else str(whole)


def _source(folder: Path, to: str) -> str:
    """The digest of what a form is made from."""
    script = digest(folder / SCRIPT)
    settings = folder / SETTINGS
    if to in WITHOUT_DISCLOSURE or not settings.is_file():
        return script
    if to in WITH_VOICE:
        return hashlib.sha256(f"{script} {digest(settings)}".encode()).hexdigest()
    spoken_with, by_default = ((each.voice, each.disclosure) for each in (read_settings(folder), Settings()))
    return script if spoken_with == by_default else hashlib.sha256(f"{script} {spoken_with}".encode()).hexdigest()


def _read(folder: Path) -> tuple[Export, ...]:
    path = folder / EXPORTS
    if not path.is_file():
        return ()
    try:
        return read_record(path, _Exports).exports
    except RecordError as error:
        raise RecordError(
            f"{error}. Remove {EXPORTS}: edited files are then compared with the script as it is now, and "
            "earlier exports must be moved away"
        ) from error


def _others(folder: Path, path: str) -> list[Export]:
    """All exports but one."""
    return [each for each in _read(folder) if each.path != path]


def _write(folder: Path, exports: Iterable[Export]) -> None:
    ordered = sorted(exports, key=lambda export: export.path)
    write_json(folder / EXPORTS, _Exports(tuple(ordered)).to_dict())
