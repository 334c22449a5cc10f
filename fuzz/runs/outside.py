"""Files that no reader may open, watched by the kernel (inotify): libraries in C open files unseen by Python."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from pathlib import Path

NAMES = ("secret.txt", "secret.mp4", "secret.png", "secret.srt", "secret.wav", "pipe")
_OPENED = 0x20  # IN_OPEN of <sys/inotify.h>
_EVENT = struct.Struct("iIII")  # watch, mask, cookie, length of the name that follows


class OutsideFolder:
    """A folder of files that must stay closed.

    Args:
        folder: is made; damaged inputs name the files in it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for name in NAMES[:-1]:
            (folder / name).write_text("never read this\n")
        os.mkfifo(folder / NAMES[-1])
        libc = ctypes.CDLL(None, use_errno=True)
        self._events = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if libc.inotify_add_watch(self._events, os.fsencode(folder), _OPENED) < 0:
            raise OSError(ctypes.get_errno(), f"{folder} cannot be watched")

    def opened(self) -> list[str]:
        """Return the names of the files that were opened since the last call."""
        try:
            data = os.read(self._events, 1 << 16)
        except BlockingIOError:
            return []
        return sorted(set(_names(data)) - {""})  # without a name the folder itself: other programs list folders


def _names(data: bytes) -> Iterator[str]:
    while data:
        _, _, _, length = _EVENT.unpack_from(data)
        yield data[_EVENT.size : _EVENT.size + length].rstrip(b"\0").decode()
        data = data[_EVENT.size + length :]
