import pytest

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.errors import CorpusError, InputError, StudyError
from cinescribe.study.sheets.judgement_sheets import (
    collect_judgements,
    write_judgement_sheet,
    write_rewrite_sheet,
)
from cinescribe.timing import Span
from tests.corpus.metaphors.judged import AT, no, then, videos, yes
from tests.study.sheets.filled import fill, read_rows

CORPUS = videos().corpus
YES = {
    "a metaphor": "Yes",
    "b audio needed": "n",
    "c time": "2-5",
    "d primary concept": "the car",
    "e secondary concept": "cheetah",
    "f property": "fast",
    "g sentence": "The car is as fast as a cheetah.",
    "h description": "A car races.",
}


@pytest.fixture
def sheet(tmp_path):
    assert write_judgement_sheet(tmp_path / "p1.csv", CORPUS, annotator=" p1 ") == 3
    return tmp_path / "p1.csv"


def test_judgement_sheet_is_blank(sheet):
    rows = read_rows(sheet)
    assert [(row["annotator"], row["clip"]) for row in rows] == [("p1", "v0"), ("p1", "v1"), ("p1", "v2")]
    assert {cell for row in rows for name, cell in row.items() if name not in {"annotator", "clip"}} == {""}


def test_answers_are_collected_beside_earlier_ones(sheet):
    fill(sheet, {0: YES, 1: {"a metaphor": "no"}})
    found = collect_judgements([sheet], CORPUS, at=AT, judgements=[no(by="p2")])
    assert found.records == (no(by="p2"), yes(), no("v1"))
    assert found.counts == {"new": 2, "blank": 1}


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"a metaphor": "maybe"}, "p1.csv, line 2, under 'a metaphor': 'maybe' is neither 'yes' nor 'no'"),
        ({"b audio needed": ""}, "line 2: .*nothing for b, whether audio is needed"),
        ({"c time": "20-40"}, "line 2: '20-40' in the times '20-40' is outside the film, which lasts 30.00 s"),
        ({"c time": ""}, "line 2: .*nothing for c, where it is"),
        ({"d primary concept": ""}, "line 2: .*nothing for d, its primary"),
        ({"g sentence": "A fast car."}, "line 2: .*has the sentence 'A fast car.'"),
        ({"clip": "v9"}, "line 2 has clip 'v9', which is none of the videos"),
        ({"clip": "v1"}, "line 3 has annotator 'p1', clip 'v1' again, as .*line 2"),
        ({"a metaphor": "no"}, "line 2: .*has no metaphor, but the primary"),
        ({"a metaphor": ""}, "line 2 has nothing under 'a metaphor'"),
    ],
)
def test_wrong_answers_are_named_by_line(sheet, cells, words):
    with pytest.raises(InputError, match=words):
        collect_judgements([fill(sheet, {0: {**YES, **cells}})], CORPUS, at=AT)


def test_a_fourth_annotator_and_a_second_answer_are_refused(sheet):
    fill(sheet, {0: YES})
    with pytest.raises(CorpusError, match="expected 3 annotators, so leave the judgement by 'p1' out"):
        collect_judgements([sheet], CORPUS, at=AT, judgements=[no(by=f"p{n}") for n in (2, 3, 4)])
    with pytest.raises(StudyError, match="clip 'v0' by 'p1', which is drafted already"):
        collect_judgements([sheet], CORPUS, at=AT, judgements=[no()])


def test_a_sheet_needs_a_person_and_a_clip(tmp_path):
    with pytest.raises(StudyError, match="`annotator` is ' '"):
        write_judgement_sheet(tmp_path / "s.csv", CORPUS, annotator=" ")
    with pytest.raises(StudyError, match="has no clip; give one video at least"):
        write_judgement_sheet(tmp_path / "s.csv", Corpus(tmp_path, CORPUS.card, (), ()), annotator="p1")


def test_returned_answers_are_rewritten(tmp_path):
    before = [yes(), then(yes(), "returned"), yes(by="p2"), yes("v1"), then(yes("v1"), "returned")]
    assert write_rewrite_sheet(tmp_path / "r.csv", before, annotator="p1") == 2
    rows = read_rows(tmp_path / "r.csv")
    assert [(row["clip"], row["annotator"], row["remark"]) for row in rows] == [
        ("v0", "p1", "say it better"),
        ("v1", "p1", "say it better"),
    ]
    assert list(rows[0].values())[2:6] == ["yes", "no", "2-5", "the car"]
    fill(
        tmp_path / "r.csv",
        {0: {"f property": "quick", "g sentence": "The car is as quick as a cheetah", "c time": "3"}},
    )
    found = collect_judgements([tmp_path / "r.csv"], CORPUS, at=AT, judgements=before)
    assert found.counts == {"new": 1, "blank": 1}
    assert found.records[:-1] == tuple(before)
    last = found.records[-1]
    assert (last.state, last.round, last.replaces, last.property) == ("rewritten", 2, "1 returned", "quick")
    assert last.spans == (Span(3.0, 4.0),)


def test_only_returned_answers_are_on_the_rewrite_sheet(tmp_path):
    before = [yes(), then(yes(), "returned")]
    with pytest.raises(StudyError, match="nothing was returned to annotator 'p2'"):
        write_rewrite_sheet(tmp_path / "r.csv", before, annotator="p2")
    write_rewrite_sheet(tmp_path / "r.csv", before, annotator="p1")
    with pytest.raises(StudyError, match="'v0' by 'p1', which is drafted already; only returned answers can"):
        collect_judgements([tmp_path / "r.csv"], CORPUS, at=AT, judgements=[yes()])
