import pytest
from sqlalchemy import update

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import LEASE, rater_progress
from cinescribe.study.assignment.pages import PagePosition, own_page, page_with_position
from cinescribe.study.storage import tables
from tests.study.studies import Clock, invited, leased, ranked_items, stored_study

ANSWERS = {"correctness": [1, 2, 3], "grammar": [1, 2, 3]}


def test_progress_counts_finished_and_remaining_pages(tmp_path):
    clock = Clock()
    database, study = stored_study(tmp_path, ranked_items(3, n_shared=1), n_judges=1, clock=clock)
    one, other = invited(database, study, 2)
    assert rater_progress(database, study, one).n_left == 3
    for person in (one, other):
        page = leased(database, study, person)  # the shared one
        store_answers(database, study, person, assignment=page.assignment, answers=ANSWERS, token="t")
    leased(database, study, other)
    progress = rater_progress(database, study, one)
    assert (progress.n_finished, progress.n_left, len(progress.pages)) == (1, 1, 1)
    clock.now += LEASE + 1
    assert rater_progress(database, study, one).n_left == 2
    database.close()


def test_rater_can_reopen_own_page(tmp_path):
    clock = Clock()
    database, study = stored_study(tmp_path, ranked_items(1), clock=clock)
    one, other = invited(database, study, 2)
    page = leased(database, study, one)
    clock.now += LEASE + 1
    assert own_page(database, study, one, page.assignment) == page
    with pytest.raises(StudyError, match=f"there is no page {page.assignment} for you in this study"):
        own_page(database, study, other, page.assignment)
    database.close()


def test_page_position_counts_pages_left_at_lease(tmp_path):
    clock = Clock()
    database, study = stored_study(tmp_path, ranked_items(3, n_shared=1), n_judges=1, clock=clock)
    one, other = invited(database, study, 2)
    pages = []
    for _ in range(2):
        pages.append(leased(database, study, one).assignment)
        store_answers(database, study, one, assignment=pages[-1], answers=ANSWERS, token="t")
    assert page_with_position(database, study, one, pages[-1])[1] == PagePosition(2, 3, before=pages[0])
    others = []
    for _ in range(2):  # the shared one, and the last that is left
        others.append(leased(database, study, other).assignment)
        store_answers(database, study, other, assignment=others[-1], answers=ANSWERS, token="t")
    assert page_with_position(database, study, other, others[-1])[1] == PagePosition(2, 2, before=others[0])
    assert page_with_position(database, study, one, pages[0])[1] == PagePosition(
        1, 3
    )  # as it was when the newest was leased
    with database.writing() as connection:
        connection.execute(update(tables.assignment).values(n_left=None))  # leased by version 0004 of the database
    assert page_with_position(database, study, one, pages[0])[1] == PagePosition(1, 2)
    database.close()


def test_page_position_is_recounted_when_page_is_leased_again(tmp_path):
    clock = Clock()
    database, study = stored_study(tmp_path, ranked_items(2), n_judges=1, clock=clock)
    one, other = invited(database, study, 2)
    page = leased(database, study, one).assignment
    assert page_with_position(database, study, one, page)[1] == PagePosition(1, 2)
    clock.now += LEASE + 1
    taken = leased(database, study, other).assignment
    store_answers(database, study, other, assignment=taken, answers=ANSWERS, token="t")
    again = leased(database, study, one).assignment
    assert page_with_position(database, study, one, again)[1] == PagePosition(1, 1)
    database.close()
