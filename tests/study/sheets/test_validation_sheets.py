import pytest

from cinescribe.corpus.metaphors.caption_lint import CaptionLint
from cinescribe.errors import InputError, StudyError
from cinescribe.study.sheets.judgement_sheets import collect_decisions, write_validation_sheet
from tests.corpus.metaphors.judged import AT, no, then, yes
from tests.study.sheets.filled import fill, read_rows

BRAND = yes(by="p3", primary="Audi", caption="Audi is as fast as a cheetah")
DRAFTS = [yes(), yes(by="p2"), BRAND, yes("v1"), yes("v1", "p2"), no("v1", "p3")]


@pytest.fixture
def sheet(tmp_path):
    assert write_validation_sheet(tmp_path / "v.csv", DRAFTS, lint=CaptionLint()) == 3
    return tmp_path / "v.csv"


def test_validation_sheet_has_unanimous_sentences_with_lint_remarks(sheet):
    rows = read_rows(sheet)
    assert [(row["clip"], row["annotator"], row["version"]) for row in rows] == [
        ("v0", by, "1 drafted") for by in ("p1", "p2", "p3")
    ]
    assert [row["remark"] for row in rows] == ["", "", "brand or name: 'Audi'; write 'car'"]
    assert {row["decision"] for row in rows} == {""}


def test_decisions_become_versions(sheet):
    fill(sheet, {0: {"decision": "Accept", "remark": "fine"}, 2: {"decision": "return"}})
    found = collect_decisions([sheet], at=AT, judgements=DRAFTS)
    assert found.counts == {"accepted": 1, "returned": 1, "open": 1}
    assert found.records[: len(DRAFTS)] == tuple(DRAFTS)
    assert found.records[-2] == then(yes(), "accepted")
    assert found.records[-1] == then(BRAND, "returned").replace(remark="brand or name: 'Audi'; write 'car'")


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"decision": "perhaps"}, "v.csv, line 2: 'decision' was answered 'perhaps'; choose one of accept, return"),
        ({"decision": "return"}, "line 2 has nothing under 'remark'"),
        ({"version": "2 drafted"}, "which is not the latest; write a new sheet"),
        ({"sentence": "The car is as fast as a leopard."}, "leave the sentences as they are"),
        ({"annotator": "p2"}, "line 3 has clip 'v0', annotator 'p2' again"),
    ],
)
def test_wrong_decisions_are_named(sheet, cells, words):
    with pytest.raises(InputError, match=words):
        collect_decisions([fill(sheet, {0: cells})], at=AT, judgements=DRAFTS)


def test_validation_without_sentences_is_refused(tmp_path):
    with pytest.raises(StudyError, match="no sentence waits for the expert; 3 annotators must see a metaphor"):
        write_validation_sheet(tmp_path / "v.csv", DRAFTS[3:], lint=CaptionLint())
