"""Every page is in the language that the browser prefers or somebody chose: a walk through all of them in German."""

import re

import pytest

from cinescribe.serve.shell.page_language import CHOICE
from cinescribe.serve.studies.home import HOME
from cinescribe.study.challenge.scorer import open_scorer, work
from tests.language.messages.english_on_pages import english_in
from tests.serve.challenge.pages import served as challenge_pages
from tests.serve.sites import Browser, add_study, draft, rater, site, two_tests
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder
from tests.study.challenge.challenges import captions, joined

FILM = "/films/film/"
GERMAN = {"accept-language": "fr;q=0.9, de-AT;q=0.8, en;q=0.7"}


@pytest.fixture
def bench(tmp_path):
    with desk(write_folder(tmp_path / "film.ad", n_cues=3)) as made:
        made.client.headers.update(GERMAN)
        yield made


def check(answer, status=200):
    """Assert that a page is in German."""
    assert answer.status_code == status
    assert answer.headers["content-language"] == "de"
    assert '<html lang="de" dir="ltr">' in answer.text
    assert english_in(answer.text) == []


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/help",
        FILM,
        f"{FILM}?show=unseen",
        f"{FILM}?words=nobody+says+this",
        f"{FILM}people",
        f"{FILM}people/preview?person=p1&name=Bert",
        f"{FILM}people/p1/cues",
        f"{FILM}dropped",
        f"{FILM}remarks",
        f"{FILM}export",
        f"{FILM}voice",
        f"{FILM}report",
        f"{FILM}history",
        f"{FILM}listen",
        f"{FILM}replace?old=door&new=gate",
        f"{FILM}cues/c11000",
        f"{FILM}cues/c11000/take",
    ],
)
def test_pages_of_the_workbench(bench, path):
    check(bench.get(path))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/films/other/", 404),
        ("/jobs/7", 404),
        (f"{FILM}export/vtt/file", 404),
        (f"{FILM}cues/none", 422),
        (f"{FILM}replace?old=", 422),
        (f"{FILM}people/p1/portrait", 404),
    ],
)
def test_error_pages_are_in_german(bench, path, status):
    check(bench.get(path), status)


def test_edit_messages_and_history_are_in_german(bench):
    said = bench.post(f"{FILM}cues/c11000/save", page=FILM, text="Anna winkt.").json()
    assert re.fullmatch(r"AD-Text 1: 2 Wörter, \d,\d von 10,0 Sekunden\.", said["message"])
    assert said["lang"] is None
    for action, message in (
        ("accept", "AD-Text 2 ist angenommen."),
        ("reject", "AD-Text 2 ist weggelassen."),
        ("extend", "AD-Text 2 hält den Film an: der Film wartet"),
    ):
        assert bench.post(f"{FILM}cues/c21000/{action}", page=FILM).json()["message"].startswith(message)
    assert bench.post(f"{FILM}undo", page=FILM).json()["message"].startswith("Rückgängig gemacht: ")
    check(bench.get(f"{FILM}history"))
    check(bench.get(f"{FILM}cues/c11000"))
    check(bench.get(f"{FILM}dropped"))


def test_faults_of_the_program_are_marked_as_english(bench):
    said = bench.post(f"{FILM}cues/c11000/save", page=FILM, start="soon").json()
    assert (said["lang"], said["field"]) == ("en", "start")
    page = bench.post(f"{FILM}cues/c11000/save", page=FILM, scripts=False, start="soon")
    assert "<h1>Noch nicht gespeichert</h1>" in page.text
    assert f'<p><span lang="en">{said["message"]}'.replace("'", "&#39;") in page.text
    check(page, 422)


def test_cue_fields_are_marked_with_the_language_of_the_cue(bench):
    assert re.search(r'<textarea id="cue-c11000-text" lang="en" name="text"', bench.get(FILM).text)


def test_a_job_says_in_german_how_far_it_is(bench):
    said = bench.post(f"{FILM}export/vtt", page=f"{FILM}export").json()
    assert said["message"].startswith("vtt exportieren: fehlgeschlagen.")
    check(bench.get("/jobs/1"))
    check(bench.get(f"{FILM}export"))


def test_a_choice_counts_more_than_the_browser_and_keeps_the_place(bench):
    page = bench.get(f"{FILM}?show=unseen").text
    assert f'name="to" value="{FILM}?show=unseen"' in page
    assert '<button class="plain" name="language" value="de" lang="de" aria-current="true"' in page
    to = f"{FILM}?show=unseen"
    answer = bench.post("/language", scripts=False, language="en", to=to)
    assert (answer.status_code, answer.headers["location"]) == (303, to)
    assert bench.client.cookies[CHOICE] == "en"
    assert '<html lang="en" dir="ltr">' in bench.get(to).text
    bench.post("/language", scripts=False, language="de", to=to)
    check(bench.get(to))


@pytest.mark.parametrize(
    ("language", "to"), [("xx", "/help"), ("", ""), ("de", "//evil.example"), ("de", "https://e.x")]
)
def test_invalid_language_choice_changes_nothing_and_stays_on_the_site(bench, language, to):
    answer = bench.post("/language", scripts=False, language=language, to=to)
    assert answer.headers["location"] == (to if to == "/help" else "/")
    assert bench.client.cookies.get(CHOICE) == ("de" if language == "de" else None)


def test_a_choice_is_taken_from_our_own_pages_only(bench):
    assert bench.client.post("/language", data={"language": "en"}).status_code == 403
    assert CHOICE not in bench.client.cookies


def test_the_locked_workbench(bench):
    bench.client.cookies.clear()
    check(bench.get("/"), 403)


@pytest.mark.parametrize("is_blind", [False, True])
def test_pages_of_each_kind_of_study(served, browser, is_blind):
    for kind, study in served.studies.items():
        own = browser(kind, is_blind=is_blind)
        own.headers.update(GERMAN)
        for path in (HOME, f"{HOME}/{study.id}", "/about-you", f"{HOME}/{study.id}/next", f"{HOME}/99999"):
            check(own.get(path), 404 if "99999" in path else 200)
        page = own.get(f"{HOME}/{study.id}/next")
        check(own.fill(page.url.path, page, keep="1"))
        sent = own.fill(page.url.path, page)
        assert (kind == "choose") == (sent.status_code == 200)  # where nothing has to be chosen, nothing is wrong
        check(sent, sent.status_code)


def test_pages_of_screening_and_of_experts(database):
    study = add_study(database, "metaphor", n_judges=2, screening=two_tests([True, False], [True]))
    read = add_study(database, "metaphor", n_judges=1)
    with site(database, [study, read]) as app:
        own = rater(database, study, app)
        own.headers.update(GERMAN)
        for path in (HOME, f"{HOME}/{study.id}", f"{HOME}/{study.id}/next"):
            check(own.get(path))
        test = own.get(f"{HOME}/{study.id}/next")
        check(own.fill(test.url.path, test), 422)
        check(own.fill(test.url.path, test, v0="no", v1="yes"))
        draft(database, read, rater(database, read, app).person)
        expert = rater(database, read, app, role="expert")
        expert.headers.update(GERMAN)
        at = f"{HOME}/{read.id}/validation"
        for path in (HOME, at, f"{at}/next"):
            check(expert.get(path))
        one = expert.get(f"{at}/next")
        check(expert.fill(one.url.path, one, decision="return"), 422)
        check(expert.fill(one.url.path, one, decision="accept"))


def test_pages_before_the_log_in(served):
    own = Browser(served.app)
    own.headers.update(GERMAN)
    for path in ("/log-in", "/invitation"):
        check(own.get(path))
    page = own.get("/log-in")
    check(own.fill("/log-in", page, name="nobody", password="x" * 12), 403)
    check(own.fill("/invitation", page, code="x", password="a" * 12, again="b" * 12), 422)


def test_pages_of_a_challenge(tmp_path):
    with challenge_pages(tmp_path) as (challenge, a, _, browser):
        own, nobody = browser(a), browser()
        for one in (own, nobody):
            one.client.headers.update(GERMAN)
        at = "/challenge"
        for path in (at, f"{at}/leaderboard"):
            check(nobody.get(path))
        for path in (at, f"{at}/data", f"{at}/team", f"{at}/submit", f"{at}/submissions", f"{at}/leaderboard"):
            check(own.get(path))
        check(own.client.get(f"{at}/admin"), 404)
        check(own.submit(b"[]", status=422), 422)
        place = own.submit(captions("test")).headers["location"]
        page = own.get(place)
        check(page)
        assert "Stand: <b>eingegangen</b>" in page.text
        work(open_scorer(challenge), is_over=lambda: True)
        assert '<th scope="row">ROUGE-L</th><td>100,0</td>' in own.get(place).text
        for path in (place, f"{at}/submissions", f"{at}/leaderboard"):
            check(own.get(path))
        staff = browser(joined(challenge, "staff", is_organiser=True))
        staff.client.headers.update(GERMAN)
        check(staff.get(f"{at}/admin"))
        check(staff.post(f"{at}/admin", 422, change="close", phase="blind"), 422)
