"""Locks a folder, so that two commands do not change it at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cinescribe.errors import OutputError

_PATIENCE = 10.0  # seconds to wait for another command


@contextmanager
def locked_folder(folder: Path, name: str) -> Iterator[None]:
    """Keep other threads and commands from editing a folder inside the block; the folder is made if it is missing.

    A process that dies leaves no lock behind. A thread that holds the lock must not ask for it again.

    Args:
        folder: that is edited.
        name: of the lock in it.

    Raises:
        OutputError: when another command has been editing it for ten seconds, or the folder cannot be written.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415  loads asyncio, and most commands lock nothing

    lock = FileLock(folder / name, timeout=_PATIENCE)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise OutputError(
            f"another command is editing {str(folder)!r}; wait until it is done, and try again"
        ) from error
    except OSError as error:
        raise OutputError(f"{str(folder)!r} cannot be written ({error.strerror}); name a writable folder") from error
    try:
        yield
    finally:
        lock.release()
