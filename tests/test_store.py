import gzip
import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.input_files import digest
from cinescribe.output_folder import claim_folder
from cinescribe.schema import Gap, Speech
from cinescribe.store import (
    append_lines,
    append_records,
    last_line,
    read_appended,
    read_json,
    read_record,
    read_records,
    write_json,
    write_record,
    write_records,
    write_text,
    writing,
)
from cinescribe.timing import Span

GAPS = [Gap(Span(0, 1)), Gap(Span(2, 3.5))]


def test_records_are_read_back_as_written(tmp_path):
    write_record(tmp_path / "gap.json", GAPS[0])
    write_records(tmp_path / "new" / "gaps.jsonl", GAPS)
    assert read_record(tmp_path / "gap.json", Gap) == GAPS[0]
    assert read_records(tmp_path / "new" / "gaps.jsonl", Gap) == GAPS


def test_records_are_added_one_by_one(tmp_path):
    path = tmp_path / "new" / "gaps.jsonl"
    for gap in GAPS:
        append_records(path, [gap])
    assert read_appended(path, Gap) == read_records(path, Gap) == GAPS


@pytest.mark.slow
def test_a_last_line_that_breaks_off_is_left_out(tmp_path):
    path = tmp_path / "said.jsonl"
    said = [Speech(Span(0, 1), "subtitles", "eins"), Speech(Span(1, 2), "subtitles", "zw\u00f6lf")]
    write_records(path, said)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert read_appended(path, Speech) == said[: whole[:length].count(b"\n")]


@pytest.mark.slow
def test_failed_append_leaves_the_file_unchanged(tmp_path):
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(OutputError, match=r"folder.jsonl' cannot be written \(Is a directory\)"):
        append_records(tmp_path / "folder.jsonl", GAPS)
    done = on_a_full_disk(
        tmp_path,
        """
        from cinescribe.schema import Gap
        from cinescribe.store import append_records
        from cinescribe.timing import Span
        append_records("gaps.jsonl", [Gap(Span(0, 1))] * 100)
        try:
            append_records("gaps.jsonl", [Gap(Span(0, 1))] * 1000)
        except OutputError as error:
            print(error)
        """,
    )
    assert done == "'gaps.jsonl' cannot be written (File too large); name a writable folder with free space\n"
    assert read_records(tmp_path / "gaps.jsonl", Gap) == [Gap(Span(0, 1))] * 100


def on_a_full_disk(folder, code, *, room=4096):
    """What code prints that runs in a folder where files can have so many bytes."""
    begin = "import sys; sys.dont_write_bytecode = True\n"
    begin += f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
    begin += "from cinescribe.errors import OutputError\n"
    return subprocess.run(
        [sys.executable, "-c", begin + textwrap.dedent(code)], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


def test_signs_that_end_a_line_elsewhere_end_no_record(tmp_path):
    said = [Speech(Span(0, 1), "subtitles", "one\u2028two\x0cthree\x85"), Speech(Span(1, 2), "vad")]
    write_records(tmp_path / "speech.jsonl", said)
    assert read_records(tmp_path / "speech.jsonl", Speech) == said


def test_a_failed_write_leaves_the_old_file_and_no_rest(tmp_path):
    path = tmp_path / "script.json"
    write_text(path, "old")

    def fail():
        with writing(path) as beside:
            beside.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["script.json"]


def test_full_disk_is_reported(tmp_path):
    with (
        pytest.raises(OutputError, match=r"x' cannot be written \(No space left.*name a writable folder"),
        writing(tmp_path / "x"),
    ):
        raise OSError(28, "No space left on device")


def test_overlong_file_name_is_reported(tmp_path):
    with pytest.raises(OutputError, match=r"x' cannot be written \(File name too long\)"):
        write_text(tmp_path / ("x" * 300), "")


@pytest.mark.parametrize("folder", [".", "/"])
def test_folder_path_is_refused_as_a_file(folder):
    with pytest.raises(OutputError, match="is a folder; name a file in it"):
        write_text(Path(folder), "words")


def test_bad_files_are_named(tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"start": 0, "end": 1}\nnonsense\n')
    with pytest.raises(RecordError, match=r"bad.jsonl, line 2 is not JSON"):
        read_records(tmp_path / "bad.jsonl", Gap)
    (tmp_path / "deep.jsonl").write_text("[" * 99_999)
    with pytest.raises(RecordError, match=r"deep.jsonl, line 1 is not JSON"):
        read_records(tmp_path / "deep.jsonl", Gap)
    (tmp_path / "other.jsonl").write_text('\n{"start": 0, "end": 1, "x": 2}\n')
    with pytest.raises(RecordError, match=r"other.jsonl, line 2: a Gap has 'x'"):
        read_records(tmp_path / "other.jsonl", Gap)
    (tmp_path / "latin.txt").write_bytes("é".encode("latin-1"))
    with pytest.raises(RecordError, match=r"latin.txt' is not UTF-8 text"):
        read_record(tmp_path / "latin.txt", Gap)
    with pytest.raises(RecordError, match=r"none.json' cannot be read"):
        read_record(tmp_path / "none.json", Gap)


def test_a_digest_is_sha256(tmp_path):
    (tmp_path / "empty").touch()
    assert digest(tmp_path / "empty") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_digest_of_an_unreadable_file_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"gone.mp4' cannot be read \(No such file or directory\); name an existing"):
        digest(tmp_path / "gone.mp4")


@pytest.mark.parametrize("tail", ['{"start": 1', "x" * 70_000])
def test_a_line_that_broke_off_is_removed_by_the_next_ones(tmp_path, tail):
    path = tmp_path / "gaps.jsonl"
    append_records(path, GAPS)
    with open(path, "a", encoding="utf-8") as opened:
        opened.write(tail)
    append_records(path, GAPS)
    assert read_records(path, Gap) == [*GAPS, *GAPS]


def test_a_file_of_one_broken_line_becomes_empty_first(tmp_path):
    path = tmp_path / "gaps.jsonl"
    path.write_text('{"start', encoding="utf-8")
    append_records(path, GAPS)
    assert read_records(path, Gap) == list(GAPS)


def test_records_are_not_appended_through_a_link(tmp_path):
    (tmp_path / "mine").write_text("mine\n")
    (tmp_path / "gaps.jsonl").symlink_to(tmp_path / "mine")
    with pytest.raises(OutputError, match=r"gaps.jsonl' cannot be written \(it is a link; remove it\)"):
        append_records(tmp_path / "gaps.jsonl", GAPS)
    assert (tmp_path / "mine").read_text() == "mine\n"


def test_a_file_is_not_written_through_a_link(tmp_path):
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "gap.json").symlink_to(tmp_path / "mine")
    write_record(tmp_path / "gap.json", GAPS[0])
    assert (tmp_path / "mine").read_text() == "mine"
    assert read_record(tmp_path / "gap.json", Gap) == GAPS[0]


def test_threads_may_write_the_same_file_at_once(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: write_record(tmp_path / "gap.json", GAPS[n % 2]), range(400)))
    assert read_record(tmp_path / "gap.json", Gap) in GAPS[:2]
    assert [path.name for path in tmp_path.iterdir()] == ["gap.json"]


def test_partial_file_of_a_killed_process_is_removed(tmp_path):
    claim_folder(tmp_path, "description", is_older=lambda folder: False)
    killed = """
        import os, sys
        from pathlib import Path
        from cinescribe.store import writing
        with writing(Path(sys.argv[1], "film.mp4")) as beside:
            beside.touch()
            os._exit(0)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(killed), str(tmp_path)], check=True)
    assert len(list(tmp_path.glob(".film.*.part.mp4"))) == 1
    claim_folder(tmp_path, "description", is_older=lambda folder: False)
    assert not list(tmp_path.glob(".film.*"))


def test_json_is_read_back_plain_or_gzipped(tmp_path):
    write_json(tmp_path / "a.json", {"é": [1, None]})
    assert (tmp_path / "a.json").read_text(encoding="utf-8") == '{"é": [1, null]}\n'
    assert read_json(tmp_path / "a.json") == {"é": [1, None]}
    (tmp_path / "packed").write_bytes(gzip.compress(b"[2]"))
    assert read_json(tmp_path / "packed") == [2]


def test_malformed_json_is_named(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"a": 1, "a": 2}')
    assert read_json(path) == {"a": 2}
    with pytest.raises(RecordError, match=r"a.json': the key 'a' is there twice; keep one"):
        read_json(path, unique_keys=True)
    path.write_text("[1")
    with pytest.raises(RecordError, match=r"a.json' is not JSON \(.*\); correct it, or write it again"):
        read_json(path)
    path.rename(tmp_path / "a.json.gz")
    with pytest.raises(RecordError, match=r"a.json.gz' is no whole gzip file"):
        read_json(tmp_path / "a.json.gz")


@pytest.fixture
def synced(monkeypatch):
    """The files and folders that were synced, by inode, and when a file was renamed."""
    found: list[int | str] = []
    fsync, replace = os.fsync, os.replace

    def synced(number):
        found.append(os.fstat(number).st_ino)
        fsync(number)

    def renamed(*paths):
        found.append("renamed")
        replace(*paths)

    monkeypatch.setattr("os.fsync", synced)
    monkeypatch.setattr("os.replace", renamed)
    return found


def test_a_synced_file_is_on_the_disk_before_its_name_is(tmp_path, synced):
    write_text(tmp_path / "plain.txt", "words")
    assert synced == ["renamed"]
    synced.clear()
    write_text(tmp_path / "words.txt", "words", synced=True)
    assert synced == [(tmp_path / "words.txt").stat().st_ino, "renamed", tmp_path.stat().st_ino]


def test_a_new_file_of_lines_has_its_name_on_the_disk(tmp_path, synced):
    path = tmp_path / "gaps.jsonl"
    append_records(path, GAPS)
    append_records(path, GAPS)
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino, path.stat().st_ino]


def test_last_whole_line_is_found(tmp_path):
    path = tmp_path / "lines"
    for text, last in ((b"", b""), (b"half", b""), (b"one\n", b"one"), (b"one\n\n", b""), (b"a\nb\nhalf", b"b")):
        path.write_bytes(text)
        assert last_line(path) == last
    path.write_bytes(b"first\n" + b"x" * 200_000 + b"\nhalf")
    assert last_line(path) == b"x" * 200_000


def test_half_of_a_surrogate_pair_is_not_appended(tmp_path):
    with pytest.raises(OutputError, match=r"lines' cannot be written: 'half \\ud800' holds half of a surrogate pair"):
        append_lines(tmp_path / "lines", "half \ud800")
    assert not (tmp_path / "lines").exists()
