"""A trial is judged by keyboard alone in Chromium, and axe finds nothing on its pages."""

import json
import threading
from time import sleep

import pytest
import uvicorn

from cinescribe.serve.app import web_app
from cinescribe.serve.studies.section import study_section
from cinescribe.serve.trial.section import trial_section
from cinescribe.store import write_record
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.trial.trial_folder import study_of
from tests.dummies import write_film
from tests.serve.browser.chromium import SPACE, Keyboard, started
from tests.serve.browser.test_browser import driver_class
from tests.serve.sites import Beep
from tests.study.described import a_script, a_trial

pytestmark = pytest.mark.slow
KEY = "a-key-that-nobody-guesses"


@pytest.fixture(scope="module")
def driver():
    driver = started()
    yield driver
    driver.quit()


@pytest.fixture
def place(tmp_path):
    """The folder of a trial of a sentence and of silent pauses, and the address of a server."""
    folder = a_trial(tmp_path / "trial", n_sentences=1)
    film = write_film(tmp_path / "film.mp4", seconds=1.0, cut_at=0.5)
    write_record(folder / "secret film.ad" / "script.json", a_script(path=film))
    with (
        open_study(study_of(folder)) as (database, study),
        study_section([study], corpus=folder, voice=Beep()) as section,
    ):
        app = web_app(database, [section, trial_section(folder, study, key=KEY)], hosts=["127.0.0.1"])
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            sleep(0.01)
        yield folder, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        server.should_exit = True
        thread.join()


def test_judge_finishes_a_trial_by_keyboard_only_and_axe_finds_nothing(driver, place):
    folder, address = place
    one = Keyboard(driver, address)
    one.visit(f"/enter/{KEY}")
    assert one.heading == "Trial"
    one.check("trial-first")
    one.go("about you")
    one.choose("blind", "yes")
    one.go("Store")
    one.visit("/studies/1")
    one.go("Begin")
    kinds = set()
    while one.heading.startswith("Page"):
        kind = "sentence" if driver.find_elements("id", "text-0") else "silence"
        if kind not in kinds:
            assert driver.find_elements("tag name", "audio")
            one.check(f"trial-{kind}")
            one.go("Send and continue")
            assert driver_class(one) == "errors"
            one.check(f"trial-{kind}-refused")
        kinds.add(kind)
        if kind == "sentence":
            one.choose("q0-t0", "partly")
            one.choose("q1-t0", "yes")
        else:
            one.choose("q0", "yes")
        one.go("Send and continue")
    assert kinds == {"sentence", "silence"}
    one.check("trial-thank-you")
    one.go("Write the results")
    one.check("trial-results")
    one.tab_to("share")
    one.press(SPACE)
    one.go("Write the results")
    assert "with the sentences and what you wrote" in driver.find_element("class name", "note").text
    one.check("trial-results-written")
    found = json.loads((folder / "trial-results.json").read_text())
    assert (found["n_blind"], found["texts"][-1]["truth"]) == (1, "partly")
