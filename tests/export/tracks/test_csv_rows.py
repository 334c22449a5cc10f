from pathlib import Path

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.tracks.csv_rows import csv_rows, is_table
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.row_fields import PeopleNames
from tests.export.texts import a_script


def rows(text: str) -> list[CueRow]:
    return csv_rows(text, path=Path("in.csv"), people=PeopleNames.of(a_script()))


def test_a_table_as_a_german_spreadsheet_saves_it() -> None:
    text = (
        "sep=;\n"
        "Text;Start;ID;Status;People;Rate;Comment;own column\n"
        '"Anna sagt: ""Nein; doch.""\nIt is day.";4,100;c1;Dropped;Anna & Söhne;1,15;why?;7\n'
        ";;;;;;;\n"
        "P2 enters.;00:00:09,5;c2;;;;;\n"
    )
    assert rows(text) == [
        CueRow("c1", 4.1, None, 'Anna sagt: "Nein; doch."\nIt is day.', ("p1",), "dropped", 1.15, "why?", 3),
        CueRow("c2", 9.5, None, "P2 enters.", (), None, None, "", 6),
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_two_columns_are_enough(mark: str) -> None:
    text = f'"start"{mark}"text"\n4.1{mark}Anna waits.\n'
    assert is_table(text)
    assert rows(text) == [CueRow(None, 4.1, None, "Anna waits.", None, None, None, None, 2)]


def test_an_apostrophe_protects_formulas_only() -> None:
    text = "id,start,end,text,comment\nc1,1,2,'=1+1,'-\nc2,2,3,''=x,'tis\nc3,3,4,'tis,-\n"
    assert [(one.text, one.comment, one.end) for one in rows(text)] == [
        ("=1+1", "-", 2.0),
        ("'=x", "'tis", 3.0),
        ("'tis", "-", 4.0),
    ]


def test_text_that_is_not_a_table_is_rejected() -> None:
    for text in ("", "WEBVTT\n\n1:00\n", "start only\n1\n", "0:04 c1\nstart, text\n" * 3):
        assert not is_table(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "id,start\nc1,4\n",
            r"'in\.csv', line 1: found 'id,start.*'; expected the names of columns, at least start and",
        ),
        ("start,text\n\n,Anna waits.\n", r"line 3: start is missing; expected a time"),
        ("start,text\nsoon,Anna waits.\n", r"line 2: start is 'soon'; expected a time, as 72\.3 or"),
        ("start,end,text\n1,1:99,Anna waits.\n", r"line 2: end is '1:99'; expected a time"),
        (
            "start,text,status\n1,Anna waits.,gone\n",
            r"line 2: invalid status 'gone'; expected one of spoken, dropped, extended",
        ),
        ("start,text,rate\n1,Anna waits.,fast\n", r"line 2: invalid rate 'fast'; expected a number from 0\.25 to 4"),
        ('start,text,people\n1,"a\nb",P2; Tom\n', r"line 2: unknown person 'Tom'; the script knows"),
        ('start,text\n1,a\n2,"never closed\n', r"line 3: unexpected end of data; correct the quotation marks"),
        ('start,text\n1,"Go" she says\n', r"line 2: .* correct the quotation marks"),
    ],
)
def test_a_bad_table_is_named_with_its_line(text: str, words: str) -> None:
    with pytest.raises(SubtitleError, match=words):
        rows(text)
