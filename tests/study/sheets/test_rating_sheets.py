import csv
import json

import pytest

from cinescribe.errors import CorpusError, OutputError, StudyError
from cinescribe.metrics.human.inferences import RatedText
from cinescribe.metrics.human.ratings import Rating, read_ratings, write_ratings
from cinescribe.study.sheets.rated_sheets import collect_ratings, write_rating_sheets
from tests.commands import run_command

TEXTS = [
    RatedText(clip, "P1 eats.", system, "intention", f"to be {mood}")
    for clip in ("c1", "c2", "c3")
    for system, mood in (("ours", "full"), ("gold", "happy"))
]


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def fill(path, marks):
    rows = rows_of(path)
    for row, mark in zip(rows, marks, strict=True):
        row["rating"] = mark
    with open(path, "w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@pytest.fixture
def folder(tmp_path):
    write_rating_sheets(TEXTS, tmp_path / "sheets", n_raters=2, n_clips=2, seed=3)
    return tmp_path / "sheets"


def test_raters_see_the_same_texts_and_no_system(folder):
    one, two = (rows_of(folder / f"rater-{n}.csv") for n in (1, 2))
    assert [{**row, "rater": ""} for row in one] == [{**row, "rater": ""} for row in two]
    assert list(one[0]) == ["rater", "item", "clip", "caption", "aspect", "text", "rating"]
    assert len(one) == 4
    assert len({row["clip"] for row in one}) == 2
    assert "ours" not in (folder / "rater-1.csv").read_text()


def test_ratings_are_those_of_the_systems_in_the_key(folder, tmp_path):
    fill(folder / "rater-1.csv", ["5", "1", " 2 ", ""])
    fill(folder / "rater-2.csv", ["4", "", "", ""])
    key = {row["item"]: row["system"] for row in rows_of(folder / "key.csv")}
    found = collect_ratings([folder / "rater-1.csv", folder / "rater-2.csv"], key=folder / "key.csv")
    expected = [("1", "1", 5.0), ("2", "1", 1.0), ("3", "1", 2.0), ("1", "2", 4.0)]
    assert found == [Rating(item, rater, value, key[item], "intention") for item, rater, value in expected]
    write_ratings(tmp_path / "ratings.csv", found)
    assert list(read_ratings(tmp_path / "ratings.csv").ratings) == found


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ("6", ": 'rating' was answered 6; choose 1 to 5"),
        ("0", ": 'rating' was answered 0"),
        ("3.5", ", under 'rating': '3.5' is no whole number"),
    ],
)
def test_a_rating_outside_the_scale_is_named(folder, mark, words):
    fill(folder / "rater-1.csv", ["5", mark, "", ""])
    with pytest.raises(StudyError, match=rf"rater-1.csv, line 3{words}"):
        collect_ratings([folder / "rater-1.csv"], key=folder / "key.csv")


def test_a_rater_rates_an_item_once(folder):
    fill(folder / "rater-1.csv", ["5", "", "", ""])
    with pytest.raises(CorpusError, match=r"line 2 has rater '1', item '1' again, as .*rater-1.csv, line 2"):
        collect_ratings([folder / "rater-1.csv", folder / "rater-1.csv"], key=folder / "key.csv")


def test_sheet_needs_its_matching_key(folder, tmp_path):
    write_rating_sheets(TEXTS[:2], tmp_path / "other")
    fill(folder / "rater-1.csv", ["5", "", "", ""])
    with pytest.raises(StudyError, match=r"has item '1' of clip 'c.', which .*; give the key that was written with"):
        collect_ratings([folder / "rater-1.csv"], key=_without_clip(tmp_path / "other" / "key.csv"))
    (tmp_path / "key.csv").write_text("number\n1\n")
    with pytest.raises(CorpusError, match=r"key.csv, line 1 has the columns .*look at 'item'"):
        collect_ratings([folder / "rater-1.csv"], key=tmp_path / "key.csv")


def _without_clip(key):
    key.write_text(key.read_text().replace("c1", "c9"))
    return key


def test_blank_sheets_are_refused(folder):
    with pytest.raises(StudyError, match="no sheet has a rating; fill in at least one"):
        collect_ratings([folder / "rater-1.csv"], key=folder / "key.csv")


def test_filled_sheets_are_kept(folder):
    with pytest.raises(OutputError, match=r"key.csv' is there already, and may be filled in; name another folder"):
        write_rating_sheets(TEXTS, folder)


def test_systems_are_compared_on_the_same_clips(tmp_path):
    with pytest.raises(StudyError, match=r"no clip has texts of all systems \(gold, ours\); give files about the same"):
        write_rating_sheets([TEXTS[0], TEXTS[3]], tmp_path / "sheets")


def write(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_the_commands_go_from_inferences_to_statistics(tmp_path):
    for name in ("ours", "gold"):
        write(tmp_path / f"{name}.jsonl", {"clip": "c1", "caption": "P1 eats.", "intention": ["to be full"]})
    files = (tmp_path / "ours.jsonl", tmp_path / "gold.jsonl")
    run_command("score", "rating-sheets", *files, "-o", tmp_path / "s", "--raters", 2)
    for n in (1, 2):
        fill(tmp_path / "s" / f"rater-{n}.csv", ["4", "5"])
    sheets = (tmp_path / "s" / "rater-1.csv", tmp_path / "s" / "rater-2.csv")
    collect = ("score", "collect-ratings", *sheets, "--key", tmp_path / "s" / "key.csv", "-o", tmp_path / "r.csv")
    assert json.loads(run_command(*collect, "--json").stdout) == {"ratings": 4, "raters": 2}
    scored = json.loads(run_command("score", "ratings", tmp_path / "r.csv", "--json").stdout)
    assert [(group["system"], group["criterion"], group["validity"]) for group in scored["groups"]] == [
        ("gold", "intention", 1.0),
        ("ours", "intention", 1.0),
    ]
    (tmp_path / "other").mkdir()
    same_name = ("score", "rating-sheets", files[0], tmp_path / "other" / "ours.jsonl", "-o", tmp_path / "t")
    assert "two files have one name" in run_command(*same_name, exit_code=2).stderr
