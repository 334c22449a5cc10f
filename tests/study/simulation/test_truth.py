import pytest

from cinescribe.errors import StudyError
from cinescribe.study.simulation.raters import simulate_raters
from cinescribe.study.simulation.truth import read_truth, strengths_of
from tests.study.studies import stored_study


def test_a_truth_is_read(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("system,criterion,value\na,grammar,0.5\n,present,1\n")
    assert read_truth(path) == {("a", "grammar"): 0.5, ("", "present"): 1.0}


@pytest.mark.parametrize("value", ["", "much", "nan", "inf"])
def test_a_value_that_is_no_finite_number_is_refused(tmp_path, value):
    path = tmp_path / "truth.csv"
    path.write_text(f"system,criterion,value\na,grammar,{value}\n")
    with pytest.raises(StudyError, match=r"truth\.csv.* has the value .*; wanted a finite number"):
        read_truth(path)


def test_two_values_are_refused(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("system,criterion,value\na,grammar,1\na,grammar,2\n")
    with pytest.raises(StudyError, match="has a second value of 'a' under 'grammar'; keep one"):
        read_truth(path)


def test_a_system_without_a_truth_is_named(tmp_path):
    database, study = stored_study(tmp_path)
    with pytest.raises(StudyError, match=r"`truth` has no value of the system '[abc]' under 'correctness'"):
        simulate_raters(database, study, {}, n_raters=1)
    database.close()


def test_mean_ranks_that_no_strengths_give_are_refused():
    with pytest.raises(StudyError, match="no strengths give the mean ranks"):
        strengths_of({"a": 1.01, "b": 1.02, "c": 3.97, "d": 4.0 - 1e-9})
