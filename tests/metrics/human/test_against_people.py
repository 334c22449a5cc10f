"""The correlation of a metric with people, by hand and by the command."""

import json

import pytest
from scipy.stats import pearsonr

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.against_people import against_people, read_system_scores
from cinescribe.metrics.human.ratings import Rating, RatingSheet, write_ratings
from tests.commands import run_command
from tests.metrics.human.studies import SYSTEMS, simulated_study

ROWS = [
    ("v1", "A", 1.0, "ours"),
    ("v1", "B", 0.0, "ours"),
    ("v2", "A", 1.0, "ours"),
    ("v3", "A", 0.0, "ours"),
    ("v1", "A", 0.0, "theirs"),
    ("v2", "B", 0.0, "theirs"),
    ("v3", "B", 0.0, "theirs"),
]
SHEET = RatingSheet(
    (
        *(Rating(item, rater, value, system, "creativity") for item, rater, value, system in ROWS),
        Rating("v1", "A", 1.0, "ours", "fluency"),
    ),
    is_ranking=False,
)
SCORES = {
    **{("ours", item): value for item, value in (("v1", 0.3), ("v2", 0.9), ("v3", 0.1), ("v4", 7))},
    **{("theirs", item): value for item, value in (("v1", 0.2), ("v2", 0.1), ("v3", 0.4))},
}


def test_shared_texts_have_the_mean_of_their_raters():
    found = against_people(SCORES, SHEET, metric="ACD", criterion="creativity")
    expected = pearsonr([0.3, 0.9, 0.1, 0.2, 0.1, 0.4], [0.5, 1, 0, 0, 0, 0])
    assert (found.overall.r, found.overall.p_value) == pytest.approx(tuple(expected), abs=1e-12)
    assert found.overall.items == 6
    ours, theirs = found.systems
    assert ours.correlation is not None
    assert ours.correlation.r == pytest.approx(pearsonr([0.3, 0.9, 0.1], [0.5, 1, 0]).statistic)
    assert (theirs.system, theirs.correlation) == ("theirs", None)  # people say no to all


def test_five_of_six_systems():
    study = simulated_study()
    scores = {(one.system or "", one.item): one.value + len(one.item) for one in study.ratings}
    found = against_people(scores, study, metric="ACD", criterion="creativity", systems=SYSTEMS[:5])
    assert found.overall.items == 500
    assert [one.system for one in found.systems] == sorted(SYSTEMS[:5])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"criterion": "beauty"}, "no rating is under the criterion 'beauty'; there are creativity, fluency"),
        ({"systems": ["ours", "git"]}, "the system 'git' has no rating; the ratings are of ours, theirs"),
        ({"scores": {}}, r"item 'v1' by 'ours' is rated but has no ACD \(6 such\); give the scores .*`systems`"),
    ],
)
def test_missing_scores_or_columns_are_named(change, message):
    given = {"scores": SCORES, "criterion": "creativity"} | change
    scores = given.pop("scores")
    with pytest.raises(ScoreError, match=message):
        against_people(scores, SHEET, metric="ACD", **given)


def test_scores_are_read_by_system(tmp_path):
    (tmp_path / "ours.items.csv").write_text("id,ACD,ACS\nv1,0.5,1\nv2,,1\n")
    assert read_system_scores(tmp_path / "ours.items.csv", metric="ACD") == {("ours", "v1"): 0.5}
    (tmp_path / "all.jsonl").write_text('{"clip": "v1", "system": "git", "ACD": -0.5}\n')
    assert read_system_scores(tmp_path / "all.jsonl", metric="ACD") == {("git", "v1"): -0.5}
    with pytest.raises(ScoreError, match="has the fields id, ACD, ACS; expected Fit, as `score --per-item` writes it"):
        read_system_scores(tmp_path / "ours.items.csv", metric="Fit")
    (tmp_path / "bad.csv").write_text("id,ACD\nv1,x\n")
    with pytest.raises(ScoreError, match="line 2 has 'x' under 'ACD'; expected a number"):
        read_system_scores(tmp_path / "bad.csv", metric="ACD")
    (tmp_path / "bad.csv").write_text("id,ACD\nv1,1\nv1,2\n")
    with pytest.raises(ScoreError, match="line 3 has ACD of 'v1' by 'bad' again; keep one"):
        read_system_scores(tmp_path / "bad.csv", metric="ACD")


@pytest.mark.slow
def test_command_correlates_metric_and_ratings(tmp_path):
    write_ratings(tmp_path / "ratings.csv", SHEET.ratings)
    for system in ("ours", "theirs"):
        rows = "".join(f"{item},{value}\n" for (own, item), value in SCORES.items() if own == system)
        (tmp_path / f"{system}.csv").write_text(f"id,ACD\n{rows}")
    files = [tmp_path / "ours.csv", tmp_path / "theirs.csv", tmp_path / "ratings.csv"]
    found = against_people(SCORES, SHEET, metric="ACD", criterion="creativity")
    lines = run_command("score", "against-people", *files).stdout.splitlines()
    assert lines[0] == "Pearson's r of ACD with creativity"
    assert lines[1].split()[:2] == ["all", f"{found.overall.r:.4f}"]
    assert lines[3] == "theirs  none: too few texts, or all values are equal"
    printed = json.loads(run_command("score", "against-people", *files, "--systems", "ours", "--json").stdout)
    assert printed["overall"]["items"] == 3
    assert [one["system"] for one in printed["systems"]] == ["ours"]
