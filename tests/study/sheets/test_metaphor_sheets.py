"""The sheets have the paper's design, and filled ones give ratings by system and criterion."""

import csv
import json
from collections import Counter

import pytest

from cinescribe.errors import InputError, OutputError, StudyError
from cinescribe.metrics.human.ratings import Rating, read_ratings
from cinescribe.study.sheets.rated_sheets import (
    METAPHOR_CRITERIA,
    collect_ratings,
    write_metaphor_sheets,
)
from tests.commands import run_command
from tests.study.sheets.filled import read_rows

CAPTIONS = {system: {f"v{n}": f"{system} of {n}" for n in range(12)} for system in ("ours", "theirs")}
SMALL = {"n_raters": 3, "n_clips": 8, "n_shared": 2}


def fill(path, answer):
    rows = [row | answer(row) for row in read_rows(path)]
    with open(path, "w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_sheets_have_the_papers_design(tmp_path):
    captions = {system: {f"v{n}": f"{system} of {n}" for n in range(250)} for system in ("ours", "theirs")}
    clips = []
    for seed, folder in ((0, "a"), (0, "b"), (1, "c")):
        sheets = write_metaphor_sheets(captions, tmp_path / folder, seed=seed)
        clips.append([[row["clip"] for row in read_rows(path)[::2]] for path in sheets])
    assert [len(own) for own in clips[0]] == [50, 50, 50]
    counts = Counter(clip for own in clips[0] for clip in own)
    assert Counter(counts.values()) == {3: 25, 1: 75}
    assert clips[1] == clips[0] != clips[2]  # by the seed alone


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_shared": 1}, r"8 clips of which 1 are shared cannot be divided equally among 3 raters; .*`n_shared`"),
        ({"n_shared": 11}, "8 clips of which 11 are shared cannot be divided"),
        ({"n_clips": 14}, r"12 clips have captions of all systems, fewer than 14 \(`n_clips`\)"),
    ],
)
def test_impossible_designs_are_refused(tmp_path, change, message):
    with pytest.raises(StudyError, match=message):
        write_metaphor_sheets(CAPTIONS, tmp_path, **SMALL | change)


def test_sheets_show_no_system_and_the_key_does(tmp_path):
    sheets = write_metaphor_sheets(CAPTIONS, tmp_path, **SMALL)
    key = {row["item"]: row for row in read_rows(tmp_path / "key.csv")}
    assert len(key) == 8 * 2
    assert [path.name for path in sheets] == ["rater-1.csv", "rater-2.csv", "rater-3.csv"]
    for path in sheets:
        rows = read_rows(path)
        assert len(rows) == 4 * 2
        assert list(rows[0]) == ["rater", "item", "clip", "text", *METAPHOR_CRITERIA]
        assert [row["clip"] for row in rows[::2]] == [row["clip"] for row in rows[1::2]]  # a clip's captions together
        for row in rows:
            assert row["text"] == CAPTIONS[key[row["item"]]["system"]][row["clip"]]
    firsts = {key[row["item"]]["system"] for path in sheets for row in read_rows(path)[::2]}
    assert firsts == set(CAPTIONS)  # in random order
    with pytest.raises(OutputError, match=r"key.csv' is there already, and may be filled in; name another folder"):
        write_metaphor_sheets(CAPTIONS, tmp_path, **SMALL)


def test_sheets_are_not_written_among_foreign_files(tmp_path):
    (tmp_path / "advert.mp4").touch()
    with pytest.raises(OutputError, match=r"holds 'advert.mp4', which is no part of a folder of rating sheets"):
        write_metaphor_sheets(CAPTIONS, tmp_path, **SMALL)
    assert [path.name for path in tmp_path.iterdir()] == ["advert.mp4"]


def test_filled_sheets_become_ratings(tmp_path):
    sheets = write_metaphor_sheets(CAPTIONS, tmp_path, **SMALL)
    for path in sheets:
        fill(path, lambda row: {"fluency": " Yes ", "creativity": "yes" if row["text"].startswith("ours") else "no"})
    ratings = collect_ratings(sheets, key=tmp_path / "key.csv")
    assert len(ratings) == 3 * 8 * 2
    assert {one.value for one in ratings if one.criterion == "fluency"} == {1}
    assert {(one.system, one.value) for one in ratings if one.criterion == "creativity"} == {("ours", 1), ("theirs", 0)}
    shared = Counter((one.item, one.system, one.criterion) for one in ratings)
    assert Counter(shared.values()) == {3: 2 * 2 * 2, 1: 6 * 2 * 2}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"fluency": "perhaps"}, "line 2, under 'fluency': 'perhaps' is neither 'yes' nor 'no'"),
        ({"clip": "v99"}, r"line 2 has item '\d+' of clip 'v99', which .*key.csv' does not have"),
        ({"rater": ""}, "line 2 has nothing under 'rater'; fill in that cell"),
        ({}, "no sheet has a rating; fill in at least one"),
    ],
)
def test_wrong_answers_are_named(tmp_path, answer, message):
    sheets = write_metaphor_sheets(CAPTIONS, tmp_path, **SMALL)
    fill(sheets[0], lambda row: answer)
    with pytest.raises(InputError, match=message):
        collect_ratings(sheets[:1], key=tmp_path / "key.csv")


def test_an_item_rated_twice_is_named(tmp_path):
    sheets = write_metaphor_sheets(CAPTIONS, tmp_path, **SMALL)
    fill(sheets[0], lambda row: {"fluency": "yes"})
    with pytest.raises(InputError, match=r"line 2 has rater '1', item '\d+' again, as .*; keep one of them"):
        collect_ratings([sheets[0], sheets[0]], key=tmp_path / "key.csv")


def test_the_commands_go_from_captions_to_ratings(tmp_path):
    for system, captions in CAPTIONS.items():
        (tmp_path / f"{system}.json").write_text(json.dumps(captions))
    files = [tmp_path / "ours.json", tmp_path / "theirs.json"]
    design = ("--raters", 3, "--clips", 8, "--shared", 2)
    out = run_command("score", "metaphor-sheets", *files, "-o", tmp_path / "study", *design).stdout
    sheets = out.split()
    for path in sheets:
        fill(path, lambda row: {"creativity": "no"})
    collected = tmp_path / "ratings.csv"
    run_command("score", "collect-ratings", *sheets, "--key", tmp_path / "study" / "key.csv", "-o", collected)
    ratings = read_ratings(collected).ratings
    assert len(ratings) == 3 * 8
    assert isinstance(ratings[0], Rating)
    failed = run_command("score", "metaphor-sheets", files[0], files[0], "-o", tmp_path / "x", exit_code=2)
    assert "two files have one name" in failed.output
