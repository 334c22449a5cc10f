import pytest

from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor
from cinescribe.errors import CorpusError, StudyError
from cinescribe.study.sheets.yes_no_sheets import YesShare, caption_quality, write_quality_sheets
from tests.study.sheets.filled import fill, read_rows


def made(n):
    return [
        AnnotatedMetaphor(f"c{k}", "a", "b", "c", f"a{k} is as b as c", description=f"caption {k}") for k in range(n)
    ]


@pytest.mark.parametrize(("column", "other"), [("clip", "c9"), ("metaphor", "x is as b as c")])
def test_sheets_of_other_metaphors_are_not_mixed(tmp_path, column, other):
    sheets = [tmp_path / "p1.csv", tmp_path / "p2.csv"]
    write_quality_sheets(sheets, made(3))
    for sheet in sheets:
        fill(sheet, {n: dict.fromkeys(("fluent", "creative", "consistent"), "yes") for n in range(3)})
    fill(sheets[1], {1: {column: other}})
    with pytest.raises(
        StudyError, match=f"p2.csv, line 3 has the {column} '{other}' as item '2', and .*p1.csv, line 3"
    ):
        caption_quality(sheets)


def test_people_judge_the_same_random_metaphors(tmp_path):
    sheets = [tmp_path / "p1.csv", tmp_path / "p2.csv"]
    assert write_quality_sheets(sheets, made(9), n_items=4, seed=5) == 4
    one, other = (read_rows(sheet) for sheet in sheets)
    assert [row["metaphor"] for row in one] == [row["metaphor"] for row in other]
    assert ({row["annotator"] for row in one}, {row["annotator"] for row in other}) == ({"p1"}, {"p2"})
    for sheet, given in zip(sheets, ("ynyn", "ynny"), strict=True):
        fill(sheet, {k: {"fluent": "yes", "creative": word, "consistent": word} for k, word in enumerate(given)})
    fill(sheets[1], {3: {"consistent": ""}})
    fluent, creative, consistent = caption_quality(sheets)
    assert fluent == YesShare("fluent", 1.0, 8, 0.987)
    assert creative.share == 0.5
    assert creative.kappa == pytest.approx(0.0)
    assert (consistent.share, consistent.answers) == (3 / 7, 7)


def test_wrong_opinions_are_refused(tmp_path):
    with pytest.raises(StudyError, match="there is no metaphor to judge"):
        write_quality_sheets([tmp_path / "p1.csv"], [])
    write_quality_sheets([tmp_path / "p1.csv"], made(2))
    with pytest.raises(StudyError, match="there are no answers under 'fluent'"):
        caption_quality([tmp_path / "p1.csv"])
    with pytest.raises(CorpusError, match="line 3 has annotator 'p1', item '1' again"):
        caption_quality([fill(tmp_path / "p1.csv", {1: {"item": "1"}})])
