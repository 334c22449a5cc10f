import gzip
from pathlib import Path

import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.tables import TableRow, form_of, heading_and_rows, read_tab_lines, read_table_rows, write_tab_lines


def row(**cells):
    return TableRow("t.csv, line 2", cells)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", 'id, text\n\na,"one, two"\n , \n'),
        ("t.tsv", "id\ttext\n\na\tone, two\n"),
        ("t.jsonl", '\n\n{"id": "a", "text": "one, two"}\n'),
    ],
)
@pytest.mark.parametrize("is_packed", [True, False])
def test_rows_have_cells_and_line(tmp_path, name, text, is_packed):
    path = tmp_path / (f"{name}.gz" if is_packed else name)
    path.write_bytes(gzip.compress(text.encode()) if is_packed else text.encode())
    assert read_table_rows(path) == [TableRow(f"{path}, line 3", {"id": "a", "text": "one, two"})]


def test_quotation_mark_is_letter_in_tsv(tmp_path):
    (tmp_path / "t.tsv").write_text('id\n"a\n')
    assert read_table_rows(tmp_path / "t.tsv")[0].cells == {"id": '"a'}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("t.csv", "id,id\na,b\n", r"the heading of '.*t.csv' names the column 'id' twice; keep one"),
        ("t.csv", "id,b\na\n", r"t.csv, line 2 has 1 cells, but the heading names 2 columns \(id, b\); write one cell"),
        ("t.csv", 'id\n"a\n', "t.csv, line 2: unexpected end of data; correct the quotation marks there"),
        ("t.csv", "id\n", "t.csv' has a heading but no row under it; write one row for each item"),
        ("t.csv", " \n", "t.csv' is empty; expected a row for each item"),
        ("t.jsonl", "{}\n[]\n", r"t.jsonl, line 2 is \[\]; expected an object with named fields"),
        ("t.jsonl", '{"a": 1, "a": 2}', "t.jsonl, line 1: the key 'a' is there twice"),
        ("t.txt", "id\na\n", r"t.txt' has an unknown suffix; expected one of .jsonl, .csv, .tsv \(with .gz or without"),
    ],
)
def test_malformed_tables_are_refused(tmp_path, name, text, words):
    (tmp_path / name).write_text(text)
    with pytest.raises(RecordError, match=words):
        read_table_rows(tmp_path / name)


def test_forms_ignore_case_and_compression():
    assert form_of(Path("A.CSV.gz")) == ".csv"
    assert form_of(Path("a.json"), (".json",)) == ".json"


def test_lines_before_the_heading_count():
    heading, rows = heading_and_rows(" a ;b\n1;2\n", Path("t.csv"), delimiter=";", n_skipped=1)
    assert heading == ["a", "b"]
    assert list(rows) == [TableRow("t.csv, line 3", {"a": "1", "b": "2"})]
    assert heading_and_rows("", Path("t.csv"))[0] == []


def test_text_is_first_that_is_not_empty():
    assert row(a=" ", b=" x ").text("none", "a", "b") == "x"
    assert row(a=1.5).text("a") == "1.5"
    assert row(a=["x"], b=None).text("a", "b") == ""


def test_number_is_read_from_cell():
    assert row(a=" 1.5 ").number("a") == row(a=1.5).number("a") == 1.5
    with pytest.raises(RecordError, match=r"line 2 has the columns a; expected start too"):
        row(a="1").number("start")
    with pytest.raises(RecordError, match=r"t.csv, line 2, a "):
        row(a="soon").number("a")


def test_needed_cell_must_not_be_empty():
    assert row(clip=" c1 ").needed("clip") == "c1"
    for cells in ({"clip": " "}, {}):
        with pytest.raises(RecordError, match="line 2 has nothing under 'clip'; fill in that cell"):
            row(**cells).needed("clip")


def test_phrases_are_between_semicolons():
    assert row(own="to rest; ; to sleep ").phrases("own") == ["to rest", "to sleep"]


def test_columns_are_read_back_as_written(tmp_path):
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
