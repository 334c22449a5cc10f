"""Journals: files that are only added to, one edit a line, and that prove that no edit is lost or altered.

Each line holds its number, the checksum of the line before it, and its own. A small file beside the journal, the seal,
holds the number and the checksum of the last line: without it nobody would notice that the end is cut away. Earlier
versions wrote neither: their lines stay as they are, and the first numbered line holds the checksum of them all.

A last line that breaks off was being written when the command was killed. It was never acknowledged: it is left out,
and the next edit replaces it. All other damage is an error, and nothing is derived from a damaged journal.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from cinescribe.errors import OutputError, RecordError
from cinescribe.journal.inspection import look_at_journal, whole_journal
from cinescribe.journal.lines import JournalEnd, JournalLine, checksum_of_all, numbered_line, read_line
from cinescribe.journal.seal import read_seal, write_seal
from cinescribe.record import Record
from cinescribe.store import append_lines, last_line, write_text

_SomeRecord = TypeVar("_SomeRecord", bound=Record)


@dataclass(frozen=True)
class DamagedJournal(Generic[_SomeRecord]):
    """What is left of a journal.

    Args:
        faults: what is wrong, each beginning with the line; none if it is whole.
        last: the number of the last edit that is known to have been there.
        edits: those that are whole, by number.
    """

    faults: tuple[str, ...]
    last: int
    edits: dict[int, _SomeRecord]


class Journal(Generic[_SomeRecord]):
    """A journal of edits; who writes to it holds a lock.

    Args:
        path: of the file, which may be missing.
        kind: of its edits.
    """

    def __init__(self, path: Path, kind: type[_SomeRecord]) -> None:
        self.path, self._kind = path, kind

    def read(self) -> tuple[_SomeRecord, ...]:
        """Return all edits: the one with the number n is at n - 1. Bring the seal up to date.

        Raises:
            RecordError: naming the line at fault and what is lost, when the journal is damaged.
            OutputError: when the seal cannot be written.
        """
        edits, end = self._whole()
        seal = read_seal(self.path)
        if end.number and (seal is None or seal.number < end.number):  # killed between the two
            write_seal(self.path, end)
        return edits

    def peek(self) -> tuple[_SomeRecord, ...]:
        """Return all edits, and write nothing.

        Raises:
            RecordError: as `read`.
        """
        return self._whole()[0]

    def append(self, edit: _SomeRecord) -> None:
        """Add an edit; it is on the disk when this returns. Where that fails, the journal is as it was.

        Raises:
            RecordError: when the journal is damaged at its end; only `read` looks at all lines.
            OutputError: when it cannot be written, or the disk is full.
        """
        line, end = numbered_line(edit, self._end())
        length = append_lines(self.path, line)
        try:
            write_seal(self.path, end)
        except OutputError:
            os.truncate(self.path, length)
            raise

    def replace(self, edits: Iterable[_SomeRecord]) -> None:
        """Write the journal anew, with these edits.

        Raises:
            OutputError: when it cannot be written, or the disk is full.
        """
        end, lines = JournalEnd(0, checksum_of_all([])), []
        for edit in edits:
            line, end = numbered_line(edit, end)
            lines.append(line)
        write_text(self.path, "".join(lines), synced=True)
        write_seal(self.path, end)

    def examine(self) -> DamagedJournal[_SomeRecord]:
        """Return what is wrong with the journal, and what is left of it.

        Raises:
            RecordError: when the file cannot be read at all.
        """
        found, edits = look_at_journal(self.path), {}
        for number, (at, values) in found.edits.items():
            try:
                edits[number] = self._edit(at, values)
            except RecordError as error:
                found.faults.append(str(error).removeprefix(f"{self.path}, "))
        return DamagedJournal(tuple(found.faults), found.end.number, edits)

    def _whole(self) -> tuple[tuple[_SomeRecord, ...], JournalEnd]:
        found = whole_journal(self.path)
        return tuple(self._edit(at, values) for at, values in found.edits.values()), found.end

    def _edit(self, at: int, values: dict[str, Any]) -> _SomeRecord:
        try:
            return self._kind.from_dict(values)
        except RecordError as error:
            raise RecordError(f"{self.path}, line {at}: {error}") from error

    def _end(self) -> JournalEnd:
        """Return where the journal ends, from its last line and the seal only where that is enough."""
        last = read_line(0, last_line(self.path)) if self.path.is_file() else JournalLine(0, b"")
        seal = read_seal(self.path)
        if last.number is not None and last.check is not None:
            end = JournalEnd(last.number, last.check)
            if seal is None or seal == end or seal.number < end.number:
                return end
        return whole_journal(self.path).end
