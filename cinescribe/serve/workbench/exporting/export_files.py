"""The files that a description can be exported to: which are there, how old they are, and whether they still hold."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from cinescribe.export.description import FORMATS, default_name
from cinescribe.export.exports import stale_exports, was_exported
from cinescribe.language.messages.page_words import PageWords
from cinescribe.schema import Script
from cinescribe.timing import Seconds

_UNITS = ((86400, "made-days"), (3600, "made-hours"), (60, "made-minutes"))
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

    def state(self, t: PageWords) -> str:
        """Return what there is of it, in the words of a language."""
        if self.is_taken:
            return t.plain("file-taken")
        if not self.is_there:
            return t.plain("file-none")
        return t.plain(
            "file-old" if self.is_stale else "file-current", size=_size(self.size, t), made=_ago(self.age, t)
        )


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


def _ago(age: Seconds, t: PageWords) -> str:
    for seconds, name in _UNITS:
        n = int(age // seconds)
        if n:
            return t.plain(name, n=n)
    return t.plain("made-now")


def _size(size: int, t: PageWords) -> str:
    for unit, name in _SIZES:
        if size >= unit:
            return f"{t.number(float(f'{size / unit:.3g}'), digits=None)} {name}"
    return t.plain("size-bytes", n=size)
