import json

import pytest

from cinescribe.corpus.commonsense.commonsense_sentences import CommonsenseSentences
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.errors import InputError, StudyError
from cinescribe.store import read_records, write_records
from cinescribe.study.sheets.commonsense_sheets import collect_sentences, write_sentence_sheet
from tests.commands import run_command
from tests.study.sheets.filled import fill, read_rows

ITEMS = [
    Commonsense("c1", "P1 eats.", ("to be full",), ("happy",), ()),
    Commonsense("c1", "A man eats.", ("To be full", "to rest"), (), ("hungry",)),
    Commonsense("c2", "P1 runs.", ("to win",)),
]


@pytest.fixture
def sheet(tmp_path):
    assert write_sentence_sheet(tmp_path / "s.csv", ITEMS) == 2
    return tmp_path / "s.csv"


def test_a_sheet_has_the_captions_and_phrases_of_a_clip(sheet):
    rows = read_rows(sheet)
    assert [(row["clip"], row["aspect"], row["phrases"]) for row in rows[:3]] == [
        ("c1", "intention", "to be full; to rest"),
        ("c1", "effect", "happy"),
        ("c1", "attribute", "hungry"),
    ]
    assert rows[0]["captions"] == "P1 eats.; A man eats."


def test_sentences_are_collected(sheet):
    fill(sheet, {0: {"sentence": "P1 wants to be full."}, 2: {"sentence": "P1 is hungry."}})
    found = collect_sentences([sheet])
    assert found.records == (CommonsenseSentences("c1", "P1 wants to be full.", None, "P1 is hungry."),)
    assert found.counts == {"missing_sentences": 4}


@pytest.mark.parametrize(
    ("number", "cells", "words"),
    [
        (
            0,
            {"sentence": "be full"},
            "s.csv, line 2: 'sentence' was answered 'be full'; write a full sentence",
        ),
        (1, {"aspect": "intention"}, "line 3 has clip 'c1', aspect 'intention' again, as .*line 2; keep one of them"),
        (1, {"clip": ""}, "line 3 has nothing under 'clip'"),
    ],
)
def test_wrong_answers_are_named(sheet, number, cells, words):
    with pytest.raises(InputError, match=words):
        collect_sentences([fill(sheet, {number: cells})])


def test_sheet_without_commonsense_is_refused(tmp_path):
    with pytest.raises(StudyError, match="there is no commonsense to write sentences for"):
        write_sentence_sheet(tmp_path / "s.csv", [])


def test_the_commands_collect_sentences(tmp_path):
    write_records(tmp_path / "raw.jsonl", ITEMS)
    run_command("corpus", "sentence-sheet", tmp_path / "raw.jsonl", "-o", tmp_path / "s.csv")
    fill(tmp_path / "s.csv", {3: {"sentence": "P1 wants to win."}})
    shown = run_command("corpus", "collect-sentences", tmp_path / "s.csv", "-o", tmp_path / "clean.jsonl", "--json")
    assert json.loads(shown.stdout) == {"clips": 1, "missing_sentences": 5}
    assert read_records(tmp_path / "clean.jsonl", CommonsenseSentences) == [
        CommonsenseSentences("c2", "P1 wants to win.")
    ]
