from pathlib import Path

import pytest

from cinescribe.errors import DatabaseError
from cinescribe.study.challenge.scorer import open_scorer, work
from cinescribe.study.challenge.submission_file import MAX_BYTES
from cinescribe.study.challenge.submissions import own_submissions
from cinescribe.study.challenge.teams import new_token
from tests.serve.challenge.pages import served
from tests.study.challenge.challenges import captions, joined


@pytest.fixture
def pages(tmp_path):
    with served(tmp_path) as found:
        yield found


def test_a_file_is_taken_in_without_scoring_and_shown_when_it_is_scored(pages):
    challenge, a, _, browser = pages
    own = browser(a)
    answer = own.submit(captions("test"))
    page = own.get(answer.headers["location"])
    assert "State: <b>received</b>" in page.text
    assert own.submit(captions("test")).headers["location"] == answer.headers["location"]  # sent twice
    assert work(open_scorer(challenge), is_over=lambda: True) == 1
    page = own.get(answer.headers["location"]).text
    assert '<th scope="row">ROUGE-L</th><td>100.0</td>' in page
    assert "Submission 1" in own.get("/challenge/submissions").text
    board = browser().get("/challenge/leaderboard").text
    assert '<th scope="row">A</th>' in board
    assert "Scores of this phase are shown after its close." in board


def test_a_refused_file_is_refused_in_one_line_and_nothing_is_stored(pages):
    challenge, a, _, browser = pages
    page = browser(a).submit(b"[]", status=422).text
    assert "Clips that are missing: &#39;test0&#39;" in page
    assert 'aria-describedby="file-hint file-error"' in page
    assert "the submission is empty" in browser(a).submit(b"", status=422).text.lower()
    assert "There is no phase" in browser(a).submit(captions("test"), phase="../blind", status=422).text
    assert own_submissions(challenge, a) == []
    assert not any(Path(challenge.folder, "submissions").iterdir())


def test_submissions_of_another_team_are_not_found(pages):
    _, a, b, browser = pages
    place = browser(a).submit(captions("test")).headers["location"]
    other = browser(b)
    assert other.get(place, 404).text == other.get("/challenge/submissions/99", 404).text.replace("/99", "/1")
    assert "nothing yet" in other.get("/challenge/submissions").text
    for path in ("x", "1/../1", "-1"):
        other.get(f"/challenge/submissions/{path}", 404)


def test_forms_of_other_sites_and_sessions_are_refused(pages):
    challenge, a, b, browser = pages
    own = browser(a)
    own.submit(captions("test"), csrf=browser(b).csrf(), status=403)
    own.client.headers["origin"] = "http://elsewhere"
    own.submit(captions("test"), csrf="", status=403)
    assert browser().client.post("/challenge/submit").status_code in {303, 401}
    assert own_submissions(challenge, a) == []


def test_too_long_a_file_is_refused_while_it_arrives(pages):
    challenge, a, _, browser = pages
    own, taken = browser(a), 0
    token = new_token(challenge, a)

    def pieces():
        nonlocal taken
        for _ in range(64):
            taken += 1 << 20
            yield bytes(1 << 20)

    answer = own.client.post(
        "/challenge/api/public/submissions", content=pieces(), headers={"authorization": f"Bearer {token}"}
    )
    assert answer.status_code in {413, 422}
    own.submit(bytes(MAX_BYTES + (1 << 17)), status=413)
    assert own_submissions(challenge, a) == []


def test_programs_submit_with_a_token(pages):
    challenge, a, _, browser = pages
    program = browser().client
    del program.headers["origin"]

    def send(token, data, phase="public"):
        headers = {"authorization": f"Bearer {token}"}
        return program.post(f"/challenge/api/{phase}/submissions", content=data, headers=headers)

    page = browser(a).post("/challenge/team/token", status=200).text
    token = page.partition("shown once: <code>")[2].partition("<")[0]
    answer = send(token, captions("test"))
    assert (answer.status_code, answer.json()["state"]) == (202, "received")
    assert send(token, captions("test")).json() == answer.json()
    assert send(token, b"[]").json()["error"].startswith("clips that are missing")
    assert send(token, captions("test"), phase="private").json()["error"].startswith("there is no phase 'private'")
    for wrong in ("", "x" * 43, new_token(challenge, a)[:-1]):
        assert (send(wrong, b"[]").status_code, send(wrong, b"[]").json().keys()) == (401, {"error"})
    assert send(token, captions("test")).status_code == 401  # a new one has ended it


def test_a_full_disk_and_a_locked_database_acknowledge_nothing(pages, monkeypatch):
    challenge, a, _, browser = pages
    own = browser(a)
    csrf = own.csrf()

    def fail(*_):
        raise DatabaseError("locked")

    monkeypatch.setattr("cinescribe.serve.challenge.uploads.submit", fail)
    assert "could not store" in own.submit(captions("test"), csrf=csrf, status=503).text
    token = new_token(challenge, a)
    headers = {"authorization": f"Bearer {token}"}
    answer = own.client.post("/challenge/api/public/submissions", content=captions("test"), headers=headers)
    assert (answer.status_code, "could not store" in answer.json()["error"]) == (503, True)


def test_organisers_do_not_submit_and_others_are_in_no_team(pages):
    challenge, a, _, browser = pages
    organiser = joined(challenge, "staff", is_organiser=True)
    assert "does not submit" in browser(organiser).get("/challenge/submit").text
    assert "your team runs this challenge" in browser(organiser).submit(captions("test"), status=422).text.lower()
    assert a.team == "A"
