"""Contents of files that our own writers make."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Callable
from pathlib import Path

from fuzz.reader import files_below


def written(name: str, write: Callable[[Path], object]) -> bytes:
    """Return what a function writes to a path of a given name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        return path.read_bytes()


def written_files(write: Callable[[Path], object]) -> dict[str, bytes]:
    """Return the files that a function writes into a folder, by relative path."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        return files_below(Path(folder))


def gzipped(content: bytes) -> bytes:
    """Return a gzip file of a content, the same each time."""
    return gzip.compress(content, mtime=0)
