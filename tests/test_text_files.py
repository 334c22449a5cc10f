"""JSON files and tab-separated files."""

import gzip

import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.text_files import read_json, read_tab_lines, write_json, write_tab_lines


def test_columns_come_back(tmp_path):
    rows = [["a", "b c", ""], ["d\u2028e", "'\"", "\x0c"]]
    write_tab_lines(tmp_path / "new" / "a.tsv", rows)
    assert [columns for _, columns in read_tab_lines(tmp_path / "new" / "a.tsv")] == [
        ["a", "b c", ""],
        ["d\u2028e", "'\"", ""],
    ]


def test_lines_have_their_file_and_number(tmp_path):
    (tmp_path / "a.tsv").write_bytes(b"\xef\xbb\xbfa\t b \r\n\r\nc\n")
    path = tmp_path / "a.tsv"
    assert list(read_tab_lines(path)) == [(f"{path}, line 1", ["a", "b"]), (f"{path}, line 3", ["c"])]


@pytest.mark.parametrize("cell", ["x\ty", "x\ny", "x\r"])
def test_a_tab_or_a_line_break_in_a_column_is_refused(tmp_path, cell):
    with pytest.raises(
        OutputError, match=r"a.tsv' cannot hold the line of 'clip', since 'x.*' has a tab or a line break"
    ):
        write_tab_lines(tmp_path / "a.tsv", [["ok"], ["clip", cell]])
    assert not (tmp_path / "a.tsv").exists()


def test_missing_places_are_named(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_tab_lines(tmp_path / "a.tsv"))
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be written"):
        write_tab_lines(tmp_path / "file" / "a.tsv", [])


def test_json_comes_back_gzipped_or_not(tmp_path):
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
