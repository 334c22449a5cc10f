"""Notices reads and writes outside the input's folder, network use and new processes, by Python's audit events.

Libraries in C open files without telling Python: see `outside.py`.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Events about paths, with how many of their first arguments are paths.
_WRITES = {
    **dict.fromkeys(("os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.chown", "os.utime"), 1),
    **dict.fromkeys(("os.rename", "os.link", "os.symlink"), 2),
}
_READS = {"os.listdir": 1, "os.scandir": 1, "sqlite3.connect": 1}
_FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "urllib.")
# What the interpreter and the libraries read themselves.
_SYSTEM = (
    "/dev/null",
    "/dev/urandom",
    "/proc/self",
    "/proc/meminfo",
    "/proc/cpuinfo",
    "/sys/fs/cgroup",
    "/etc/localtime",
)


class Outside(BaseException):
    """A reader did something that no reader may do; no `except Exception` hides it."""


class Guard:
    """Watches one process from the moment it is made; raises only inside `watching`.

    Args:
        allowed: the folders that may be read and written.
        readable: further folders that may be read.
    """

    def __init__(self, allowed: Sequence[Path], readable: Sequence[Path]) -> None:
        libraries: list[str | Path] = [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()]
        self._writable = tuple(os.path.realpath(path) for path in allowed)
        self._readable = (*self._writable, *_SYSTEM, *(os.path.realpath(path) for path in [*libraries, *readable]))
        self._searched = {*sys.path, *(path or "." for path in sys.path)}  # for modules and their versions
        self._on = False
        self.found: list[str] = []
        sys.addaudithook(self._see)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the block; `found` then says what it did that it may not do."""
        self.found, self._on = [], True
        try:
            yield
        finally:
            self._on = False

    def _see(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._on:
            return
        if event == "open":
            path, _, flags = args
            self._check(path, self._writable if flags & _WRITING else self._readable, event)
        elif event in _WRITES:
            for path in args[: _WRITES[event]]:
                self._check(path, self._writable, event)
        elif event in _READS and args[0] not in self._searched:
            self._check(args[0], self._readable, event)
        elif event.startswith(_FORBIDDEN):
            self._raise(f"{event}{args[:2]!r}"[:200])

    def _check(self, path: Any, folders: Sequence[str], event: str) -> None:
        if isinstance(path, int):  # already open
            return
        self._on = False
        whole = os.path.realpath(os.fsdecode("." if path is None else path))
        self._on = True
        if not any(whole == folder or whole.startswith(folder + os.sep) for folder in folders):
            self._raise(f"{event} of {whole[:200]!r}, which is outside")

    def _raise(self, what: str) -> None:
        self.found.append(what)
        raise Outside(what)
