"""A journal whose lines prove themselves: every kind of damage is named, and what is whole stays."""

from __future__ import annotations

import os
from dataclasses import dataclass

import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.journal.inspection import journal_values
from cinescribe.journal.journal import Journal
from cinescribe.record import Record
from cinescribe.store import append_records


@dataclass(frozen=True)
class Note(Record):
    what: str
    undoes: int | None = None


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda number: None)


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "edits.jsonl", Note)


def write(journal, n=5, n_old=0):
    if n_old:
        append_records(journal.path, [Note(f"This is the old edit {number}.") for number in range(1, n_old + 1)])
    for number in range(n_old + 1, n_old + n + 1):
        journal.append(Note(f"This is the new edit {number}."))
    return journal.read()


def lines(journal):
    return journal.path.read_bytes().splitlines(keepends=True)


def refused(journal, changed):
    """The fault that is named in a journal of these lines."""
    journal.path.write_bytes(b"".join(changed))
    with pytest.raises(RecordError, match=r"edits\.jsonl, line") as caught:
        journal.read()
    with pytest.raises(RecordError):
        journal_values(journal.path)
    said = str(caught.value)
    assert "Nothing was derived from it: put a copy of the file back, or let `repair` go on" in said
    return said.partition("edits.jsonl, ")[2].partition(". Nothing")[0]


def test_edits_are_read_as_they_were_written(journal):
    assert journal.read() == ()
    assert not journal.path.exists()
    found = write(journal)
    assert [note.what for note in found] == [f"This is the new edit {n}." for n in range(1, 6)]
    assert [at for at, _ in journal_values(journal.path)] == [1, 2, 3, 4, 5]


def test_a_journal_of_an_earlier_version_is_read_and_goes_on(journal):
    old = write(journal, 0, n_old=3)
    before = journal.path.read_bytes()
    journal.append(Note("new", undoes=2))
    assert journal.read() == (*old, Note("new", undoes=2))
    assert journal.path.read_bytes().startswith(before)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda a, b, c, d, e: [a, b, b, c, d, e], "line 3: edit 2 is there twice"),
        (lambda a, b, c, d, e: [a, b, c, d, e, b], "line 6: edit 2 is there twice"),
        (lambda a, b, c, d, e: [b, c, d, e], "line 1: edit 1 is missing before it"),
        (lambda a, b, c, d, e: [a, d, e], "line 2: edits 2 to 3 are missing before it"),
        (lambda a, b, c, d, e: [a, b, c, d], "line 5: edit 5 is missing, the file ends before that"),
        (lambda a, b, c, d, e: [], "line 1: edits 1 to 5 are missing, the file ends before that"),
        (lambda a, b, c, d, e: [a, b"\n", c, d, e], "line 2 is empty: edit 2 is lost"),
        (lambda a, b, c, d, e: [a, b"{}\n", c, d, e], "line 2 has no number: another program wrote it"),
        (lambda a, b, c, d, e: [a, b[:20] + b"\n", c, d, e], "line 2 is not a whole edit: edit 2 is lost"),
        (lambda a, b, c, d, e: [a, b, d, c, e], "line 3: edit 4 comes before edit 3 (2 faults in all)"),
        (lambda a, b, c, d, e: [a, b"[]\n", c, d, e], "line 2 is not a whole edit: edit 2 is lost"),
        (lambda a, b, c, d, e: [a, b, c, d, e[:-9]], "line 5: edit 5 is missing, the file ends before that"),
        (
            lambda a, b, c, d, e: [a, b.replace(b"new", b"odd"), c, d, e],
            "line 2: edit 2 was changed since it was written",
        ),
    ],
)
def test_damage_is_named_with_its_line_and_what_is_lost(journal, change, fault):
    write(journal)
    assert refused(journal, change(*lines(journal))).startswith(fault.removesuffix(" (2 faults in all)"))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda a, b, c: [a, a, b, c], "line 2 is the same as one before it"),
        (lambda a, b, c: [a, b, c, a], "line 4 is the same as one before it"),
        (lambda a, b, c: [b, c], "lines 1 to 2 are edits of an earlier version, 1 lost"),
        (lambda a, b, c: [a, b], "lines 1 to 2 are edits of an earlier version, 1 lost"),
        (lambda a, b, c: [b, a, c], "lines 1 to 3 are edits of an earlier version, of which one was changed or moved"),
        (lambda a, b, c: [a, b"\n", c], "line 2 is empty: edit 2 is lost"),
        (lambda a, b, c: [a, b[:9] + b"\n", c], "line 2 is not a whole edit: edit 2 is lost"),
        (lambda a, b, c: [], "line 1: edits 1 to 3 are missing, the file ends before that"),
    ],
)
@pytest.mark.parametrize("n_new", [0, 2])
def test_damage_of_lines_of_an_earlier_version_is_named(journal, change, fault, n_new):
    write(journal, n_new, n_old=3)
    old, new = lines(journal)[:3], lines(journal)[3:]
    said = refused(journal, [*change(*old), *new])
    assert n_new or said == fault


def test_another_journal_is_not_taken_for_the_one_that_was_saved(journal, tmp_path):
    write(journal)
    other = Journal(tmp_path / "other.jsonl", Note)
    other.replace([Note(f"other {n}") for n in range(5)])
    mine, others = lines(journal), lines(other)
    assert refused(journal, others) == "line 5: edit 5 is not the one that was saved"
    assert refused(journal, [*mine[:2], *others[2:]]) == "line 3: edit 3 does not follow the line before it"
    (tmp_path / ".other.seal").replace(tmp_path / ".edits.seal")
    journal.path.write_bytes(b"".join(others))
    assert journal.read()[0] == Note("other 0")


def test_an_undo_of_what_is_not_before_it_is_named(journal):
    append_records(journal.path, [Note("one"), Note("undo", undoes=2)])
    with pytest.raises(RecordError, match=r"line 2: edit 2 takes back edit 2, which is not before it"):
        journal.read()


def test_a_last_line_that_broke_off_was_never_acknowledged(journal):
    found = write(journal)
    seal = (journal.path.parent / ".edits.seal").read_bytes()
    journal.append(Note("killed"))
    last = lines(journal)[-1]
    for n in (1, 20, len(last) - 1):
        journal.path.write_bytes(b"".join(lines(journal)[:5]) + last[:n])
        (journal.path.parent / ".edits.seal").write_bytes(seal)
        assert journal.read() == found
    journal.append(Note("next"))
    assert journal.read() == (*found, Note("next"))


def test_an_edit_before_whose_seal_the_command_was_killed_counts(journal):
    write(journal)
    seal = journal.path.parent / ".edits.seal"
    before = seal.read_bytes()
    journal.append(Note("killed"))
    after = seal.read_bytes()
    seal.write_bytes(before)
    assert journal.read()[-1] == Note("killed")
    assert seal.read_bytes() == after
    seal.unlink()
    assert len(journal.read()) == 6
    assert seal.read_bytes() == after


def test_line_ends_of_windows_and_a_byte_order_mark_are_no_damage(journal):
    found = write(journal, 2, n_old=2)
    journal.path.write_bytes(b"\xef\xbb\xbf" + journal.path.read_bytes().replace(b"\n", b"\r\n"))
    assert journal.read() == found
    journal.append(Note("next"))
    assert journal.read() == (*found, Note("next"))


def test_a_damaged_end_is_not_appended_to(journal):
    write(journal)
    good = lines(journal)
    for damaged in (good[:4], [*good[:4], b"\n"], [*good[:4], good[4].replace(b"new", b"odd")]):
        journal.path.write_bytes(b"".join(damaged))
        with pytest.raises(RecordError, match="edit 5"):
            journal.append(Note("next"))
        assert journal.path.read_bytes() == b"".join(damaged)


def test_a_seal_that_cannot_be_written_takes_the_edit_back(journal, monkeypatch):
    write(journal)
    before = journal.path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", full)
        with pytest.raises(OutputError, match=r"edits\.seal' cannot be written"):
            journal.append(Note("lost"))
    assert journal.path.read_bytes() == before
    assert len(journal.read()) == 5


@pytest.mark.parametrize("text", ["", "5", "5 00000000000000000000000000000000 0\n", "x y z\n", "9" * 40 + " a b\n"])
def test_a_damaged_seal_is_named(journal, text):
    write(journal)
    (journal.path.parent / ".edits.seal").write_text(text)
    with pytest.raises(RecordError, match=r"edits\.seal' is damaged; it says where edits\.jsonl ends\. If that file"):
        journal.read()


def test_an_edit_that_is_malformed_is_named(journal):
    journal.path.write_text('{"what": 3}\n')
    with pytest.raises(RecordError, match=r"edits\.jsonl, line 1: Note\.what is 3; expected str"):
        journal.read()
    left = journal.examine()
    assert (left.faults, left.last, left.edits) == (("line 1: Note.what is 3; expected str",), 1, {})


def test_what_is_left_of_a_damaged_journal_keeps_its_numbers(journal):
    write(journal)
    a, b, c, d, _ = lines(journal)
    journal.path.write_bytes(b"".join([a, d, c, b.replace(b"new", b"odd")]))
    left = journal.examine()
    assert left.last == 5
    assert {number: note.what[-2] for number, note in left.edits.items()} == {1: "1", 3: "3", 4: "4"}
    assert [fault.partition(":")[0] for fault in left.faults] == ["line 2", "line 3", "line 4", "line 5"]
    journal.replace(left.edits[n] for n in sorted(left.edits))
    assert [note.what[-2] for note in journal.read()] == ["1", "3", "4"]
    assert journal.examine().faults == ()


def test_a_long_journal_is_appended_to_without_reading_it(journal, monkeypatch):
    write(journal)
    monkeypatch.setattr("cinescribe.journal.inspection.read_bytes", lambda path: pytest.fail("it was read"))
    journal.append(Note("next"))


def test_edit_is_on_the_disk_before_the_seal_says_so(journal, monkeypatch):
    write(journal)
    synced = []
    monkeypatch.setattr("os.fsync", lambda number: synced.append(os.fstat(number).st_ino))
    journal.append(Note("next"))
    parent = journal.path.parent
    seal = (parent / ".edits.seal").stat().st_ino
    assert synced == [journal.path.stat().st_ino, seal, parent.stat().st_ino]
