"""Who has not passed the tests of a study gets no items, whichever way they are asked for."""

import pytest

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import take_test
from cinescribe.study.assignment.leases import lease_page, rater_screening
from cinescribe.study.assignment.pages import screening_page
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.screening import Screening, ScreeningVideo
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.people.people import forget
from cinescribe.study.results.screening_counts import screening_counts
from cinescribe.study.storage.database import Database, sqlite_url
from cinescribe.study.storage.studies import close_study, write_study
from tests.study.studies import Clock, invited

TESTS = Screening((ScreeningVideo(1, "a", "film", True), ScreeningVideo(2, "b", "film", False)))


@pytest.fixture
def place(tmp_path):
    database = Database(sqlite_url(tmp_path / "study.db"), clock=Clock())
    questions = KINDS["metaphor"].protocols["vmcd"]
    design = StudyDesign("s", "metaphor", questions, 2, "corpus", screening=TESTS)
    study = write_study(database, design, [StudyItem("c", "film")])
    yield database, study, invited(database, study, 2)
    database.close()


def test_rater_gets_no_item_before_passing_both_tests(place):
    database, study, (person, other) = place
    for test, answer in ((1, True), (2, False)):
        with pytest.raises(StudyError, match="gives videos to people who passed its tests; go to the first page"):
            lease_page(database, study, person)
        assert rater_screening(database, study, person).next_test == test
        take_test(database, study, person, test=test, answers=[answer], token="t")
    assert lease_page(database, study, person) is not None
    state = take_test(database, study, other, test=1, answers=[False], token="t")
    assert state.failed is not None
    assert (state.failed.n_right, state.failed.n_needed, state.next_test) == (0, 1, None)
    with pytest.raises(StudyError, match="people who passed its tests"):
        lease_page(database, study, other)
    counts = screening_counts(database, study)
    assert counts is not None
    assert counts.line == (
        "screening: of 2 people who were tested, 1 failed and got no items, 1 passed, 0 did not finish; "
        "each test needs 80%"
    )


def test_screening_tests_are_taken_once_in_order(place):
    database, study, (person, _) = place

    def take(test, answers, token="t", whom=person):
        return take_test(database, study, whom, test=test, answers=answers, token=token)

    with pytest.raises(StudyError, match="test 2 is not your next one; a test is taken once"):
        take(2, [False])
    for answers in ([], [True, True]):
        with pytest.raises(StudyError, match=f"test 1 has {len(answers)} answers for 1 videos; answer each"):
            take(1, answers)
    with pytest.raises(StudyError, match="test 3 has 0 answers for 0 videos"):
        take(3, [])
    assert take(1, [True]) == take(1, [True])
    with pytest.raises(StudyError, match="test 1 is not your next one"):
        take(1, [True], "other")
    with pytest.raises(StudyError, match="you are no rater of this study"):
        take(1, [True], whom=99)
    close_study(database, study)
    with pytest.raises(StudyError, match="this study is closed"):
        take(2, [False])


def test_screening_video_is_shown_as_page(place):
    _, study, _ = place
    assert screening_page(study, 2, 0).clip == "b"
    with pytest.raises(StudyError, match="test 2 has no video 1; go to the first page of the study"):
        screening_page(study, 2, 1)


def test_forgetting_rater_removes_screening_tests(place):
    database, study, (person, _) = place
    take_test(database, study, person, test=1, answers=[True], token="t")
    with database.reading() as connection:
        name = connection.exec_driver_sql(f"SELECT pseudonym FROM person WHERE id = {person}").scalar_one()
    forget(database, name, with_answers=True)
    counts = screening_counts(database, study)
    assert counts is not None
    assert counts.n_tested == 0
