import pytest

from cinescribe.corpus.commonsense.sheets import FirstPlaces, distinct, read_sheet
from cinescribe.errors import CorpusError, RecordError
from cinescribe.tables import write_table


def test_a_sheet_is_read_as_it_was_written(tmp_path):
    write_table(tmp_path / "s.csv", ("clip", "caption"), [("c1", 'He says "no",\nand goes.'), ("c2", "=SUM(A1)")])
    rows = list(read_sheet(tmp_path / "s.csv", ("caption", "clip")))
    assert [row.cells["caption"] for row in rows] == ['He says "no",\nand goes.', "=SUM(A1)"]
    assert rows[0].where == f"{tmp_path / 's.csv'}, line 3"  # where the row ends


def test_spreadsheets_may_add_columns_empty_rows_and_a_mark(tmp_path):
    (tmp_path / "s.csv").write_bytes("\ufeff mood , clip \r\n, c1 \r\n,\r\n".encode())
    assert [row.cells for row in read_sheet(tmp_path / "s.csv", ("clip",))] == [{"mood": "", "clip": "c1"}]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"line 1 has the columns \[\]; expected clip: look at 'clip'"),
        ("film\n", "look at 'clip', and give a sheet of that kind"),
    ],
)
def test_missing_columns_are_named(tmp_path, text, words):
    (tmp_path / "s.csv").write_text(text)
    with pytest.raises(CorpusError, match=words):
        list(read_sheet(tmp_path / "s.csv", ("clip",)))


def test_malformed_csv_is_named(tmp_path):
    (tmp_path / "s.csv").write_text('clip\n"c1\n')
    with pytest.raises(RecordError, match=r"s.csv, line .*correct the quotation marks there"):
        list(read_sheet(tmp_path / "s.csv", ("clip",)))


@pytest.mark.parametrize(
    "text", ["clip;film\nc1;f, g\n", "clip\tfilm\nc1\tf, g\n", 'sep=;\r\n"clip";film\r\nc1;"f, g"\r\n']
)
def test_separators_of_spreadsheets_are_read(tmp_path, text):
    (tmp_path / "s.csv").write_bytes(text.encode())
    (found,) = read_sheet(tmp_path / "s.csv", ("film", "clip"))
    assert found.cells == {"clip": "c1", "film": "f, g"}
    assert found.where.endswith(f"line {text.count(chr(10))}")


def test_second_answer_in_the_same_place_is_refused():
    places = FirstPlaces()
    places.claim("c1", "effect", where="a.csv, line 2", what="the effect")
    places.claim("c1", "intention", where="a.csv, line 3", what="the intention")
    with pytest.raises(CorpusError, match=r"b.csv, line 9 has the effect again, as a.csv, line 2; keep one of them"):
        places.claim("c1", "effect", where="b.csv, line 9", what="the effect")


def test_phrases_that_differ_by_case_are_one():
    assert distinct(["Happy", "happy", "glad"]) == ("Happy", "glad")
