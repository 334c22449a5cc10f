"""Reads and writes records and JSON. Files are written under a temporary name and renamed when complete."""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from cinescribe.errors import OutputError, RecordError, brief
from cinescribe.input_files import decoded, numbered_lines, open_input, read_bytes, read_text
from cinescribe.parsing import parse_json
from cinescribe.record import Record

_SomeRecord = TypeVar("_SomeRecord", bound=Record)

_BLOCK = 1 << 16  # bytes that are searched at once for the end of a line


@contextmanager
def writing(path: Path, *, synced: bool = False) -> Iterator[Path]:
    """Yield a temporary path beside `path`, renamed to `path` when the block succeeds and removed when it fails.

    The suffix is kept, since many writers choose their format by it. Several threads and processes may write the same
    path at once; the last one to finish wins.

    Args:
        path: the file.
        synced: whether file and rename outlast a loss of power right after the block. That takes milliseconds: it is
            for a person's words, not for what can be computed again.

    Raises:
        OutputError: when the path cannot be written, the disk is full, or the path is a folder.
    """
    path = Path(path)
    if not path.name:
        raise OutputError(f"{str(path)!r} is a folder; name a file in it")
    # The process comes last: `output_folder` removes what processes that are gone have left.
    beside = path.with_name(f".{path.stem}.{threading.get_native_id()}.{os.getpid()}.part{path.suffix}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield beside
        if synced:
            _sync(beside)
        os.replace(beside, path)
        if synced:
            _sync_folder(path.parent)
    except OSError as error:
        raise OutputError(_unwritable(path, error)) from error
    finally:
        if os.path.lexists(beside):  # False, and no error, where a name is too long
            beside.unlink()


def write_text(path: Path, text: str, *, synced: bool = False) -> None:
    """Write a whole UTF-8 text file, or nothing.

    Args:
        path: the file.
        text: its content.
        synced: as for `writing`.

    Raises:
        OutputError: when the text holds half of a surrogate pair, or the file cannot be written.
    """
    data = encoded(text, path)
    with writing(path, synced=synced) as beside:
        beside.write_bytes(data)


def encoded(text: str, path: Path) -> bytes:
    """Return the UTF-8 bytes of a text that is written to a file.

    Raises:
        OutputError: naming the file, when the text holds half of a surrogate pair.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        around = brief(text[max(error.start - 20, 0) : error.end])
        raise OutputError(
            f"{str(path)!r} cannot be written: {around} holds half of a surrogate pair; write the whole character"
        ) from error


def write_record(path: Path, record: Record, *, synced: bool = False) -> None:
    """Write one record as indented JSON; `synced` as for `writing`."""
    write_text(path, record_text(record), synced=synced)


def record_text(record: Record) -> str:
    """Return what `write_record` writes."""
    return json.dumps(record.to_dict(), ensure_ascii=False, indent=1) + "\n"


def read_record(path: Path, kind: type[_SomeRecord]) -> _SomeRecord:
    """Read one record.

    Raises:
        RecordError: when the file is missing, is not JSON, or holds something else.
    """
    return kind.from_dict(parse_json(read_text(path), str(path)))


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write records as JSONL, one a line."""
    write_text(path, "".join(json.dumps(record.to_dict(), ensure_ascii=False) + "\n" for record in records))


def append_records(path: Path, records: Iterable[Record]) -> None:
    """Add records to JSONL at its end, one a line; they are on the disk when this returns.

    Where that fails the file is as it was. A crash in the middle may leave a last line that breaks off:
    `read_appended` leaves it out, and the next call removes it.

    Raises:
        OutputError: when the file cannot be written or the disk is full.
    """
    append_lines(path, "".join(json.dumps(record.to_dict(), ensure_ascii=False) + "\n" for record in records))


def append_lines(path: Path, lines: str) -> int:
    """Add whole lines to a text file as `append_records` does; return the length that it had, in bytes.

    Raises:
        OutputError: when the file cannot be written, the disk is full, or half of a surrogate pair is in a line.
    """
    path = Path(path)
    data, length = encoded(lines, path), None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        with open(path, "a+b", opener=not_through_link) as opened:
            length = _end_of_lines(opened)
            opened.truncate(length)
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        if is_new:
            _sync_folder(path.parent)
    except OSError as error:
        if length is not None:
            os.truncate(path, length)
        raise OutputError(_unwritable(path, error)) from error
    return length


def last_line(path: Path) -> bytes:
    """Return the last whole line of a text file without its end; empty if there is none.

    Raises:
        RecordError: when the file is missing, not readable, or no regular file.
    """
    with open_input(path) as opened:
        end = _end_of_lines(opened)
        start = _end_of_lines(opened, before=max(end - 1, 0))
        opened.seek(start)
        return opened.read(end - start).removesuffix(b"\n")


def not_through_link(path: str, flags: int) -> int:
    """Open a file that is added to, as an `opener` of `open`; what a link leads to is not ours.

    Raises:
        OSError: when it is a link, or cannot be opened.
    """
    try:
        return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)  # Windows has no such flag
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "it is a link; remove it", path) from error
        raise


def read_json(path: Path, *, unique_keys: bool = False) -> Any:
    """Return the value of a JSON file, gzipped or not.

    Args:
        path: the file.
        unique_keys: whether to refuse an object with one key twice.

    Raises:
        RecordError: when the file is missing or is not JSON, or repeats a key that must be unique.
    """
    return parse_json(read_text(path), repr(str(path)), unique_keys=unique_keys)


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON in one line.

    Raises:
        OutputError: when the file cannot be written.
    """
    write_text(path, json.dumps(value, ensure_ascii=False) + "\n")


def _end_of_lines(opened: BinaryIO, *, before: int | None = None) -> int:
    """Return the length of a file, or of its first bytes, up to the end of the last whole line."""
    end = opened.seek(0, os.SEEK_END) if before is None else before
    while end:
        start = max(0, end - _BLOCK)
        opened.seek(start)
        at = opened.read(end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0


def _sync(path: Path) -> None:
    """Wait until a file is on the disk."""
    with open(path, "ab") as opened:  # Windows syncs only what may be written
        os.fsync(opened.fileno())


def _sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk; Windows opens no folders, and writes them in order."""
    if sys.platform == "win32":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def read_appended(path: Path, kind: type[_SomeRecord]) -> list[_SomeRecord]:
    """Read JSONL that records are appended to: what follows the last whole line is left out.

    Raises:
        RecordError: naming the file and line at fault.
    """
    whole, _, _ = read_bytes(path).rpartition(b"\n")
    return _records(decoded(whole, path), kind, path)


def read_records(path: Path, kind: type[_SomeRecord]) -> list[_SomeRecord]:
    """Read JSONL.

    Raises:
        RecordError: naming the file and line at fault.
    """
    return _records(read_text(path), kind, path)


def _unwritable(path: Path, error: OSError) -> str:
    return f"{str(path)!r} cannot be written ({error.strerror or error}); name a writable folder with free space"


def _records(text: str, kind: type[_SomeRecord], path: Path) -> list[_SomeRecord]:
    return [_record(line, kind, f"{path}, line {number}") for number, line in numbered_lines(text)]


def _record(line: str, kind: type[_SomeRecord], where: str) -> _SomeRecord:
    value = parse_json(line, where)
    try:
        return kind.from_dict(value)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error
