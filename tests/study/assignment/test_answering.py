import pytest
from sqlalchemy import func, select

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import LEASE
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import close_study
from tests.study.studies import Clock, invited, leased, ranked_items, stored_study


@pytest.fixture
def place(tmp_path):
    clock = Clock()
    database, study = stored_study(tmp_path, ranked_items(2), n_judges=1, clock=clock)
    yield database, study, clock, invited(database, study, 2)
    database.close()


def rows(database):
    with database.reading() as connection:
        return connection.execute(select(tables.answer).order_by(tables.answer.c.id)).all()


def send(place, page, answers, token="t", person=None):
    database, study, _, people = place
    return store_answers(
        database,
        study,
        people[0] if person is None else person,
        assignment=page.assignment,
        answers=answers,
        token=token,
    )


def test_a_form_that_is_sent_twice_is_stored_once(place):
    page = leased(place[0], place[1], place[3][0])
    first = send(place, page, {"correctness": [1, 2, 3]})
    again = send(place, page, {"correctness": [1, 2, 3]})
    assert (first.n_stored, again.n_stored) == (1, 0)
    assert again.page.answers == {"correctness": [1, 2, 3]}
    assert len(rows(place[0])) == 1


def test_changed_answer_is_stored_as_next_revision(place):
    page = leased(place[0], place[1], place[3][0])
    send(place, page, {"correctness": [1, 2, 3]}, "one")
    receipt = send(place, page, {"correctness": [3, 2, 1]}, "two")
    assert receipt.page.answers == {"correctness": [3, 2, 1]}
    assert [(row.revision, row.value) for row in rows(place[0])] == [(1, [1, 2, 3]), (2, [3, 2, 1])]


def test_a_page_is_finished_by_its_last_required_question(place):
    database, study, _, people = place
    page = leased(database, study, people[0])
    half = send(place, page, {"correctness": [1, 2, 3]}, "one").page
    assert [question.name for question in half.missing_questions] == ["grammar"]
    assert leased(database, study, people[0]).assignment == page.assignment
    assert send(place, page, {"grammar": [1, 2, 3]}, "two").page.is_finished
    assert leased(database, study, people[0]).assignment != page.assignment


def test_a_required_answer_cannot_be_taken_back(place):
    page = leased(place[0], place[1], place[3][0])
    send(place, page, {"correctness": [1, 2, 3]}, "one")
    with pytest.raises(StudyError, match="'correctness' needs an answer, which cannot be taken back; give another"):
        send(place, page, {"correctness": None}, "two")
    assert len(rows(place[0])) == 1


def test_a_page_with_a_yes_needs_the_answers_after_it(tmp_path):
    questions = KINDS["metaphor"].protocols["vmcd"]
    items = [StudyItem("c", "film")]
    database, study = stored_study(tmp_path, items, n_judges=2, questions=questions, kind="metaphor")
    people = invited(database, study, 2)
    given = {"present": True, "audio": False, "time": "1", "primary": "a man", "secondary": "a train"}
    place = (database, study, None, people)
    page = leased(database, study, people[0])
    half = send(place, page, given, "one").page
    assert [question.name for question in half.missing_questions] == ["property", "caption"]
    assert leased(database, study, people[0]).assignment == page.assignment
    rest = {"property": "fast", "caption": "A man is as fast as a train", "description": "A man runs."}
    assert send(place, page, rest, "two").page.is_finished
    assert "description" not in send(place, page, {"description": None}, "three").page.answers
    assert send(place, leased(database, study, people[1]), {"present": False}, "one", people[1]).page.is_finished
    (first, _) = read_judgements(database, study)
    assert "description" not in first.answers
    database.close()


def test_invalid_answer_stores_nothing_of_its_form(place):
    page = leased(place[0], place[1], place[3][0])
    with pytest.raises(StudyError, match="give each of the 3 texts another rank"):
        send(place, page, {"correctness": [1, 2, 3], "grammar": [1, 1, 2]})
    with pytest.raises(StudyError, match="there is no question 'beauty'"):
        send(place, page, {"beauty": [1, 2, 3]})
    assert not rows(place[0])


def test_form_token_cannot_store_different_answer(place):
    page = leased(place[0], place[1], place[3][0])
    send(place, page, {"correctness": [1, 2, 3]})
    with pytest.raises(StudyError, match="answered otherwise by the same form"):
        send(place, page, {"correctness": [2, 1, 3]})
    with pytest.raises(StudyError, match="a token of 0 letters"):
        send(place, page, {"correctness": [2, 1, 3]}, "")


def test_rater_cannot_answer_a_page_of_another_rater(place):
    page = leased(place[0], place[1], place[3][0])
    with pytest.raises(StudyError, match="there is no page 1 for you"):
        send(place, page, {"correctness": [1, 2, 3]}, person=place[3][1])


def test_late_answer_is_stored_unless_page_was_reassigned(place):
    database, study, clock, people = place
    page = leased(database, study, people[0])
    clock.now += LEASE + 1
    assert send(place, page, {"correctness": [1, 2, 3]}, "late").n_stored == 1
    clock.now += LEASE + 1
    pages = [leased(database, study, people[1]) for _ in range(1)]
    while pages[-1].clip != page.clip:
        answers = {"correctness": [1, 2, 3], "grammar": [1, 2, 3]}
        send(place, pages[-1], answers, f"{len(pages)}", person=people[1])
        pages.append(leased(database, study, people[1]))
    with pytest.raises(StudyError, match="went to another rater"):
        send(place, page, {"grammar": [1, 2, 3]}, "too late")


def test_a_closed_study_takes_no_answer(place):
    database, study, _, people = place
    page = leased(database, study, people[0])
    close_study(database, study)
    with pytest.raises(StudyError, match="this study is closed"):
        send(place, page, {"correctness": [1, 2, 3]})
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(tables.answer)).scalar_one() == 0
