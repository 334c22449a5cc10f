"""Raters agree to the newest text before anything is asked, and each answer says to which text."""

import pytest
from sqlalchemy import select

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.entry.consent import decide_consent, rater_consent, set_consent
from cinescribe.study.people.people import forget
from cinescribe.study.people.withdrawal import withdraw
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.sheets.write_sheets import write_study_sheets
from cinescribe.study.simulation.raters import simulate_raters
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import close_study
from tests.study.studies import invited, leased, stored_study

ANSWERS = {"correctness": [1, 2, 3], "grammar": [3, 2, 1]}
FIRST, SECOND = WrittenText("We store your answers."), WrittenText("We store your answers for 10 years.")


@pytest.fixture
def place(tmp_path):
    database, study = stored_study(tmp_path)
    yield database, study
    database.close()


def agree(database, study, person, text, *, is_given=True):
    decide_consent(database, study, person, digest=text.digest, is_given=is_given)


def answer(database, study, person, token):
    page = leased(database, study, person)
    return store_answers(database, study, person, assignment=page.assignment, answers=ANSWERS, token=token)


def rows(database, table):
    with database.reading() as connection:
        return connection.execute(select(table)).all()


def test_nothing_is_asked_of_who_did_not_agree(place):
    database, study = place
    (person,) = invited(database, study, 1)
    page = leased(database, study, person)  # before there is anything to agree to
    set_consent(database, study, FIRST)
    for decisions in ((), (False,), (True, False)):
        for is_given in decisions:
            agree(database, study, person, FIRST, is_given=is_given)
        with pytest.raises(StudyError, match="read what the study asks you to agree to"):
            lease_page(database, study, person)
        with pytest.raises(StudyError, match="read what the study asks you to agree to"):
            store_answers(database, study, person, assignment=page.assignment, answers=ANSWERS, token="t")
    assert rows(database, tables.answer) == []


def test_a_changed_text_asks_again_and_answers_name_the_text_of_their_time(place):
    database, study = place
    (person,) = invited(database, study, 1)
    answer(database, study, person, "before")
    assert set_consent(database, study, FIRST).version == 1
    agree(database, study, person, FIRST)
    answer(database, study, person, "first")
    assert set_consent(database, study, FIRST).version == 1  # the same text holds already
    answer(database, study, person, "same")
    assert set_consent(database, study, SECOND).version == 2
    state = rater_consent(database, study, person)
    assert (state.is_given, state.has_changed, state.is_settled) == (None, True, False)
    with pytest.raises(StudyError, match="agree to"):
        answer(database, study, person, "refused")
    agree(database, study, person, SECOND)
    answer(database, study, person, "second")
    named = {row.token: row.consent for row in rows(database, tables.answer)}
    assert named == {"before": None, "first": FIRST.digest, "same": FIRST.digest, "second": SECOND.digest}


def test_a_decision_about_an_older_text_is_refused(place):
    database, study = place
    (person,) = invited(database, study, 1)
    set_consent(database, study, FIRST)
    set_consent(database, study, SECOND)
    with pytest.raises(StudyError, match="the text has changed since you opened this page"):
        agree(database, study, person, FIRST)
    assert rater_consent(database, study, person).is_given is None


def test_withdrawal_removes_the_answers_of_one_rater_in_one_study(place):
    database, study = place
    first, second = invited(database, study, 2)
    set_consent(database, study, FIRST)
    for person in (first, second):
        agree(database, study, person, FIRST)
        answer(database, study, person, f"of {person}")
    close_study(database, study)
    assert withdraw(database, study, first) == 2
    assert {row.token for row in rows(database, tables.answer)} == {f"of {second}"}
    assert [row.person_id for row in rows(database, tables.consent_decision)] == [second]
    assert len(read_judgements(database, study)) == 1
    with pytest.raises(StudyError, match="you are no rater of this study"):
        withdraw(database, study, first)


def test_forgetting_a_person_with_answers_removes_what_they_agreed_to(place):
    database, study = place
    (person,) = invited(database, study, 1)
    set_consent(database, study, FIRST)
    agree(database, study, person, FIRST)
    answer(database, study, person, "t")
    name = rows(database, tables.person)[0].pseudonym
    assert forget(database, name, with_answers=True) == 2
    assert rows(database, tables.consent_decision) == rows(database, tables.assignment) == []


def test_sheets_are_refused_to_who_did_not_agree(place, tmp_path):
    database, study = place
    (person,) = invited(database, study, 1)
    name = rows(database, tables.person)[0].pseudonym
    set_consent(database, study, FIRST)
    with pytest.raises(StudyError, match="`raters`: people agree to this study and practise on its web pages"):
        write_study_sheets(database, study, tmp_path / "sheets", n_raters=1)
    with pytest.raises(StudyError, match=f"{name}: people agree"):
        write_study_sheets(database, study, tmp_path / "sheets", people=[name])
    agree(database, study, person, FIRST)
    assert write_study_sheets(database, study, tmp_path / "sheets", people=[name]).n_pages == 4


def test_simulated_raters_agree(place):
    database, study = place
    set_consent(database, study, FIRST)
    done = simulate_raters(database, study, {}, n_raters=0, n_careless=1)
    assert done.n_pages == 4
    assert {row.consent for row in rows(database, tables.answer)} == {FIRST.digest}
