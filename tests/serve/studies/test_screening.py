"""Two tests come before the first video; who fails one is told so and gets none."""

import re

import pytest
from sqlalchemy import select

from cinescribe.study.results.screening_counts import screening_counts
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import close_study
from tests.serve.sites import add_study, hidden, rater, site, two_tests

RIGHT = {"v0": "yes", "v1": "yes", "v2": "no", "v3": "no", "v4": "yes"}
SECOND = {"v0": "no"}


@pytest.fixture
def place(served):
    tests = two_tests((True, True, False, False, True), (False,))
    study = add_study(served.database, "metaphor", screening=tests)
    with site(served.database, [study]) as app:
        yield served.database, study, app, rater(served.database, study, app)


def taken(database, study, own):
    table = tables.screening
    found = select(table).where(table.c.study_id == study.id, table.c.person_id == own.person).order_by(table.c.test)
    with database.reading() as connection:
        return [(row.test, row.n_right, row.is_passed) for row in connection.execute(found)]


def first_test(own, study):
    return own.get(f"/studies/{study.id}/next")


def test_rater_who_passes_both_tests_gets_videos(place):
    database, study, _, own = place
    assert "Two tests come first; then 2 pages." in own.get("/studies").text
    assert "Begin test 1" in own.get(f"/studies/{study.id}").text
    shown = first_test(own, study)
    assert shown.url.path == f"/studies/{study.id}/tests/1"
    assert "4 of your 5 answers must be right" in shown.text
    assert not re.search(r"secret-|film", shown.text)
    second = own.fill(shown.url.path, shown, **{**RIGHT, "v4": "no"})  # 4 of 5 are right
    assert "<h1>Test 2 of 2</h1>" in second.text
    assert "Begin test 2" in own.get(f"/studies/{study.id}").text
    page = own.fill(second.url.path, second, **SECOND)
    assert "<h1>Page 1 of 2</h1>" in page.text
    assert taken(database, study, own) == [(1, 4, True), (2, 1, True)]
    assert own.get(f"/studies/{study.id}/tests/1").url.path == f"/studies/{study.id}"
    counts = screening_counts(database, study)
    assert counts is not None
    assert (counts.n_tested, counts.n_passed, counts.n_failed) == (1, 1, 0)


@pytest.mark.parametrize("failed", [1, 2])
def test_rater_who_fails_test_gets_no_videos(place, failed):
    database, study, app, own = place
    shown = first_test(own, study)
    if failed == 2:
        shown = own.fill(shown.url.path, shown, **RIGHT)
        told = own.fill(shown.url.path, shown, v0="yes")
        words = "You gave the same answer as the organisers for 0 of 1; the test needs 1"
    else:
        told = own.fill(shown.url.path, shown, **{**RIGHT, "v1": "no", "v4": "no"})
        words = "You gave the same answer as the organisers for 3 of 5; the test needs 4"
    assert "<h1>Test not passed</h1>" in told.text
    for text in (told.text, own.get(f"/studies/{study.id}").text):
        assert words in text
        assert f'href="/studies/{study.id}/next"' not in text
    assert f"You did not pass test {failed}" in own.get("/studies").text
    assert own.get(f"/studies/{study.id}/next").text.count("<form") == 2  # to log out, and to choose a language
    again = own.fill(f"/studies/{study.id}/tests/{failed}", told, form="other", **RIGHT)
    assert again.status_code == 409
    assert "is not your next one; a test is taken once" in again.text
    assert len(taken(database, study, own)) == failed
    with database.reading() as connection:
        assert (
            connection.execute(select(tables.assignment).where(tables.assignment.c.person_id == own.person)).all() == []
        )
    other = rater(database, study, app)
    shown = first_test(other, study)
    other.fill(shown.url.path, shown, **RIGHT)
    counts = screening_counts(database, study)
    assert counts is not None
    assert (counts.n_tested, counts.n_passed, counts.n_failed) == (2, 0, 1)
    assert "of 2 people who were tested, 1 failed and got no items, 0 passed, 1 did not finish" in counts.line


def test_incomplete_test_is_shown_again_with_its_choices(place):
    database, study, _, own = place
    shown = first_test(own, study)
    refused = own.fill(shown.url.path, shown, v0="yes", v1="perhaps")
    assert refused.status_code == 422
    assert 'name="v0" value="yes" checked' in refused.text
    for number in (2, 3, 4, 5):
        assert f'<li><a href="#v{number - 1}">Answer for video {number}, yes or no.</a></li>' in refused.text
        assert f'id="v{number - 1}-error"' in refused.text
    assert hidden(refused)["form"] == hidden(shown)["form"]
    assert taken(database, study, own) == []


def test_a_test_that_is_sent_twice_is_stored_once(place):
    database, study, _, own = place
    shown = first_test(own, study)
    for _ in range(2):
        fields = {**hidden(shown), **RIGHT}
        assert own.post(shown.url.path, data=fields, follow_redirects=False).status_code == 303
    assert taken(database, study, own) == [(1, 5, True)]


def test_tests_belong_to_raters_of_open_studies_with_screening(place, served):
    database, study, app, own = place
    stranger = rater(database, add_study(database, "pair"), app)
    for path in (f"/studies/{study.id}/tests/1", f"/studies/{study.id}/tests/1/0/clip"):
        assert stranger.get(path).status_code == 404
    for path in ("1/9/clip", "3/0/clip", "1/0/clip"):
        assert own.get(f"/studies/{study.id}/tests/{path}").status_code == 404  # the corpus has no film
    plain = served.studies["metaphor"]
    other = rater(database, plain, served.app)
    for browser, path in ((other, f"/studies/{plain.id}/tests/1"), (own, f"/studies/{study.id}/tests/3")):
        assert browser.get(path).status_code == 404
        assert browser.fill(path, browser.get("/about-you"), form="x").status_code == 404
    shown = first_test(own, study)
    close_study(database, study)
    closed = own.fill(shown.url.path, shown, **RIGHT)
    assert closed.status_code == 409
    assert "This study is closed" in closed.text
    assert closed.text.count("checked") == 5
