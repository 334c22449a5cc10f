"""A team takes part in a challenge by keyboard alone in Chromium, and axe finds nothing on any page or state."""

import threading
from time import sleep

import pytest
import uvicorn

from cinescribe.serve.app import web_app
from cinescribe.serve.challenge.section import challenge_section
from cinescribe.study.challenge.phases import close_phase
from cinescribe.study.challenge.scorer import open_scorer, work
from cinescribe.study.challenge.submissions import submit
from cinescribe.study.challenge.teams import invite_team
from tests.serve.browser.chromium import ENTER, TAB, Keyboard, started
from tests.study.challenge.challenges import captions, running

pytestmark = pytest.mark.slow
PASSWORD = "several easy words"
LINKS = ("Rules", "Data", "Team", "Submit", "My submissions", "Leaderboard")


@pytest.fixture(scope="module")
def driver():
    driver = started()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A challenge with a scored submission of team B, invitations to team A and to the organisers, and the address."""
    with running(tmp_path_factory.mktemp("challenge")) as (challenge, _, b):
        challenge.database.clock.now = 1.8e9
        submit(challenge, b, "public", captions("test"))
        work(open_scorer(challenge), is_over=lambda: True)
        codes = [invite_team(challenge, name, is_organiser=name == "staff")[0].code for name in ("A", "staff")]
        app = web_app(challenge.database, [challenge_section(challenge)], hosts=["127.0.0.1"])
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield challenge, codes, f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()


def come_in(one, code):
    one.visit("/invitation")
    one.write("code", code)
    one.write("password", PASSWORD)
    one.write("again", PASSWORD)
    one.go("Begin")
    one.go("Continue")


def test_team_takes_part_by_keyboard_only_and_axe_finds_nothing(driver, place, tmp_path):
    challenge, (code, staff), address = place
    one = Keyboard(driver, address)
    one.visit("/challenge")
    one.check("challenge-rules-visitor")
    come_in(one, code)
    for name in LINKS:
        one.go(name)
        one.check(f"challenge-{name.lower().replace(' ', '-')}")
    one.go("Team")
    one.go("Make a token")
    assert "shown once" in driver.page_source
    one.check("challenge-token")
    send(one, tmp_path / "wrong.json", b"[]")
    assert "Clips that are missing" in driver.page_source
    one.check("challenge-submit-refused")
    send(one, tmp_path / "right.json", captions("test", good=False))
    assert one.heading.startswith("Submission ")
    one.check("challenge-submission-received")
    work(open_scorer(challenge), is_over=lambda: True)
    driver.refresh()
    one.check("challenge-submission-scored")
    one.go("Leaderboard")
    one.check("challenge-leaderboard-two-teams")
    one.go("Log out")
    come_in(one, staff)
    one.go("Organisers")
    one.check("challenge-organisers")
    one.go("Close blind")
    assert "a phase that has closed stays so" in driver.page_source
    one.check("challenge-organisers-refused")
    close_phase(challenge, "blind")


def send(one, path, data):
    path.write_bytes(data)
    one.visit("/challenge/submit")
    one.tab_to("file")
    one.name_file(path)
    keys = pytest.importorskip("selenium.webdriver").ActionChains(one.driver)
    one.leave(keys.send_keys(TAB).send_keys(ENTER).perform)  # to a field for files a driver sends paths alone
