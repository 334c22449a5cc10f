"""The seal of a journal, a small file beside it: the number and the checksum of its last line."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import RecordError
from cinescribe.input_files import read_text
from cinescribe.journal.lines import JournalEnd, checksum
from cinescribe.store import write_text

_DIGITS = 15  # of a number, at most
_HEX = 32  # digits of a checksum


def write_seal(path: Path, end: JournalEnd) -> None:
    """Write the seal of a journal; it is on the disk when this returns.

    Raises:
        OutputError: when it cannot be written.
    """
    write_text(_seal_path(path), _text(end), synced=True)


def read_seal(path: Path) -> JournalEnd | None:
    """Return where a journal ended when it was last written; None if that is not known.

    Raises:
        RecordError: when the seal is damaged.
    """
    seal = _seal_path(path)
    if not seal.is_file():
        return None
    text = read_text(seal)
    number, _, rest = text.partition(" ")
    end = JournalEnd(int(number), rest[:_HEX]) if number.isdecimal() and len(number) <= _DIGITS else None
    if end is None or text != _text(end):
        raise RecordError(
            f"{str(seal)!r} is damaged; it says where {path.name} ends. If that file is whole, remove the seal"
        )
    return end


def _text(end: JournalEnd) -> str:
    """Return number and checksum, and the checksum of both: a wrong number would claim lost edits."""
    held = f"{end.number} {end.check}"
    return f"{held} {checksum(held.encode())}\n"


def _seal_path(path: Path) -> Path:
    return path.with_name(f".{path.stem}.seal")
