"""The text of a file as programs save it: in several encodings, with any line ends."""

from __future__ import annotations

import codecs
from pathlib import Path

from cinescribe.errors import RecordError, SubtitleError
from cinescribe.input_files import read_bytes, with_line_feeds

MAX_SAVED_BYTES = 16 << 20  # bytes; the descriptions of a feature film have less than one megabyte
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Typographic marks that have the same byte in all of Windows' alphabets from 1250 to 1258.
_WINDOWS_MARKS = bytes.fromhex("82 84 85 8b 91 92 93 94 95 96 97 9b a0 ab bb")
_WINDOWS = "cp1252"


def read_saved(path: Path) -> str:
    """Return a text file's content, every line ended by a line feed.

    UTF-8 and UTF-16 are read with or without a byte-order mark, where they need none. Of other encodings only
    typographic quotes, dashes and spaces of Windows are known for certain: any other letter is refused.

    Raises:
        SubtitleError: when the file is missing, too large, no text, or in an encoding that cannot be known.
    """
    data = _bytes(Path(path))
    try:
        text = _decoded(data)
    except UnicodeDecodeError as error:
        raise SubtitleError(
            f"{str(path)!r} is not UTF-8 text (byte {error.start}); save it as UTF-8, in a spreadsheet as 'CSV UTF-8'"
        ) from error
    if "\0" in text:
        raise SubtitleError(f"{str(path)!r} is no text file; save it as plain text (UTF-8)")
    return with_line_feeds(text)


def _bytes(path: Path) -> bytes:
    try:
        return read_bytes(path, max_bytes=MAX_SAVED_BYTES)
    except RecordError as error:
        raise SubtitleError(str(error)) from error


def _decoded(data: bytes) -> str:
    if data.startswith(_UTF16):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if any(byte >= 0x80 and byte not in _WINDOWS_MARKS for byte in set(data)):
            raise
        return data.decode(_WINDOWS)
