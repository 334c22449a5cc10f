import json

import pytest

from cinescribe.errors import StudyError
from cinescribe.study.simulation.power import ranking_power
from tests.commands import run_command


@pytest.mark.slow
def test_far_systems_are_told_apart_and_equal_ones_seldom():
    truth = {("a", "grammar"): 0.0, ("b", "grammar"): 0.0, ("c", "grammar"): 4.0}
    power = {one.systems: one.power for one in ranking_power(truth, n_items=40, n_judges=3, n_runs=20)}
    assert power["a", "c"] == power["b", "c"] == 1.0
    assert power["a", "b"] <= 0.25  # 5 % or less is expected; 20 runs


def test_too_few_clips_judges_runs_or_systems_are_refused():
    truth = {("a", "grammar"): 0.0, ("b", "grammar"): 1.0}
    for numbers in ((1, 1, 1), (2, 0, 1), (2, 1, 0)):
        with pytest.raises(StudyError, match="wanted 2, 1 and 1 or more"):
            ranking_power(truth, n_items=numbers[0], n_judges=numbers[1], n_runs=numbers[2])
    with pytest.raises(StudyError, match="'grammar' has one system; a ranking needs two or more"):
        ranking_power({("a", "grammar"): 0.0}, n_items=2, n_judges=1, n_runs=1)


@pytest.mark.slow
def test_study_plan_prints_the_power_for_each_number_of_clips(tmp_path):
    (tmp_path / "truth.csv").write_text("system,criterion,value\na,grammar,0\nb,grammar,5\n")
    options = ["--items", 2, "--items", 60, "--judges", 3, "--runs", 5]
    printed = run_command("study", "plan", tmp_path / "truth.csv", *options).stdout.splitlines()
    assert printed == ["2 clips, grammar: a and b differ in 0 %", "60 clips, grammar: a and b differ in 100 %"]
    found = json.loads(run_command("study", "plan", tmp_path / "truth.csv", *options, "--json").stdout)
    assert [one["power"] for one in found] == [0.0, 1.0]
