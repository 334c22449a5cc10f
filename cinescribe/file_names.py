"""Names and paths from data: whether they may become part of a path, and stay in their folder; the user's cache."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

from cinescribe.errors import RecordError, brief

MAX_NAME = 120  # bytes; systems allow 255, and suffixes and temporary names are added
_MAX_PART = 255  # bytes of a file's name on all common systems
_MAX_PATH = 2048  # bytes; Linux allows twice as many, folder included
_MARKS = frozenset("-_.")
# Windows gives these names to devices, with any suffix.
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))])


def checked_name(name: str, where: str) -> str:
    """Return a name that may become part of a path: letters, digits, `-`, `_` and `.`, on any system one plain file.

    Args:
        name: comes from data, such as the name of a split.
        where: the name's place, that an error names.

    Raises:
        RecordError: for an empty name, other characters, a `.` at the start or end, a reserved name, or more than
            `MAX_NAME` bytes.
    """
    fits = 0 < len(name.encode(errors="replace")) <= MAX_NAME
    plain = all(letter.isalnum() or letter in _MARKS for letter in name)
    if not (fits and plain) or name[0] == "." or name[-1] == "." or name.partition(".")[0].lower() in _DEVICES:
        raise RecordError(
            f"{where} is {brief(name)}, which becomes a file's name; expected at most {MAX_NAME} bytes of letters, "
            "digits, '-', '_' and '.', not reserved, with no '.' at the start or end"
        )
    return name


def path_inside(name: str, where: str) -> PurePosixPath:
    """Return a path from data that stays inside the folder which it is relative to, as far as its text tells.

    Args:
        name: the path, its parts separated by `/`.
        where: the path's place, that an error names.

    Raises:
        RecordError: for an empty or absolute path, one with `..` or a backslash, or one that no system can hold.
    """
    path = PurePosixPath(name)
    parts = [part.encode(errors="surrogatepass") for part in path.parts]
    long = sum(map(len, parts)) + len(parts) > _MAX_PATH or any(len(part) > _MAX_PART for part in parts)
    leads_out = path.is_absolute() or ".." in path.parts or bool(PureWindowsPath(name).drive)
    if not parts or leads_out or long or "\0" in name or "\\" in name:
        raise RecordError(
            f"{where} is {brief(name)}; expected the path of a file inside the folder, relative and without '..'"
        )
    return path


def inside(folder: Path, name: str, where: str) -> Path:
    """Return the place of a path from data inside a folder; a link that leads outside is refused.

    Args:
        folder: which the path is relative to.
        name: the path, its parts separated by `/`.
        where: the path's place, that an error names.

    Raises:
        RecordError: as `path_inside` does, and when a link on the way leads out of the folder, or to itself.
    """
    place = Path(folder) / path_inside(name, where)
    try:
        leads_out = not place.resolve().is_relative_to(Path(folder).resolve())
    except (OSError, RuntimeError) as error:  # RuntimeError before Python 3.13
        raise RecordError(f"{where} is {brief(name)}, a link to itself; put the file there") from error
    if leads_out:
        raise RecordError(f"{where} is {brief(name)}, a link out of its folder; copy the file into the folder")
    return place


def check_utf8(path: Path) -> None:
    """Refuse a path that no text file can hold, such as one that another system wrote in another encoding.

    Raises:
        RecordError: when the path is not UTF-8.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        raise RecordError(
            f"the path {brief(str(path))} is not UTF-8, so it cannot be written down; rename it"
        ) from error


def user_cache(part: str) -> Path:
    """Return the path of our folder of this name in the user's cache; it may not exist."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cinescribe" / part
