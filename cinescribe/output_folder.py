"""Claims output folders, so that nothing is written to or deleted from a folder that Cinescribe did not make.

A hidden file marks each folder of ours. It says what the folder is for and, where files are deleted again, lists them.
"""

from __future__ import annotations

import fnmatch
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import OutputError, RecordError
from cinescribe.file_names import path_inside
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_json
from cinescribe.record import Record
from cinescribe.store import read_record, read_records, write_record

MARKER = ".cinescribe.json"
_PARTIAL = "..cinescribe.*.part.json"  # a marker that a killed command was writing
_UNFINISHED = re.compile(r"\..+\.(\d+)\.part(\.[^.]+)?")  # what `store.writing` writes, with the number of its process
# No reason to refuse a folder: file managers and version control put these there by themselves.
_IGNORED = frozenset({MARKER, ".DS_Store", "Thumbs.db", "desktop.ini", ".git", ".gitignore", "lost+found"})


@dataclass(frozen=True)
class FolderMarker(Record):
    """The file that marks a folder.

    Args:
        kinds: what the folder is for, such as `description`.
        files: the files that may be deleted, relative to the folder; only in folders whose files are deleted again.
        version: of the marker.
    """

    kinds: tuple[str, ...]
    files: tuple[str, ...] = ()
    version: int = 1


def claim_folder(
    folder: Path,
    kind: str,
    *,
    is_older: Callable[[Path], bool],
    parts: Iterable[str] = (),
    prepared: Iterable[str] = (),
) -> bool:
    """Mark a folder as ours, before any work: a new or empty one, or one that Cinescribe made for the same purpose.

    What killed commands were writing in such a folder is removed.

    Args:
        folder: the folder; made if it does not exist. It may be a link.
        kind: what it is for.
        is_older: whether an older version, which left no marker, made the folder for this purpose.
        parts: the folders inside it that are written to.
        prepared: files that a person may put there first.

    Returns:
        Whether an older version made the folder, and this call marked it.

    Raises:
        OutputError: when the folder holds anything else, a part of it is a link, it cannot be written, or what a killed
            command was writing cannot be removed.
    """
    folder = Path(folder)
    refuse_links(folder, parts)
    kinds = read_marker(folder).kinds
    if kind in kinds:
        _remove_unfinished(folder)
        return False
    is_taken_over = is_older(folder)
    other = None if is_taken_over else _foreign_entry(folder, prepared)
    if other is not None:
        made = f"is a {' and a '.join(kinds)} by Cinescribe and " if kinds else ""
        raise OutputError(
            f"{str(folder)!r} {made}holds {other!r}, which is no part of a {kind} by Cinescribe; "
            "name a new or empty folder"
        )
    # What an empty folder was for before does not matter.
    write_record(folder / MARKER, FolderMarker((*kinds, kind) if is_taken_over else (kind,)))
    return is_taken_over


def claim_files(
    folder: Path, names: Iterable[str], *, kind: str, is_older: Callable[[Path], bool], parts: Iterable[str] = ()
) -> None:
    """Mark a folder of somebody else in which we write a few files, none of which may be there before.

    Args:
        folder: the folder; made if it does not exist.
        names: the files and folders that are written.
        kind: what they are.
        is_older: whether an older version, which left no marker, wrote these files.
        parts: the folders inside it that are written to.

    Raises:
        OutputError: when one of the files is there and not ours, a part is a link, or the folder cannot be written.
    """
    folder = Path(folder)
    refuse_links(folder, parts)
    kinds = read_marker(folder).kinds
    if kind in kinds:
        return
    there = None if is_older(folder) else next((name for name in names if os.path.lexists(folder / name)), None)
    if there is not None:
        raise OutputError(
            f"{str(folder / there)!r} is there already, and Cinescribe did not write it as part of a {kind}; "
            "move it away, or use another folder"
        )
    write_record(folder / MARKER, FolderMarker((*kinds, kind)))


def _remove_unfinished(folder: Path) -> None:
    """Remove temporary files of which the process is gone; links are not followed."""
    for root, _, names in os.walk(folder):
        for path in (Path(root, name) for name in names):
            found = _UNFINISHED.fullmatch(path.name)
            if found is None or _is_running(int(found[1])):
                continue
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise OutputError(f"{str(path)!r} cannot be removed ({error.strerror}); remove it yourself") from error


def _is_running(process: int) -> bool:
    if sys.platform == "win32":  # where asking would end it
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # of another user
        return True
    return True


def refuse_links(folder: Path, parts: Iterable[str]) -> None:
    """Raise if a part of a folder of ours is a link: what it leads to is not ours.

    Raises:
        OutputError: naming the link.
    """
    linked = next((folder / part for part in parts if (folder / part).is_symlink()), None)
    if linked is not None:
        raise OutputError(
            f"{str(linked)!r} is a link, and nothing is written through links inside a folder; "
            "put a folder there, or remove the link"
        )


def read_marker(folder: Path) -> FolderMarker:
    """Return what the marker of a folder says; one without kinds if there is no marker.

    Raises:
        OutputError: when the marker is damaged.
    """
    path = folder / MARKER
    if not os.path.lexists(path):
        return FolderMarker(())
    try:
        marker = read_record(path, FolderMarker)
        for name in marker.files:
            path_inside(name, f"{path}: files")
    except RecordError as error:
        raise OutputError(f"{error}. It marks folders of Cinescribe; remove it, or name another folder") from error
    return marker


def holds_record(path: Path, kind: type[Record]) -> bool:
    """Return whether a file is there and holds a record of a kind, as a sign of who made its folder."""
    try:
        read_record(path, kind)
    except RecordError:
        return False
    return True


def holds_records(path: Path, kind: type[Record]) -> bool:
    """Return whether a file is there and holds a list of records of a kind, and nothing else."""
    try:
        return bool(read_records(path, kind))
    except RecordError:
        return False


def holds_keys(path: Path, *keys: str) -> bool:
    """Return whether a file is there and holds a JSON object with at least these keys."""
    return _has_keys(path, keys, lambda text: text)


def first_line_holds_keys(path: Path, *keys: str) -> bool:
    """Return whether a JSONL file is there whose first line is an object with at least these keys."""
    return _has_keys(path, keys, lambda text: text.partition("\n")[0])


def list_files(folder: Path, kind: str, names: Iterable[str]) -> None:
    """Write down the files of a folder that may be deleted.

    Raises:
        OutputError: when the folder cannot be written.
    """
    write_record(folder / MARKER, FolderMarker((kind,), tuple(sorted(names))))


def files_in(folder: Path) -> Iterator[str]:
    """Yield every file and every link in a folder at any depth, relative to it, without its marker.

    Links are not followed. A missing folder has no files.
    """
    for root, folders, files in os.walk(folder):
        for name in sorted(files + [name for name in folders if os.path.islink(os.path.join(root, name))]):
            relative = (Path(root) / name).relative_to(folder).as_posix()
            if relative != MARKER and not fnmatch.fnmatch(relative, _PARTIAL):
                yield relative


def split_files(folder: Path, *, unlisted: re.Pattern[str] | None = None) -> tuple[list[str], list[str]]:
    """Return the names of the files in a folder that are ours, and of all others; without a marker none is ours.

    Args:
        folder: the folder.
        unlisted: matches the names of our files where the marker lists none yet.

    Raises:
        OutputError: when the marker is damaged.
    """
    marker, names = read_marker(folder), list(files_in(folder))
    if marker.kinds and not marker.files and unlisted is not None:
        ours = [name for name in names if unlisted.fullmatch(name)]
    else:
        listed = frozenset(marker.files)
        ours = [name for name in names if name in listed]
    return ours, sorted({*names} - {*ours})


def remove_files(folder: Path, names: Iterable[str]) -> None:
    """Remove files of a folder, its marker, and every folder in it that is then empty; the folder too if it is.

    Raises:
        OutputError: when one cannot be removed.
    """
    if not folder.is_dir():
        return
    try:
        for name in (*names, MARKER):
            (folder / name).unlink(missing_ok=True)
        for root, _, _ in os.walk(folder, topdown=False):
            if not os.listdir(root):
                os.rmdir(root)
    except OSError as error:
        raise OutputError(f"{str(folder)!r} cannot be removed ({error.strerror}); name a writable folder") from error


def _has_keys(path: Path, keys: Iterable[str], part: Callable[[str], str]) -> bool:
    try:
        value = parse_json(part(read_text(path)), str(path))
    except RecordError:
        return False
    return isinstance(value, dict) and {*keys} <= value.keys()


def _foreign_entry(folder: Path, prepared: Iterable[str]) -> str | None:
    """Return the name of something in a folder that a new output would not find there; None if it is empty."""
    if not os.path.lexists(folder):
        return None
    known = {*_IGNORED, *prepared}
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise OutputError(f"{str(folder)!r} cannot be used ({error.strerror}); name a new or empty folder") from error
    return next((name for name in names if name not in known and not fnmatch.fnmatch(name, _PARTIAL)), None)
