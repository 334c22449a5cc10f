import pytest

from cinescribe.corpus.core.tab_lines import read_lines, write_lines
from cinescribe.errors import CorpusError, OutputError, RecordError


def test_lines_come_back(tmp_path):
    rows = [["a", "b c", ""], ["d\u2028e", "'\"", "\x0c"]]
    write_lines(tmp_path / "new" / "a.tsv", rows)
    assert [fields for _, fields in read_lines(tmp_path / "new" / "a.tsv")] == [
        ["a", "b c", ""],
        ["d\u2028e", "'\"", ""],
    ]


def test_lines_know_where_they_stand(tmp_path):
    (tmp_path / "a.tsv").write_bytes(b"\xef\xbb\xbfa\t b \r\n\r\nc\n")
    path = tmp_path / "a.tsv"
    assert list(read_lines(path)) == [(f"{path}, line 1", ["a", "b"]), (f"{path}, line 3", ["c"])]


@pytest.mark.parametrize("cell", ["x\ty", "x\ny", "x\r"])
def test_what_would_break_a_line_is_named(tmp_path, cell):
    with pytest.raises(
        CorpusError, match=r"a.tsv' cannot hold the line of 'clip', since 'x.*' has a tab or a line break"
    ):
        write_lines(tmp_path / "a.tsv", [["ok"], ["clip", cell]])
    assert not (tmp_path / "a.tsv").exists()


def test_places_that_are_not_there_are_named(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_lines(tmp_path / "a.tsv"))
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be written"):
        write_lines(tmp_path / "file" / "a.tsv", [])
