"""Each worker of a platform has one place, for a time, and no more than the quota may finish."""

import threading

import pytest
from sqlalchemy import select

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.crowd.joining import Joined, join_study, make_open_link, open_link_study
from cinescribe.study.design.crowd import FINISHED
from cinescribe.study.entry.participation import end_participation, kept_place, participation
from cinescribe.study.people.people import forget
from cinescribe.study.people.withdrawal import withdraw
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import close_study
from tests.study.crowd.crowds import RULES, crowd_study, ids
from tests.study.studies import invited, leased


@pytest.fixture
def place(tmp_path):
    database, study, code = crowd_study(tmp_path, n_items=1, quota=2)
    yield database, study, code
    database.close()


def sure(own):
    """Somebody who is a participant."""
    assert own is not None
    return own


def test_a_worker_is_one_participant_and_no_id_is_stored(place):
    database, study, code = place
    first = join_study(database, study, code, ids(1))
    assert join_study(database, study, code, ids(1)) == Joined(first.person, is_new=False)
    assert join_study(database, study, code, ids(1, "other")) == Joined(first.person, is_new=False)  # taken on again
    end_participation(database, study, first.person, FINISHED)
    with pytest.raises(StudyError, match="you have taken part in this study already"):
        join_study(database, study, code, ids(1, "third"))
    with database.reading() as connection:
        stored = str([connection.execute(select(table)).all() for table in tables.METADATA.tables.values()])
    assert not any(word in stored for word in ("worker1", "other1", code))


def test_places_are_no_more_than_the_quota_and_free_when_the_time_is_over(place):
    database, study, code = place
    first, second = (join_study(database, study, code, ids(number)).person for number in (1, 2))
    with pytest.raises(StudyError, match="all places of this study are taken"):
        join_study(database, study, code, ids(3))
    database.clock.now += 60 * RULES.minutes
    third = join_study(database, study, code, ids(3)).person
    assert sure(kept_place(database, study, first)).end is None  # one place was still free
    assert sure(kept_place(database, study, second)).end == "timed-out"
    assert [sure(participation(database, study, one)).end for one in (first, second, third)] == [
        None,
        "timed-out",
        None,
    ]
    withdraw(database, study, third)
    assert join_study(database, study, code, ids(4)).is_new


def test_who_has_answered_all_pages_has_finished_after_the_time_too(tmp_path):
    (tmp_path / "late").mkdir()
    rules = RULES.replace(pages=1)
    database, study, code = crowd_study(tmp_path / "late", rules=rules, n_items=1, quota=1, consent=None, training=())
    late = join_study(database, study, code, ids(1)).person
    page = leased(database, study, late)
    database.clock.now += 60 * RULES.minutes
    assert join_study(database, study, code, ids(2)).is_new
    answers = {"fit": [3 for _ in page.texts]}
    store_answers(database, study, late, assignment=page.assignment, answers=answers, token="t")
    assert sure(kept_place(database, study, late)).end == "finished"
    database.close()


def check_rush(database, study, code):
    """Eight people come at once, two of them twice, for three places: each worker has one place, and three have one."""
    joined: list[int] = []
    refused: list[str] = []

    def come(number):
        try:
            joined.append(join_study(database, study, code, ids(number)).person)
        except StudyError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=come, args=(number % 6,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.reading() as connection:
        rows = connection.execute(select(tables.participant)).all()
    assert len(joined) + len(refused) == 8
    assert {row.person_id for row in rows} == {*joined}
    assert len({row.worker for row in rows}) == len(rows) == 3
    assert all("all places" in words for words in refused)


def test_a_rush_gets_no_more_than_the_places(tmp_path):
    (tmp_path / "rush").mkdir()
    database, study, code = crowd_study(tmp_path / "rush", n_items=1, quota=3)
    check_rush(database, study, code)
    database.close()


def test_the_first_end_stays(place):
    database, study, code = place
    person = join_study(database, study, code, ids(1)).person
    assert sure(end_participation(database, study, person, "no-consent")).code == "NONE"
    assert sure(end_participation(database, study, person, FINISHED)).end == "no-consent"
    assert withdraw(database, study, person) == 0
    assert sure(kept_place(database, study, person)).end == "no-consent"
    own = join_study(database, study, code, ids(2)).person
    code_of_one = sure(end_participation(database, study, own, "withdrawn")).code
    assert len(code_of_one or "") == 10  # where the rules name no code, each participant has one


def test_who_took_part_comes_back_to_a_closed_study(place):
    database, study, code = place
    first = join_study(database, study, code, ids(1))
    close_study(database, study)
    assert join_study(database, study, code, ids(1)) == Joined(first.person, is_new=False)
    with pytest.raises(StudyError, match="this study is closed"):
        join_study(database, study, code, ids(2))


def test_unknown_links_closed_studies_and_studies_without_rules_are_refused(place, tmp_path):
    database, study, code = place
    assert open_link_study(database, code) == study.id
    assert open_link_study(database, "x") is None
    with pytest.raises(StudyError, match="this link is unknown"):
        join_study(database, study, "x", ids(1))
    with pytest.raises(StudyError, match="`quota` is 0; expected 1 place or more"):
        make_open_link(database, study, quota=0)
    close_study(database, study)
    with pytest.raises(StudyError, match="this study is closed"):
        join_study(database, study, code, ids(1))
    (tmp_path / "plain").mkdir()
    with pytest.raises(StudyError, match="has no rules of crowd work; make it with `crowd`"):
        crowd_study(tmp_path / "plain", rules=None)


def test_who_comes_from_anywhere_is_new_each_time_and_raters_are_no_participants(place):
    database, study, code = place
    assert join_study(database, study, code, None).person != join_study(database, study, code, None).person
    (rater,) = invited(database, study, 1)
    assert participation(database, study, rater) is None
    assert end_participation(database, study, rater, FINISHED) is None


def test_forgetting_removes_the_digests_of_ids(place):
    database, study, code = place
    person = join_study(database, study, code, ids(1)).person
    with database.reading() as connection:
        name = connection.execute(select(tables.person.c.pseudonym).where(tables.person.c.id == person)).scalar_one()
    forget(database, name)
    with database.reading() as connection:
        row = connection.execute(select(tables.participant)).one()
    assert (row.worker, row.submission, row.platform_study) == (None, None, None)
