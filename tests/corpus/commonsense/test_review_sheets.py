import json

import pytest

from cinescribe.corpus.commonsense.review_sheets import collect_reviews, write_review_sheet
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.errors import CorpusError
from cinescribe.store import read_records, write_records
from tests.commands import run_command
from tests.corpus.commonsense.sheets import fill, read_rows

ITEMS = [
    Commonsense("c1", "P1 eats.", ("to be full", "to fly"), ("happy",), ()),
    Commonsense("c1", "A man eats.", (), (), ("hungry",)),
]


@pytest.fixture
def sheet(tmp_path):
    write_review_sheet(tmp_path / "s.csv", ITEMS)
    return tmp_path / "s.csv"


def test_what_is_not_changed_stays(sheet):
    found = collect_reviews([sheet])
    assert found.commonsense == tuple(ITEMS)
    assert (found.n_without_phrases, found.n_kept, found.n_removed, found.n_edited, found.n_added) == (0, 4, 0, 0, 0)


def test_phrases_are_removed_edited_and_added(sheet):
    assert [row["phrase"] for row in read_rows(sheet)][:5] == ["to be full", "to fly", "", "happy", ""]
    answers = {1: {"remove": "x"}, 3: {"new words": "glad"}, 5: {"new words": "calm; kind"}, 8: {"remove": "x"}}
    found = collect_reviews([fill(sheet, answers)])
    assert found.commonsense == (Commonsense("c1", "P1 eats.", ("to be full",), ("glad",), ("calm", "kind")),)
    assert (found.n_without_phrases, found.n_kept, found.n_removed, found.n_edited, found.n_added) == (1, 1, 2, 1, 2)


@pytest.mark.parametrize(
    ("number", "cells", "words"),
    [
        (
            0,
            {"remove": "x", "new words": "a"},
            "line 2 has a tick under 'remove' and new words too; remove a phrase, or",
        ),
        (2, {"remove": "x"}, "line 4 has a tick under 'remove' and no phrase"),
        (0, {"remove": "1"}, "line 2 has '1' under 'remove'"),
        (1, {"phrase": "To be full"}, "line 3 has 'To be full' for the caption 'P1 eats.' of clip 'c1' again, as"),
    ],
)
def test_wrong_answers_are_named(sheet, number, cells, words):
    with pytest.raises(CorpusError, match=words):
        collect_reviews([fill(sheet, {number: cells})])


def test_there_is_something_to_review_once(tmp_path):
    with pytest.raises(CorpusError, match="there is no commonsense to review"):
        write_review_sheet(tmp_path / "s.csv", [])
    words = "record 2 has the caption 'P1 eats.' of clip 'c1' again, as record 1; keep one of them"
    with pytest.raises(CorpusError, match=words):
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
