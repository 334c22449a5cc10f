"""Reads files of other people: regular files only, of at most a given size, as bytes or as UTF-8 text."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from cinescribe.errors import RecordError

# The largest text of a published data set that is read whole, the captions of COCO with their tokens, has 144 MB.
_MAX_BYTES = 512 << 20
_GZIP = b"\x1f\x8b"  # how every gzip file begins
_LINE_END = re.compile(r"\r{1,2}\n|\r")
_PIECE = 1 << 20  # bytes unpacked at once
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@contextmanager
def open_input(path: Path) -> Iterator[BufferedReader]:
    """Open a regular file for reading; a pipe, which might never end, is refused without waiting for it.

    Raises:
        RecordError: when the file is missing, not readable, or no regular file.
    """
    with _opened(path) as opened:
        kind = stat.S_IFMT(os.fstat(opened.fileno()).st_mode)
        if kind != stat.S_IFREG:
            raise RecordError(f"{str(path)!r} is {_KINDS.get(kind, 'no file')}; name a regular file")
        yield opened


def read_bytes(path: Path, *, max_bytes: int = _MAX_BYTES) -> bytes:
    """Read a whole file, unpacked if it is gzipped.

    Args:
        path: the file.
        max_bytes: how many bytes it may have, packed and unpacked.

    Raises:
        RecordError: when it is missing, not readable, no regular file, too large, or a damaged gzip file.
    """
    path = Path(path)
    with open_input(path) as opened:
        # A buffer is made for all that is asked for, even where the file is small.
        size = os.fstat(opened.fileno()).st_size
        data = _checked_size(opened.read(min(size, max_bytes) + 1), path, max_bytes)
        if not (path.name.lower().endswith(".gz") or data.startswith(_GZIP)):
            return data
        opened.seek(0)
        try:
            with gzip.GzipFile(fileobj=opened) as unpacked:
                return _checked_size(_unpacked(unpacked, max_bytes + 1), path, max_bytes)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise RecordError(f"{str(path)!r} is no whole gzip file ({error}); compress it again") from error


def read_text(path: Path, *, max_bytes: int = _MAX_BYTES) -> str:
    """Read a UTF-8 text file, gzipped or not, with or without a byte-order mark; every line ends in a line feed.

    Args:
        path: the file.
        max_bytes: how many bytes it may have, packed and unpacked.

    Raises:
        RecordError: when it is missing, not readable, no regular file, too large, not UTF-8, or a damaged gzip file.
    """
    return decoded(read_bytes(path, max_bytes=max_bytes), path)


def decoded(data: bytes, path: Path) -> str:
    """Return the text of UTF-8 bytes, without a byte-order mark, its lines ended by a line feed whatever ended them.

    Raises:
        RecordError: naming the file, when the bytes are not UTF-8.
    """
    try:
        return with_line_feeds(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError(f"{str(path)!r} is not UTF-8 text (byte {error.start}); save it as UTF-8") from error


def with_line_feeds(text: str) -> str:
    """Return a text with every line ended by a line feed, whatever ended it.

    CR CR LF is one end: programs write it that end lines of Windows for Windows again.
    """
    return _LINE_END.sub("\n", text) if "\r" in text else text


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text that are not blank, with their numbers from 1.

    Only a line feed ends a line: a sentence may hold U+2028 or a form feed, at which `str.splitlines` would break it.
    """
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


def digest(path: Path) -> str:
    """SHA-256 of a file, in hex.

    Raises:
        RecordError: when it is missing, not readable, or no regular file.
    """
    with open_input(path) as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _opened(path: Path) -> BufferedReader:
    try:
        return open(path, "rb", opener=_without_waiting)
    except OSError as error:
        raise RecordError(f"{str(path)!r} cannot be read ({error.strerror}); name an existing file") from error
    except ValueError as error:  # a NUL in the path
        raise RecordError(f"{str(path)!r} cannot be read ({error}); name an existing file") from error


def _without_waiting(path: str, flags: int) -> int:
    # Without this flag, opening a pipe waits for somebody who writes to it. Windows has no such flag and no such pipes.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _unpacked(opened: gzip.GzipFile, n_bytes: int) -> bytes:
    """The first bytes, read in pieces: memory for all that is asked for would be taken at once."""
    unpacked = bytearray()
    while piece := opened.read(min(_PIECE, n_bytes - len(unpacked))):
        unpacked += piece
    return bytes(unpacked)


def _checked_size(data: bytes, path: Path, max_bytes: int) -> bytes:
    if len(data) > max_bytes:
        raise RecordError(f"{str(path)!r} has more than the {max_bytes:,} bytes that such a file may have; split it")
    return data
