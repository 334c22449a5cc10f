"""The folders of one process: the input, what is written beside it, and files that must stay closed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from fuzz.mutations.mutate import Content, Odd
from fuzz.mutations.tokens import OUTSIDE
from fuzz.reader import OUT
from fuzz.runs.outside import OutsideFolder


class Scratch:
    """Folders that are removed at the end.

    Args:
        root: an empty folder, or one to make.
    """

    def __init__(self, root: Path) -> None:
        root.mkdir(exist_ok=True)
        self.input, self.out, self._temporary = root / "input", root / OUT, root / "tmp"
        self.outside = OutsideFolder(root / "outside")
        self.writable = (self.input, self.out, self._temporary)
        for folder in self.writable:
            folder.mkdir()
        tempfile.tempdir = str(self._temporary)
        os.chdir(self._temporary)

    def fill(self, files: Mapping[str, Content]) -> None:
        """Write the files of an input; what the last one left is removed."""
        for folder in self.writable:
            with os.scandir(folder) as entries:
                for entry in list(entries):
                    if entry.is_dir(follow_symlinks=False):
                        shutil.rmtree(entry.path)
                    else:
                        os.unlink(entry.path)
        for name, content in files.items():
            self._write(self.input / name, content)

    def _write(self, path: Path, content: Content) -> None:
        if path.parent != self.input:
            path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content.replace(OUTSIDE, os.fsencode(self.outside.folder)))
        elif content is Odd.FOLDER:
            path.mkdir()
        elif content is Odd.PIPE:
            os.mkfifo(path)
