"""Every kind of study is finished by keyboard alone in Chromium, and axe finds nothing on any page or state."""

import threading
from time import sleep

import pytest
import uvicorn
from sqlalchemy import insert

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.schema import Clip
from cinescribe.serve.app import web_app
from cinescribe.serve.studies.section import study_section
from cinescribe.study.assignment.leases import rater_progress
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.people.people import invite, person_id
from cinescribe.study.storage import tables
from cinescribe.timing import Span
from tests.dummies import write_film
from tests.serve.browser.chromium import ENTER, SPACE, TAB, Keyboard, started
from tests.serve.sites import Beep, add_study, draft, two_tests
from tests.study.studies import invited

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def driver():
    driver = started()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    films = [CorpusFilm("film", "test", "film.mp4")]
    write_corpus(folder, CorpusCard("x", "y", "z"), films=films, clips=[Clip("c", "film", Span(0, 1), "x")])
    write_film(folder / "film.mp4", seconds=1.0, cut_at=0.5)
    return folder


@pytest.fixture(scope="module")
def place(database, corpus):
    """The database, studies with one page each, an invitation to those of all kinds, and the address of a server."""
    studies = {kind: add_study(database, kind, n=1, corpus=corpus) for kind in KINDS}
    first, *others = studies.values()
    invitation = invite(database, first, n_people=1)[0]
    person = person_id(database, invitation.pseudonym)
    with database.writing() as connection:
        rows = [{"person_id": person, "study_id": study.id, "name": "rater"} for study in others]
        connection.execute(insert(tables.role), rows)
    studies["read"] = add_study(database, "metaphor", n=1, n_judges=2, corpus=corpus)
    for annotator in invited(database, studies["read"], 2):
        draft(database, studies["read"], annotator, caption="The coke is as fresh as a waterfal")
    tests = two_tests((True, False), (False,))
    studies["tested"] = add_study(database, "metaphor", n=1, corpus=corpus, screening=tests)
    with study_section(list(studies.values()), voice=Beep()) as section:
        app = web_app(database, [section], hosts=["127.0.0.1"])
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield database, studies, invitation, person, f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()


def test_raters_finish_all_kinds_by_keyboard_only_and_axe_finds_nothing(driver, place):
    database, studies, invitation, person, address = place
    one = Keyboard(driver, address)
    _come_in(one, invitation)
    for kind, answer in ANSWERS.items():
        study = studies[kind]
        one.visit("/studies")
        one.go(f"Begin {study.design.name}")
        if kind == "rank":
            one.check("study")
        one.go("Begin")
        one.check(kind)
        answer(one)
        assert one.heading == "Thank you", kind
        assert rater_progress(database, study, person).n_left == 0
    one.check("thank-you")
    one.visit("/studies")
    one.check("studies")
    one.visit("/nothing")
    one.check("no-page")
    one.visit("/studies")
    one.go("Log out")
    assert one.heading == "Log in"


def test_expert_and_tested_rater_use_only_the_keyboard_and_axe_finds_nothing(driver, place):
    database, studies, _, _, address = place
    read, tested = studies["read"], studies["tested"]
    invitation = invite(database, read, n_people=1, role="expert")[0]
    person = person_id(database, invitation.pseudonym)
    with database.writing() as connection:
        connection.execute(insert(tables.role), [{"person_id": person, "study_id": tested.id, "name": "rater"}])
    one = Keyboard(driver, address)
    one.visit("/invitation")
    one.write("code", invitation.code)
    one.write("password", "a long password")
    one.write("again", "a long password")
    one.go("Begin")
    one.go("Continue")
    one.check("studies-of-an-expert")
    _validate(one, read)
    _take_tests(one, tested)
    one.visit("/studies")
    assert "You did not pass test 2" in one.driver.find_element("id", "main").text
    one.check("studies-screened-out")
    one.go("Log out")


def _validate(one, study):
    one.go(f"Validate {study.design.name}")
    one.check("expert-first")
    one.go("Begin")
    first = one.driver.current_url.removeprefix(one.address)
    one.check("expert-sentence")
    one.choose("decision", "return")
    one.go("Send and continue")
    assert driver_class(one) == "errors"
    one.check("expert-refused")
    one.tab_to("Write to the annotator what should be different.")
    one.press(ENTER)
    assert one.active[0] == "remark"
    one.press("Which drink?")
    one.go("Send and continue")
    assert one.heading == "Sentence 2 of 2"
    one.choose("decision", "accept")
    one.go("Send and continue")
    assert one.heading == "Thank you"
    one.check("expert-finished")
    one.visit(first)
    one.check("expert-gone")
    one.visit("/studies")


def _take_tests(one, study):
    one.go(f"Begin {study.design.name}")
    one.check("tests-first")
    one.go("Begin test 1")
    one.choose("v0", "yes")
    one.check("test")
    one.go("Send test 1")
    assert driver_class(one) == "errors"
    one.check("test-refused")
    one.choose("v1", "no")
    one.go("Send test 1")
    assert one.heading == "Test 2 of 2"
    one.choose("v0", "yes")
    one.go("Send test 2")
    assert one.heading == "Test not passed"
    one.check("test-not-passed")
    one.visit(f"/studies/{study.id}")
    one.check("study-screened-out")


def _come_in(one, invitation):
    one.visit("/")
    assert one.heading == "Log in"
    one.press(TAB)
    assert one.active[3] == "Skip to the content"
    one.check("log-in")
    one.write("name", "nobody")
    one.write("password", "a wrong password")
    one.enter()
    assert "errors" in driver_class(one)
    one.check("log-in-refused")
    one.go("Use your invitation")
    one.check("invitation")
    one.write("code", invitation.code)
    one.write("password", "short")
    one.write("again", "short")
    one.go("Begin")
    assert "errors" in driver_class(one)
    one.check("invitation-refused")
    one.write("password", "a long password")
    one.write("again", "a long password")
    one.go("Begin")
    assert one.heading == "Welcome"
    one.check("welcome")
    one.go("Continue")
    one.go("About you")
    one.check("about-you")


def driver_class(one):
    """The class of the element that has the focus, once the browser has moved it: `autofocus` acts after the load."""
    for _ in range(500):
        if one.driver.execute_script("return document.activeElement !== document.body"):
            break
        sleep(0.01)
    return one.driver.execute_script("return document.activeElement.className")


def _rank(one):
    one.go("Send and continue")
    assert driver_class(one) == "errors"
    one.check("rank-refused")
    one.tab_to("Choose a rank for text A.")
    one.press(ENTER)
    assert one.active[0] == "q0-t0"
    one.press("2")
    one.go("Move text C up")
    assert one.active[3] == "Move text C up"
    one.enter()
    assert one.active[3] == "Move text C down"  # it is the first one now
    one.check("rank-moved")
    one.go("Send and continue")
    for step in range(1, 4):
        assert f"part {step + 1} of 4" in one.driver.find_element("class name", "progress").text
        for text, rank in enumerate("312"):
            one.write(f"q{step}-t{text}", rank)
        one.go("Send and continue")


def _pair(one):
    one.choose("q0", "1")
    one.choose("q1", "0")
    one.go("Keep this page 30 minutes more")
    assert "30 minutes more" in one.driver.find_element("class name", "note").text
    one.go("Send and continue")


def _rate(one):
    one.choose("q0-t0", "1")
    one.go("Send and continue")
    assert driver_class(one) == "errors"
    one.check("rate-refused")
    one.choose("q0-t1", "3")
    one.go("Send and continue")


def _choose(one):
    one.tab_to("q0-tick-0")
    one.press(SPACE)
    one.tab_to("Change “to leave”")
    one.press(ENTER)
    one.write("q0-edit-1", " home")
    one.write("q1-own", "to be seen")
    one.check("choose-changed")
    one.go("Send and continue")
    one.check("choose-sentences")
    one.write("q3", "P1 waves.")
    one.go("Send and continue")
    assert driver_class(one) == "errors"
    one.check("choose-refused")
    one.write("q3", " She leaves.")
    one.go("Send and continue")


def _yes_no(one):
    for text in range(3):
        for question in range(4):
            one.choose(f"q{question}-t{text}", "yes")
    one.go("Send and continue")


def _metaphor(one):
    one.choose("q0", "yes")
    one.write("q2", "soon")
    one.write("q6", "It is nice.")
    one.go("Send and continue")
    assert driver_class(one) == "errors"
    one.check("metaphor-refused")
    one.go("Leave; continue later")
    assert one.heading.startswith("Study")
    one.go("Begin")
    one.choose("q0", "yes")
    one.choose("q1", "no")
    one.write("q2", "0.5")
    one.write("q3", "a man")
    one.write("q4", "a train")
    one.write("q5", "fast")
    one.write("q6", "The man is as fast as a train.")
    one.go("Send and continue")


def _trial(one):
    one.go("Send and continue")
    assert driver_class(one) == "errors"
    one.check("trial-refused")
    one.choose("q0-t0", "cannot-tell")
    one.choose("q1-t0", "no")
    one.write("q2", "What she wears.")
    one.go("Send and continue")


ANSWERS = {
    "rank": _rank,
    "pair": _pair,
    "rate": _rate,
    "choose": _choose,
    "yes-no": _yes_no,
    "metaphor": _metaphor,
    "trial": _trial,
}
