import pytest

from cinescribe.corpus.commonsense.caption_candidates import CandidatePhrase, CaptionCandidates
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.errors import CorpusError, InputError, StudyError
from cinescribe.store import read_records, write_records
from cinescribe.study.sheets.commonsense_sheets import collect_annotations, write_annotation_sheet
from tests.commands import run_command
from tests.study.sheets.filled import fill, read_rows


def phrases(*texts):
    return tuple(CandidatePhrase(text, "PersonX eats", 0.5) for text in texts)


CANDIDATES = [
    CaptionCandidates("c1", "P1 eats.", "PersonX eats", phrases("to be full", "To be full"), phrases("happy"), ()),
    CaptionCandidates("c2", "P1 runs.", "PersonX runs", phrases("to win"), (), phrases("fast")),
]


@pytest.fixture
def sheets(tmp_path):
    paths = tmp_path / "one.csv", tmp_path / "two.csv"
    for path, annotator in zip(paths, ("p1", "p2"), strict=True):
        write_annotation_sheet(path, CANDIDATES, annotator=annotator)
    return paths


def test_a_sheet_has_a_row_for_each_phrase_and_for_own_words(sheets):
    rows = read_rows(sheets[0])
    assert list(rows[0]) == ["annotator", "clip", "caption", "aspect", "phrase", "tick", "own words"]
    assert [(row["aspect"], row["phrase"]) for row in rows if row["clip"] == "c1"] == [
        ("intention", "to be full"),
        ("intention", ""),
        ("effect", "happy"),
        ("effect", ""),
        ("attribute", ""),
    ]
    assert {row["annotator"] for row in rows} == {"p1"}


def test_repeated_caption_of_a_clip_is_on_the_sheet_once(tmp_path):
    assert write_annotation_sheet(tmp_path / "s.csv", [*CANDIDATES, CANDIDATES[0]], annotator="p1") == 2
    assert [row["clip"] for row in read_rows(tmp_path / "s.csv")] == ["c1"] * 5 + ["c2"] * 5


def test_phrases_of_all_annotators_are_collected(sheets):
    fill(sheets[0], {0: {"tick": "x"}, 3: {"own words": "full; Sleepy"}})
    fill(sheets[1], {0: {"tick": "X"}, 2: {"tick": "x"}, 3: {"own words": "sleepy"}})
    found = collect_annotations(sheets)
    assert found.records == (Commonsense("c1", "P1 eats.", ("to be full",), ("full", "Sleepy", "happy"), ()),)
    assert found.counts == {"without_phrases": 1, "annotators": 2, "offered": 8, "ticked": 3, "own": 3}


def test_second_annotation_of_a_caption_is_refused(sheets):
    again = sheets[0].with_name("again.csv")
    again.write_bytes(sheets[0].read_bytes())
    words = "again.csv, line 2 has annotator 'p1', clip 'c1', caption 'P1 eats.' again, as .*one.csv, line 2; keep one"
    with pytest.raises(CorpusError, match=words):
        collect_annotations([*sheets, again])


def test_repeated_phrase_is_refused(sheets):
    fill(sheets[0], {1: {"phrase": "To Be Full"}})
    with pytest.raises(CorpusError, match=r"line 3 has .*phrase 'To Be Full' again, as .*one.csv, line 2"):
        collect_annotations(sheets[:1])


@pytest.mark.parametrize(
    ("number", "cells", "words"),
    [
        (0, {"tick": "yes"}, "one.csv, line 2, under 'tick': 'yes' is no tick; write 'x' or nothing"),
        (1, {"tick": "x"}, "one.csv, line 3 has a tick and no phrase; write one under 'own words'"),
        (2, {"aspect": "mood"}, "one.csv, line 4 has the aspect 'mood'; write one of intention, effect, attribute"),
        (0, {"annotator": " "}, "one.csv, line 2 has nothing under 'annotator'"),
    ],
)
def test_wrong_answers_are_named(sheets, number, cells, words):
    fill(sheets[0], {number: cells})
    with pytest.raises(InputError, match=words):
        collect_annotations(sheets)


def test_sheet_without_annotator_or_caption_is_refused(tmp_path):
    with pytest.raises(StudyError, match="`annotator` is ' '; give a name or number, such as 'p1'"):
        write_annotation_sheet(tmp_path / "s.csv", CANDIDATES, annotator=" ")
    with pytest.raises(StudyError, match="there is no caption to annotate; give candidates"):
        write_annotation_sheet(tmp_path / "s.csv", [], annotator="p1")


def test_the_commands_go_from_candidates_to_commonsense(tmp_path):
    write_records(tmp_path / "candidates.jsonl", CANDIDATES)
    sheet, written = tmp_path / "s.csv", tmp_path / "commonsense.jsonl"
    made = run_command("corpus", "annotation-sheet", tmp_path / "candidates.jsonl", "-o", sheet, "--annotator", "p1")
    assert "will be removed in the next release; use `study make choose` and `study sheets`" in made.stderr
    fill(sheet, {0: {"tick": "x"}})
    shown = run_command("corpus", "collect-annotations", sheet, "-o", written)
    assert shown.stdout.splitlines() == [
        "captions: 1",
        "without phrases: 1",
        "annotators: 1",
        "offered: 4",
        "ticked: 1",
        "own: 0",
    ]
    assert read_records(written, Commonsense) == [Commonsense("c1", "P1 eats.", ("to be full",))]
    refused = run_command(
        "corpus", "annotation-sheet", tmp_path / "candidates.jsonl", "-o", sheet, "--annotator", "p1", exit_code=1
    )
    assert "exists; give --overwrite" in refused.stderr
