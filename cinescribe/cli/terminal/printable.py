"""The door to the terminal: what files hold cannot move its cursor, change its colours or reorder its letters."""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Any, TextIO

# All control characters but tab and line feed, the separators of lines that terminals may take for a line feed, and
# those that reverse the order of letters. Marks that only say how a sign is ordered stay, for Hebrew and Arabic.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")


def printable(text: str) -> str:
    r"""Return a text with control characters as JSON writes them, such as `\u001b`; so JSON keeps its meaning."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class PrintableWriter(TextIOWrapper):
    """A text stream that writes no control characters."""

    def write(self, text: str) -> int:
        """Write a text, with control characters as `printable` shows them."""
        return super().write(printable(text))

    def write_control(self, text: str) -> None:
        """Write a text as it is; for our own returns of the cursor."""
        super().write(text)


@contextmanager
def printable_streams() -> Iterator[None]:
    """Let all that is printed while the block runs go through `PrintableWriter`."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_printable_stream, before)
    ours = [stream for stream in (sys.stdout, sys.stderr) if isinstance(stream, PrintableWriter)]
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for stream in ours:
            with suppress(OSError, ValueError):  # the reader of a pipe is gone, or the stream was closed
                stream.detach()  # or the stream below would be closed with it


def _printable_stream(stream: TextIO) -> Any:
    """The stream to print to; a stream without bytes, or of an older block, stays."""
    buffer = getattr(stream, "buffer", None)
    if buffer is None or isinstance(stream, PrintableWriter):
        return stream
    with suppress(OSError, ValueError):
        stream.flush()
    encoding = stream.encoding or "utf-8"
    if codecs.lookup(encoding).name == "ascii":  # of the locale C, whose terminals read UTF-8 nevertheless
        encoding = "utf-8"
    return PrintableWriter(buffer, encoding=encoding, errors="backslashreplace", write_through=True)
