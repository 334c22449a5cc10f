import json

import pytest

from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.errors import InputError, StudyError
from cinescribe.store import read_records, write_records
from cinescribe.study.sheets.commonsense_sheets import collect_reviews, write_review_sheet
from tests.commands import run_command
from tests.study.sheets.filled import fill, read_rows

ITEMS = [
    Commonsense("c1", "P1 eats.", ("to be full", "to fly"), ("happy",), ()),
    Commonsense("c1", "A man eats.", (), (), ("hungry",)),
]


@pytest.fixture
def sheet(tmp_path):
    write_review_sheet(tmp_path / "s.csv", ITEMS)
    return tmp_path / "s.csv"


def test_unchanged_phrases_are_kept(sheet):
    found = collect_reviews([sheet])
    assert found.records == tuple(ITEMS)
    assert found.counts == {"without_phrases": 0, "kept": 4, "removed": 0, "edited": 0, "added": 0}


def test_phrases_are_removed_edited_and_added(sheet):
    assert [row["phrase"] for row in read_rows(sheet)][:5] == ["to be full", "to fly", "", "happy", ""]
    answers = {1: {"remove": "x"}, 3: {"new words": "glad"}, 5: {"new words": "calm; kind"}, 8: {"remove": "x"}}
    found = collect_reviews([fill(sheet, answers)])
    assert found.records == (Commonsense("c1", "P1 eats.", ("to be full",), ("glad",), ("calm", "kind")),)
    assert found.counts == {"without_phrases": 1, "kept": 1, "removed": 2, "edited": 1, "added": 2}


@pytest.mark.parametrize(
    ("number", "cells", "words"),
    [
        (
            0,
            {"remove": "x", "new words": "a"},
            "line 2 has a tick under 'remove' and new words too; remove a phrase, or",
        ),
        (2, {"remove": "x"}, "line 4 has a tick under 'remove' and no phrase"),
        (0, {"remove": "1"}, "line 2, under 'remove': '1' is no tick"),
        (
            1,
            {"phrase": "To be full"},
            "line 3 has clip 'c1', .*aspect 'intention', phrase 'To be full' again",
        ),
    ],
)
def test_wrong_answers_are_named(sheet, number, cells, words):
    with pytest.raises(InputError, match=words):
        collect_reviews([fill(sheet, {number: cells})])


def test_empty_or_repeated_review_is_refused(tmp_path):
    with pytest.raises(StudyError, match="there is no commonsense to review"):
        write_review_sheet(tmp_path / "s.csv", [])
    with pytest.raises(StudyError, match=r"the caption 'P1 eats.' of clip 'c1' is there 2 times; keep one of them"):
        write_review_sheet(tmp_path / "s.csv", [ITEMS[0], ITEMS[0]])


def test_the_commands_review_commonsense(tmp_path):
    write_records(tmp_path / "raw.jsonl", ITEMS)
    shown = run_command("corpus", "review-sheet", tmp_path / "raw.jsonl", "-o", tmp_path / "s.csv", "--json")
    assert json.loads(shown.stdout) == {"captions": 2}
    fill(tmp_path / "s.csv", {1: {"remove": "x"}})
    shown = run_command("corpus", "collect-reviews", tmp_path / "s.csv", "-o", tmp_path / "clean.jsonl", "--json")
    assert json.loads(shown.stdout) == {
        "captions": 2,
        "without_phrases": 0,
        "kept": 3,
        "removed": 1,
        "edited": 0,
        "added": 0,
    }
    assert read_records(tmp_path / "clean.jsonl", Commonsense)[0].intentions == ("to be full",)
