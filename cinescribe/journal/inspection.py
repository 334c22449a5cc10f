"""Looks at every line of a journal: which edits are whole, and what is wrong with the others."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cinescribe.errors import RecordError
from cinescribe.input_files import read_bytes
from cinescribe.journal.lines import JournalEnd, JournalLine, checksum_of_all, read_line, stated_check
from cinescribe.journal.seal import read_seal


@dataclass
class FoundEdits:
    """What a journal holds.

    Args:
        end: of the lines so far.
        edits: place in the file and values of every edit that is whole, by number.
        faults: what is wrong, each beginning with the line.
    """

    end: JournalEnd
    edits: dict[int, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def journal_values(path: Path) -> list[tuple[int, dict[str, Any]]]:
    """Return the edits of a journal as JSON values, each with its line's place in the file.

    Raises:
        RecordError: naming the line at fault and what is lost, when the journal is damaged.
    """
    return list(whole_journal(path).edits.values())


def whole_journal(path: Path) -> FoundEdits:
    """Return what a journal holds.

    Raises:
        RecordError: naming the line at fault and what is lost, when the journal is damaged.
    """
    found = look_at_journal(path)
    if found.faults:
        more = f" ({len(found.faults)} faults in all)" if len(found.faults) > 1 else ""
        raise RecordError(
            f"{path}, {found.faults[0]}{more}. Nothing was derived from it: put a copy of the file back, or let "
            "`repair` go on without what is lost"
        )
    return found


def look_at_journal(path: Path) -> FoundEdits:
    """Return what a journal holds, and what is wrong with it.

    Raises:
        RecordError: when the file, or its seal, cannot be read at all.
    """
    data = read_bytes(path).removeprefix(codecs.BOM_UTF8) if path.is_file() else b""
    *whole, _ = data.split(b"\n")  # what follows the last end of a line was never acknowledged
    lines = [read_line(at, text.removesuffix(b"\r")) for at, text in enumerate(whole, 1)]
    n_old = next((n for n, line in enumerate(lines) if line.number is not None), len(lines))
    seal = read_seal(path)
    found = _look_at_old(lines[:n_old], lines[n_old] if n_old < len(lines) else None, seal)
    checks = {found.end.number: found.end.check}
    numbers = {line.number for line in lines[n_old:] if line.check is not None}
    for line in lines[n_old:]:
        _look_at(line, found, numbers)
        checks[found.end.number] = found.end.check
    for number, (at, values) in tuple(found.edits.items()):
        target = values.get("undoes")
        if type(target) is int and not 0 < target < number:
            found.faults.append(f"line {at}: edit {number} takes back edit {target}, which is not before it")
            del found.edits[number]
    if seal is not None:
        _compare(found, seal, len(lines), checks.get(seal.number))
    return found


def _look_at(line: JournalLine, found: FoundEdits, numbers: set[int | None]) -> None:
    """Look at a line that follows others, some of which have a number."""
    wanted, where = found.end.number + 1, f"line {line.at}"
    if not line.text.strip():
        fault = f"{where} is empty: edit {wanted} is lost"
    elif line.values is None:
        fault = f"{where} is not a whole edit: edit {wanted} is lost"
    elif line.number is None:
        found.faults.append(f"{where} has no number: another program wrote it")
        return
    elif line.check is None and 0 < line.number < wanted:
        found.faults.append(f"{where}: edit {line.number} is out of its place, and was changed since it was written")
        return
    elif line.check is None:
        fault = f"{where}: edit {wanted} was changed since it was written"
    else:
        found.edits.setdefault(line.number, (line.at, line.values))
        if line.number < wanted:
            is_second = found.edits[line.number][0] != line.at
            what = "is there twice" if is_second else "is out of its place"
            found.faults.append(f"{where}: edit {line.number} {what}")
            return
        if line.number > wanted:
            lost = _edits(wanted, line.number - 1)
            is_later = wanted in numbers and wanted not in found.edits
            what = f"edit {line.number} comes before edit {wanted}" if is_later else f"{lost} before it"
            found.faults.append(f"{where}: {what}")
        elif found.end.check and line.previous != found.end.check:
            found.faults.append(f"{where}: edit {line.number} does not follow the line before it")
        found.end = JournalEnd(line.number, line.check)
        return
    found.faults.append(fault)
    known = line.number if line.number == wanted else None
    found.end = JournalEnd(wanted, stated_check(line) if known else "")


def _look_at_old(lines: list[JournalLine], numbered: JournalLine | None, seal: JournalEnd | None) -> FoundEdits:
    """Look at the lines without numbers, which come first; a numbered line after them, or the seal, proves them."""
    found, kept, texts = FoundEdits(JournalEnd(0, checksum_of_all([]))), list[JournalLine](), set[bytes]()
    for line in lines:
        # An earlier version may go on after the seal, but not with an edit of the very second of another.
        is_new = seal is not None and len(kept) >= seal.number
        if line.text.strip() and ((is_new and line.text in texts) or (kept and line.text == kept[-1].text)):
            found.faults.append(f"line {line.at} is the same as one before it")
            continue
        kept.append(line)
        texts.add(line.text)
        if line.values is None:
            what = "is not a whole edit" if line.text.strip() else "is empty"
            found.faults.append(f"line {line.at} {what}: edit {len(kept)} is lost")
    if not kept:
        return found
    proof = None  # the number of these lines, and their checksum
    if numbered is not None and numbered.check is not None and numbered.number is not None:
        proof = JournalEnd(numbered.number - 1, numbered.previous)
    elif numbered is None and seal is not None:
        proof = seal
    if proof is not None and not found.faults:
        n = proof.number if numbered is None else len(kept)  # after a seal there may be further lines
        if len(kept) < proof.number or checksum_of_all(kept[:n]) != proof.check:
            found.faults.append(_differ(kept[:n], proof.number))
    n_edits = proof.number if proof is not None and (numbered is not None or proof.number > len(kept)) else len(kept)
    found.edits = {n: (line.at, line.values) for n, line in enumerate(kept[:n_edits], 1) if line.values is not None}
    found.end = JournalEnd(n_edits, proof.check if proof is not None and found.faults else checksum_of_all(kept))
    return found


def _compare(found: FoundEdits, seal: JournalEnd, n_lines: int, check: str | None) -> None:
    """Compare the lines with the seal, which holds the last one that was acknowledged."""
    if seal.number > found.end.number:
        lost = _edits(found.end.number + 1, seal.number)
        found.faults.append(f"line {n_lines + 1}: {lost}, the file ends before that")
        found.end = seal
    elif check is not None and check != seal.check and not found.faults:
        at = found.edits[seal.number][0] if seal.number in found.edits else n_lines
        found.faults.append(f"line {at}: edit {seal.number} is not the one that was saved")


def _edits(first: int, last: int) -> str:
    return f"edit {first} is missing" if first == last else f"edits {first} to {last} are missing"


def _differ(lines: list[JournalLine], wanted: int) -> str:
    """Return what is wrong with the lines of earlier versions, which prove nothing each."""
    last = lines[-1].at if lines else 1
    where = f"lines 1 to {last} are edits" if last > 1 else "line 1 is an edit"
    if len(lines) == wanted:
        return f"{where} of an earlier version, of which one was changed or moved"
    n = f"{wanted - len(lines)} lost" if len(lines) < wanted else f"{len(lines) - wanted} too many"
    return f"{where} of an earlier version, {n}"
