import pytest

from cinescribe.corpus.metaphors.caption_lint import CaptionLint
from cinescribe.corpus.metaphors.validation_sheets import collect_decisions, write_validation_sheet
from cinescribe.errors import CorpusError
from tests.corpus.commonsense.sheets import fill, read_rows
from tests.corpus.metaphors.judged import AT, no, then, yes

BRAND = yes(by="p3", primary="Audi", caption="Audi is as fast as a cheetah")
DRAFTS = [yes(), yes(by="p2"), BRAND, yes("v1"), yes("v1", "p2"), no("v1", "p3")]


@pytest.fixture
def sheet(tmp_path):
    assert write_validation_sheet(tmp_path / "v.csv", DRAFTS, lint=CaptionLint()) == 3
    return tmp_path / "v.csv"


def test_the_expert_reads_what_all_agree_on_with_what_the_lint_found(sheet):
    rows = read_rows(sheet)
    assert [(row["clip"], row["annotator"], row["version"]) for row in rows] == [
        ("v0", by, "1 drafted") for by in ("p1", "p2", "p3")
    ]
    assert [row["remark"] for row in rows] == ["", "", "brand or name: 'Audi'; write 'car'"]
    assert {row["decision"] for row in rows} == {""}


def test_decisions_become_versions(sheet):
    fill(sheet, {0: {"decision": "Accept", "remark": "fine"}, 2: {"decision": "return"}})
    found = collect_decisions([sheet], at=AT, judgements=DRAFTS)
    assert (found.n_accepted, found.n_returned, found.n_open) == (1, 1, 1)
    assert found.judgements[: len(DRAFTS)] == tuple(DRAFTS)
    assert found.judgements[-2] == then(yes(), "accepted")
    assert found.judgements[-1] == then(BRAND, "returned").replace(remark="brand or name: 'Audi'; write 'car'")


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"decision": "perhaps"}, "v.csv, line 2 has the decision 'perhaps'; accept or return is wanted"),
        ({"decision": "return"}, "line 2 has nothing under 'remark'"),
        ({"version": "2 drafted"}, "which is not the latest; write a new sheet"),
        ({"sentence": "The car is as fast as a leopard."}, "leave the sentences as they are"),
        ({"annotator": "p2"}, "line 3 has the judgement of clip 'v0' by 'p2' again"),
    ],
)
def test_wrong_decisions_are_named(sheet, cells, words):
    with pytest.raises(CorpusError, match=words):
        collect_decisions([fill(sheet, {0: cells})], at=AT, judgements=DRAFTS)


def test_there_is_something_to_read(tmp_path):
    with pytest.raises(CorpusError, match="no sentence waits for the expert; 3 annotators must see a metaphor"):
        write_validation_sheet(tmp_path / "v.csv", DRAFTS[3:], lint=CaptionLint())
