"""Raters practise before their first page; the first answer to an example stays."""

import pytest

from cinescribe.errors import StudyError
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.assignment.pages import training_page
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.training import TrainingAnswer, TrainingExample
from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.entry.consent import decide_consent, set_consent
from cinescribe.study.entry.training import TrainedAnswer, rater_training, store_training, trained_answer
from cinescribe.study.kinds.answers import ShownText
from cinescribe.study.people.withdrawal import withdraw
from cinescribe.study.sheets.write_sheets import write_study_sheets
from cinescribe.study.simulation.raters import simulate_raters
from cinescribe.study.storage.database import Database, sqlite_url
from cinescribe.study.storage.studies import write_study
from tests.study.studies import ORDER, Clock, invited, leased, ranked_items

EXPECTED = (
    TrainingAnswer("correctness", (1.0, 2.0), "It waves."),
    TrainingAnswer("grammar", (2.0, 1.0), "A word lacks."),
)
EXAMPLE = TrainingExample("c", EXPECTED, (ShownText("It waves."), ShownText("It is a.")), film="film")


@pytest.fixture
def place(tmp_path):
    database = Database(sqlite_url(tmp_path / "study.db"), clock=Clock())
    design = StudyDesign("s", "rank", ORDER, 2, "corpus", training=(EXAMPLE,))
    yield database, write_study(database, design, ranked_items(2))
    database.close()


def test_pages_come_after_all_examples(place):
    database, study = place
    (person,) = invited(database, study, 1)
    with pytest.raises(StudyError, match="this study begins with examples to practise on"):
        lease_page(database, study, person)
    assert [question.name for question in training_page(study, 2).questions] == ["grammar"]
    with pytest.raises(StudyError, match="the training has no step 3"):
        training_page(study, 3)
    with pytest.raises(StudyError, match="step 2 of the training is not your next one"):
        store_training(database, study, person, step=2, answer=[1, 2])
    store_training(database, study, person, step=1, answer=[1, 2])
    store_training(database, study, person, step=2, answer=[1, 2])
    assert rater_training(database, study, person).n_right == 1
    leased(database, study, person)


def test_nothing_is_practised_before_consent(place):
    database, study = place
    (person,) = invited(database, study, 1)
    text = WrittenText("We store your answers.", "en")
    set_consent(database, study, text)
    with pytest.raises(StudyError, match="read what the study asks you to agree to"):
        store_training(database, study, person, step=1, answer=[1, 2])
    decide_consent(database, study, person, digest=text.digest, is_given=True)
    store_training(database, study, person, step=1, answer=[1, 2])


def test_the_first_answer_to_an_example_stays(place):
    database, study = place
    (person,) = invited(database, study, 1)
    assert trained_answer(database, study, person, 1) is None
    store_training(database, study, person, step=1, answer=[2, 1])
    assert store_training(database, study, person, step=1, answer=[1, 2]) == TrainedAnswer([2, 1], is_right=False)
    withdraw(database, study, person)
    assert trained_answer(database, study, person, 1) is None


def test_sheets_are_for_who_has_practised_and_simulated_raters_practise(place, tmp_path):
    database, study = place
    with pytest.raises(StudyError, match="`raters`: people agree to this study and practise on its web pages"):
        write_study_sheets(database, study, tmp_path / "sheets", n_raters=1)
    assert simulate_raters(database, study, {}, n_raters=0, n_careless=1).n_pages == 2
