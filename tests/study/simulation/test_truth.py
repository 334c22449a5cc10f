import pytest
from sqlalchemy import select

from cinescribe.errors import StudyError
from cinescribe.study.kinds.metaphor import METAPHOR
from cinescribe.study.kinds.questions import Question
from cinescribe.study.simulation.raters import simulate_raters
from cinescribe.study.simulation.truth import read_truth
from cinescribe.study.storage import tables
from tests.study.studies import stored_study


def test_a_truth_is_read(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("system,criterion,value\na,grammar,0.5\n,present,1\n")
    assert read_truth(path) == {("a", "grammar"): 0.5, ("", "present"): 1.0}


@pytest.mark.parametrize("value", ["", "much", "nan", "inf"])
def test_value_that_is_not_finite_is_refused(tmp_path, value):
    path = tmp_path / "truth.csv"
    path.write_text(f"system,criterion,value\na,grammar,{value}\n")
    with pytest.raises(StudyError, match=r"truth\.csv.* has the value .*; expected a finite number"):
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
    assert n_people(database) == 0
    database.close()


@pytest.mark.parametrize(
    ("form", "labels", "value", "message"),
    [
        ("scale", ("bad", "fair", "good"), 4.0, "expected a mean rating from 1 to 3"),
        ("yes_no", (), -0.5, "expected a probability from 0 to 1"),
    ],
)
def test_a_value_out_of_range_is_refused_before_anything_is_stored(tmp_path, form, labels, value, message):
    questions = (Question("grammar", "Is it right?", form, of_each_text=True, labels=labels),)
    database, study = stored_study(tmp_path, questions=questions, kind="rate")
    truth = {("a", "grammar"): 1.0, ("b", "grammar"): value, ("c", "grammar"): 1.0}
    with pytest.raises(StudyError, match=f"`truth` has the value .* of the system 'b' under 'grammar'; {message}"):
        simulate_raters(database, study, truth, n_raters=1)
    assert n_people(database) == 0
    database.close()


def test_truth_may_lack_questions_that_are_not_asked(tmp_path):
    database, study = stored_study(tmp_path, questions=METAPHOR.protocols["vmcd"], kind="metaphor")
    assert simulate_raters(database, study, {("", "present"): 0.0}, n_raters=1).n_pages == 4
    with pytest.raises(StudyError, match="no value with an empty system under 'audio'; add a line"):
        simulate_raters(database, study, {("", "present"): 1.0}, n_raters=1)
    assert n_people(database) == 1
    database.close()


def n_people(database):
    with database.reading() as connection:
        return len(connection.execute(select(tables.person)).all())
