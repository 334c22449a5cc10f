"""What is known of a model on a server from earlier runs: what it can do, its limits, and how its server lists it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.connection.server_address import ServerAddress
from cinescribe.models.vlm.limits import ServerLimits
from cinescribe.record import Record
from cinescribe.store import read_record, write_record


@dataclass(frozen=True)
class KnownServer(Record):
    """What is known of a model on a server.

    Args:
        can: what it can do.
        limits: what it does not take.
        fingerprint: of the model in its server's list; "" if the server lists none. Another one means that the server
            serves something else now, and that the rest is out of date.
    """

    can: Capabilities
    limits: ServerLimits
    fingerprint: str = ""


def known_server(address: ServerAddress, folder: Path) -> KnownServer | None:
    """Return what is known of a server, or None if nothing is. Remove the folder's files to forget it.

    Args:
        address: of the model on its server.
        folder: remembers it.

    Raises:
        RecordError: when the file is damaged.
    """
    path = _path(address, folder)
    return read_record(path, KnownServer) if path.is_file() else None


def remember_server(address: ServerAddress, folder: Path, known: KnownServer) -> None:
    """Remember what is known of a server.

    Args:
        address: of the model on its server.
        folder: remembers it.
        known: what is known.

    Raises:
        OutputError: when the folder cannot be written.
    """
    write_record(_path(address, folder), known)


def _path(address: ServerAddress, folder: Path) -> Path:
    # Before 0.6 files without `server.` held what a model can do, and no limits.
    return Path(folder) / f"{hashlib.sha256(str(address).encode()).hexdigest()}.server.json"
