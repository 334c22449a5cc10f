"""The files that a description can be exported to: which are there, how old they are, and whether they still hold."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from cinescribe.export.description import FORMATS, default_name
from cinescribe.export.exports import stale_exports, was_exported
from cinescribe.schema import Script
from cinescribe.timing import Seconds

# What each form is, in words.
_WORDS = {
    "text": "Text, to read or edit",
    "vtt": "WebVTT subtitles of the description",
    "srt": "SubRip subtitles of the description",
    "dapt": "DAPT, for other tools of audio description",
    "csv": "CSV, for spreadsheets",
    "script": "Script with dialogue, for braille",
    "wav": "Sound of the voice alone",
    "film": "Film with the description in its sound",
    "page": "Web page with the evidence",
    "player": "Player for listeners, one file",
}
_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))
_SIZES = ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB"))


@dataclass(frozen=True)
class ExportFile:
    """A form of a description, and its file if there is one.

    Args:
        to: name of the form, as commands have it.
        path: of the file, under the form's usual name.
        is_there: whether it was exported, and is still there.
        is_stale: whether it is older than the description.
        age: seconds since it was written.
        size: bytes.
        is_taken: whether something else has its name, which no export replaces.
    """

    to: str
    path: Path
    is_there: bool = False
    is_stale: bool = False
    age: Seconds = 0.0
    size: int = 0
    is_taken: bool = False

    @property
    def words(self) -> str:
        """What it is."""
        return _WORDS.get(self.to, self.to)

    @property
    def state(self) -> str:
        """What there is of it."""
        if self.is_taken:
            return "not made; another file has this name, move it away"
        if not self.is_there:
            return "not made yet"
        holds = "older than the description" if self.is_stale else "up to date"
        return f"{_size(self.size)}, {_ago(self.age)}, {holds}"


def export_files(folder: Path, script: Script) -> tuple[ExportFile, ...]:
    """Return the forms of a description, in the order of commands.

    Args:
        folder: the description's folder.
        script: the description.

    Raises:
        RecordError: when the folder's list of exports is damaged.
    """
    stale = set(stale_exports(folder))
    return tuple(_file(folder, to, folder / default_name(to, script), stale) for to in FORMATS)


def _file(folder: Path, to: str, path: Path, stale: set[str]) -> ExportFile:
    if path.is_symlink() or not was_exported(folder, path):
        return ExportFile(to, path, is_taken=path.is_symlink() or path.exists())
    facts = path.stat()
    age = max(0.0, time.time() - facts.st_mtime)
    return ExportFile(to, path, is_there=True, is_stale=path.name in stale, age=age, size=facts.st_size)


def _ago(age: Seconds) -> str:
    for seconds, name in _UNITS:
        n = int(age // seconds)
        if n:
            return f"made {n} {name}{'' if n == 1 else 's'} ago"
    return "made just now"


def _size(size: int) -> str:
    for unit, name in _SIZES:
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size} bytes"
