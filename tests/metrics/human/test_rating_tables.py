import random

import pytest

from cinescribe.metrics.human.deviation_histograms import deviation_histograms
from cinescribe.metrics.human.rating_page import rating_page
from cinescribe.metrics.human.rating_statistics import score_ratings
from cinescribe.metrics.human.rating_tables import rating_tables, table_lines
from tests.commands import run_command


@pytest.fixture
def simulated(tmp_path):
    """Ratings by simulated raters: they test the arithmetic, and say nothing about systems."""
    rng = random.Random(5)
    rows = ["item,rater,rating,system,criterion"]
    for system in ("<ours>", "gold"):
        for criterion in ("attribute", "effect", "intention", "caption"):
            if (system, criterion) != ("gold", "caption"):
                rows += [f"{n},{rater},{rng.randint(1, 5)},{system},{criterion}" for n in range(6) for rater in "ABC"]
    (tmp_path / "simulated.csv").write_text("\n".join(rows))
    return tmp_path / "simulated.csv"


def test_each_measure_has_a_table_with_the_average_of_aspects(simulated):
    statistics = score_ratings(simulated)
    valid, spread, iras, smooth = rating_tables(statistics)
    assert valid.columns == ("", "intention", "effect", "attribute", "caption", "average")
    assert [system for system, _ in valid.rows] == ["<ours>", "gold"]
    of = {(one.system, one.criterion): one for one in statistics.groups}
    aspects = ("intention", "effect", "attribute")
    for table, name, factor in (
        (valid, "validity", 100),
        (spread, "sd", 1),
        (iras, "iras", 100),
        (smooth, "smooth_iras", 100),
    ):
        for system, values in table.rows:
            expected = [factor * getattr(of[system, aspect], name) for aspect in aspects]
            assert values[:3] == pytest.approx(expected)
            assert values[-1] == pytest.approx(sum(expected) / 3)
    assert valid.rows[1][1][3] is None  # nobody rated gold captions


def test_criteria_that_are_not_aspects_have_no_average(tmp_path):
    rows = ["a,1,4,grammar", "a,2,4,grammar", "a,1,4,truth", "a,2,2,truth"]
    (tmp_path / "r.csv").write_text("\n".join(["item,rater,rating,criterion", *rows]))
    table = rating_tables(score_ratings(tmp_path / "r.csv"))[0]
    assert table.rows == (("all", (100.0, 50.0, None)),)
    assert table_lines(table) == [
        "Valid, % of ratings:",
        "       grammar  truth  average",
        "  all   100.00  50.00        \N{EN DASH}",
    ]


def test_ratings_without_groups_have_no_tables(tmp_path):
    (tmp_path / "r.csv").write_text("item,rater,rating\na,1,4\na,2,4\n")
    assert rating_tables(score_ratings(tmp_path / "r.csv")) == []


def test_a_page_has_tables_and_figures_and_escapes_names(simulated):
    page = rating_page("Simulated raters", score_ratings(simulated), deviation_histograms(simulated))
    assert page.count('<svg role="img" aria-label=') == 7
    assert page.count("<details><summary>As a table</summary>") == 7
    assert "&lt;ours&gt; / effect: standard deviation" in page
    assert "<ours>" not in page
    assert "<caption>Smooth IRAS, %</caption>" in page


def test_the_command_writes_the_page_and_prints_the_tables(simulated, tmp_path):
    shown = run_command("score", "ratings", simulated, "--page", tmp_path / "page.html")
    assert "Smooth IRAS, %:" in shown.stdout
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")


def test_yes_and_no_have_shares_and_no_validity(tmp_path):
    rows = ["a,1,1,fluent,A", "a,2,0,fluent,A", "b,1,1,fluent,A", "a,1,0,fluent,B", "a,1,4,grade,A"]
    (tmp_path / "r.csv").write_text("\n".join(["item,rater,rating,criterion,system", *rows]))
    (tmp_path / "yes.csv").write_text("\n".join(["item,rater,rating,criterion,system", *rows[:4]]))
    lines = run_command("score", "ratings", tmp_path / "r.csv").stdout.splitlines()
    start = lines.index("Yes, %:")
    assert [line.split() for line in lines[start + 1 : start + 4]] == [["fluent"], ["A", "75.00"], ["B", "0.00"]]
    groups = score_ratings(tmp_path / "r.csv").groups
    assert {(one.system, one.criterion): one.validity for one in groups} == {
        ("A", "fluent"): None,
        ("A", "grade"): 1.0,
        ("B", "fluent"): None,
    }
    reason = next(one.reason for one in groups[0].absent if one.name == "validity")
    assert reason == "all ratings are 0 or 1, and none can be above 3; see the share of yes"
    printed = run_command("score", "ratings", tmp_path / "yes.csv").stdout
    assert "Valid, %" not in printed
    assert score_ratings(tmp_path / "yes.csv", valid_above=0.5).overall.validity == 0.5


def test_a_figure_with_another_suffix_is_refused_before_the_file_is_read(tmp_path):
    error = run_command("score", "ratings", tmp_path / "none.csv", "--figure", tmp_path / "f.bmp", exit_code=1).stderr
    assert "is no name of a figure; name it .png or .svg" in error
