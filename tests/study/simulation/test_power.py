import json

import pytest

from cinescribe.errors import StudyError
from cinescribe.study.kinds.metaphor import METAPHOR
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.kinds.trial import TRIAL
from cinescribe.study.simulation.power import share_precision, study_power
from tests.commands import run_command


@pytest.mark.slow
def test_distant_systems_are_distinguished_and_equal_ones_seldom():
    truth = {("a", "grammar"): 0.0, ("b", "grammar"): 0.0, ("c", "grammar"): 4.0}
    power = {one.systems: one.power for one in study_power(KINDS["rank"], truth, n_items=40, n_judges=3, n_runs=20)}
    assert power["a", "c"] == power["b", "c"] == 1.0
    assert power["a", "b"] <= 0.25  # 5 % or less is expected; 20 runs


def test_too_few_clips_judges_runs_or_systems_are_refused():
    truth = {("a", "grammar"): 0.0, ("b", "grammar"): 1.0}
    for numbers in ((1, 1, 1), (2, 0, 1), (2, 1, 0)):
        with pytest.raises(StudyError, match="expected at least 2, 1 and 1"):
            study_power(KINDS["rank"], truth, n_items=numbers[0], n_judges=numbers[1], n_runs=numbers[2])
    with pytest.raises(StudyError, match="'grammar' has one system; a rank needs two or more"):
        study_power(KINDS["rank"], {("a", "grammar"): 0.0}, n_items=2, n_judges=1, n_runs=1)


@pytest.mark.slow
def test_study_plan_prints_the_power_for_each_number_of_clips(tmp_path):
    (tmp_path / "truth.csv").write_text("system,criterion,value\na,grammar,0\nb,grammar,5\n")
    options = ["--items", 2, "--items", 60, "--judges", 3, "--runs", 5]
    printed = run_command("study", "plan", tmp_path / "truth.csv", *options).stdout.splitlines()
    assert printed == ["2 clips, grammar: a and b differ in 0 %", "60 clips, grammar: a and b differ in 100 %"]
    found = json.loads(run_command("study", "plan", tmp_path / "truth.csv", *options, "--json").stdout)
    assert [one["power"] for one in found] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("kind", "far", "near"),
    [("pair", (0.0, 4.0), (0.0, 0.0)), ("rate", (2.0, 4.0), (3.0, 3.0)), ("yes-no", (0.1, 0.9), (0.5, 0.5))],
)
def test_other_kinds_distinguish_distant_systems_and_equal_ones_seldom(kind, far, near):
    for values, is_told in ((far, True), (near, False)):
        truth = dict(zip((("a", "x"), ("b", "x")), values, strict=True))
        (found,) = study_power(KINDS[kind], truth, n_items=30, n_judges=3, n_runs=10)
        assert found.power == 1.0 if is_told else found.power <= 0.3


def test_values_that_a_kind_does_not_have_are_refused():
    three = {(system, "x"): 0.0 for system in "abc"}
    numbers = {"n_items": 2, "n_judges": 1, "n_runs": 1}
    with pytest.raises(StudyError, match="'x' has 3 systems; a pair needs two"):
        study_power(KINDS["pair"], three, **numbers)
    for kind in (METAPHOR, TRIAL):
        with pytest.raises(StudyError, match=f"a {kind.name} study has no power to estimate: its first question"):
            study_power(kind, three, **numbers)
    with pytest.raises(StudyError, match="`truth` has 2 as the probability of a yes; expected 0 to 1"):
        study_power(KINDS["choose"], {("a", "x"): 2.0, ("b", "x"): 0.0}, **numbers)
    with pytest.raises(StudyError, match="expected at least 2, 1 and 1"):
        share_precision({("", "present"): 0.5}, n_items=1, n_judges=1, n_runs=1)


def test_precision_of_a_share_is_binomial():
    (found,) = share_precision({("", "present"): 0.8}, n_items=100, n_judges=3, n_runs=200)
    assert found.half_width == pytest.approx(1.96 * (0.8 * 0.2 / 300) ** 0.5, rel=0.03)
    assert found.unanimous == pytest.approx(0.8**3, abs=0.01)


def test_study_plan_of_metaphors_prints_shares(tmp_path):
    (tmp_path / "truth.csv").write_text("system,criterion,value\n,present,1\n")
    options = ["--kind", "metaphor", "--items", 50, "--runs", 2]
    printed = run_command("study", "plan", tmp_path / "truth.csv", *options).stdout
    assert printed == "50 clips, present: share of yes to within 0.0 points; yes of all judges on 100 %\n"
    error = run_command("study", "plan", tmp_path / "truth.csv", "--kind", "guess", exit_code=1).stderr
    assert "--kind is 'guess'" in error
