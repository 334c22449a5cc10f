import numpy as np
import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.schema import Gap, Speech
from cinescribe.store import (
    digest,
    read_arrays,
    read_record,
    read_records,
    write_arrays,
    write_record,
    write_records,
    write_text,
    writing,
)
from cinescribe.timing import Span

GAPS = [Gap(Span(0, 1)), Gap(Span(2, 3.5))]


def test_records_come_back(tmp_path):
    write_record(tmp_path / "gap.json", GAPS[0])
    write_records(tmp_path / "new" / "gaps.jsonl", GAPS)
    assert read_record(tmp_path / "gap.json", Gap) == GAPS[0]
    assert read_records(tmp_path / "new" / "gaps.jsonl", Gap) == GAPS


def test_signs_that_end_a_line_elsewhere_end_no_record(tmp_path):
    said = [Speech(Span(0, 1), "subtitles", "one\u2028two\x0cthree\x85"), Speech(Span(1, 2), "vad")]
    write_records(tmp_path / "speech.jsonl", said)
    assert read_records(tmp_path / "speech.jsonl", Speech) == said


def test_arrays_come_back(tmp_path):
    arrays = {"a": np.arange(6, dtype=np.float32).reshape(2, 3).T, "b": np.zeros((0, 128), np.float32)}
    write_arrays(tmp_path / "arrays.safetensors", arrays, notes={"by": "test"})
    found = read_arrays(tmp_path / "arrays.safetensors")
    assert all(np.array_equal(found[name], arrays[name]) for name in arrays)


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


def test_a_full_disk_is_said(tmp_path):
    with (
        pytest.raises(OutputError, match=r"x' cannot be written \(No space left.*name a writable place"),
        writing(tmp_path / "x"),
    ):
        raise OSError(28, "No space left on device")


def test_a_name_that_is_too_long_is_said(tmp_path):
    with pytest.raises(OutputError, match=r"x' cannot be written \(File name too long\)"):
        write_text(tmp_path / ("x" * 300), "")


def test_bad_files_are_named(tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"start": 0, "end": 1}\nnonsense\n')
    with pytest.raises(RecordError, match=r"bad.jsonl, line 2 is not JSON"):
        read_records(tmp_path / "bad.jsonl", Gap)
    (tmp_path / "deep.jsonl").write_text("[" * 99_999)
    with pytest.raises(RecordError, match=r"deep.jsonl, line 1 is not JSON"):
        read_records(tmp_path / "deep.jsonl", Gap)
    (tmp_path / "other.jsonl").write_text('\n{"start": 0, "end": 1, "x": 2}\n')
    with pytest.raises(RecordError, match=r"other.jsonl, line 2: a Gap came with 'x'"):
        read_records(tmp_path / "other.jsonl", Gap)
    (tmp_path / "latin.txt").write_bytes("é".encode("latin-1"))
    with pytest.raises(RecordError, match=r"latin.txt' is not UTF-8 text"):
        read_record(tmp_path / "latin.txt", Gap)
    with pytest.raises(RecordError, match=r"none.json' cannot be read"):
        read_record(tmp_path / "none.json", Gap)
    with pytest.raises(RecordError, match=r"latin.txt' is no safetensors file"):
        read_arrays(tmp_path / "latin.txt")


def test_a_digest_is_sha256(tmp_path):
    (tmp_path / "empty").touch()
    assert digest(tmp_path / "empty") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
