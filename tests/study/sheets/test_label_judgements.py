import csv
import io

import pytest

from cinescribe.errors import InputError, OutputError
from cinescribe.language.semantics.labels import ClauseLabels, SenseLabels
from cinescribe.study.sheets.yes_no_sheets import LABEL_ACCURACY, YesShare, label_accuracy, write_label_sheets

TEXTS = ["P1 waves.", "Night.", "P2 opens the door."]
FOUND = [
    [ClauseLabels("", 0, 0, "someone", "wave", "", "", SenseLabels("person#1", "wave#1"))],
    [],
    [ClauseLabels("", 0, 0, "someone", "open", "door", "")],
]


def fill(path, marks):
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    with path.open("w", newline="") as opened:
        writer = csv.DictWriter(opened, rows[0].keys())
        writer.writeheader()
        writer.writerows(
            row | dict(zip(LABEL_ACCURACY, given, strict=True)) for row, given in zip(rows, marks, strict=True)
        )


def test_sheets_are_filled_and_read_back(tmp_path):
    first, second = write_label_sheets(TEXTS, FOUND, tmp_path)
    assert [row["clauses"] for row in csv.DictReader(io.StringIO(first.read_text()))] == [
        "someone | wave | - | -",
        "",
        "someone | open | door | -",
    ]
    fill(first, ["1111", "1101", "1 11"])
    fill(second, ["1111", "1001", "1011"])
    clause, nlp, roles, wsd = label_accuracy([first, second])
    assert clause == YesShare("clause", 1.0, 6, 0.89)
    assert (nlp.answers, nlp.share) == (5, 0.6)
    assert nlp.kappa == pytest.approx(0.0)
    assert (roles.share, roles.kappa) == (4 / 6, 1.0)
    assert YesShare.from_dict(wsd.to_dict()) == wsd


def test_a_sheet_that_may_be_filled_in_is_not_overwritten(tmp_path):
    (tmp_path / "judge-2.csv").write_text("filled in")
    with pytest.raises(OutputError, match=r"judge-2.csv' is there already, and may be filled in; name another folder"):
        write_label_sheets(TEXTS, FOUND, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["judge-2.csv"]


def test_three_judges_have_one_kappa(tmp_path):
    sheets = write_label_sheets(TEXTS, FOUND, tmp_path, n_judges=3)
    for sheet, marks in zip(sheets, (["1111", "0000", "1111"],) * 3, strict=True):
        fill(sheet, marks)
    assert [one.kappa for one in label_accuracy(sheets)] == [1.0] * 4


def test_texts_are_drawn_by_the_seed(tmp_path):
    [sheet] = write_label_sheets(TEXTS * 50, FOUND * 50, tmp_path, n_judges=1, n_sentences=20, seed=1)
    drawn = [row["item"] for row in csv.DictReader(io.StringIO(sheet.read_text()))]
    [sheet] = write_label_sheets(TEXTS * 50, FOUND * 50, tmp_path / "2", n_judges=1, n_sentences=20, seed=2)
    assert len(drawn) == 20
    assert [row["item"] for row in csv.DictReader(io.StringIO(sheet.read_text()))] != drawn


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "item,sentence,clauses,senses,clause,nlp,roles\n1,P1 waves.,a,b,1,1,1\n",
            r"look at 'wsd', and give a sheet of that kind",
        ),
        (
            "item,sentence,clauses,senses,clause,nlp,roles,wsd\n1,P1 waves.,a,b,1,right,1,1\n",
            r"line 2, under 'nlp': 'right' is neither 'yes' nor 'no'",
        ),
        (
            "item,sentence,clauses,senses,clause,nlp,roles,wsd\n1,P1 waves.,a,b,1,1,1,\n",
            r"there are no answers under 'wsd'; fill in the sheets",
        ),
    ],
)
def test_a_broken_sheet_is_named(tmp_path, text, words):
    (tmp_path / "judge-1.csv").write_text(text)
    with pytest.raises(InputError, match=words):
        label_accuracy([tmp_path / "judge-1.csv"])
