"""German pages in Chromium: axe finds nothing, nothing is cut off at 400 %, and scripts speak German."""

from types import SimpleNamespace

import pytest

from cinescribe.serve.app import web_app
from cinescribe.serve.studies.section import study_section
from tests.serve.browser.chromium import ENTER, Keyboard, started
from tests.serve.sites import Beep, add_study, rater
from tests.serve.workbench.describer import Describer
from tests.serve.workbench.desk import desk, served
from tests.serve.workbench.random_edits import write_folder

pytestmark = pytest.mark.slow
FILM = "/films/film/"


@pytest.fixture(scope="module")
def driver():
    driver = started("--accept-lang=de")
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def one(driver, tmp_path_factory):
    with desk(write_folder(tmp_path_factory.mktemp("film") / "film.ad", n_cues=3)) as bench, served(bench) as address:
        describer = Describer(driver, address)
        describer.visit(bench.entry)
        yield describer
        driver.get("about:blank")


@pytest.mark.parametrize("page", ["", "people", "export", "listen", "remarks", "cues/c11000", "cues/c11000/take"])
def test_axe_finds_nothing_and_long_words_have_room(one, page):
    one.visit(FILM + page)
    assert one.driver.execute_script("return document.documentElement.lang") == "de"
    one.check(f"german-{page.replace('/', '-') or 'cues'}")


def test_keyboard_help_describes_keys_in_german(one):
    one.visit(FILM)
    one.tab_to("cue-c11000-text")
    assert one.alt("k") == "Drücken Sie eine Taste, um zu hören, was sie tut."
    assert one.alt("a") == "Diesen AD-Text annehmen und zum nächsten ungeprüften gehen."
    assert one.alt("q") == "Es wird nichts abgespielt."
    assert one.alt("a").startswith("AD-Text 1 ist angenommen.")


def test_english_messages_are_marked_in_the_live_region(one):
    one.visit(FILM)
    one.tab_to("cue-c21000-text")
    language = "return document.getElementById('status').lang"
    one.driver.execute_script("document.querySelector('#cue-c21000 details').open = true")
    one.tab_to("cue-c21000-start")
    one.write_over("soon")
    assert "'soon'" in one.said_after(lambda: one.press(ENTER))
    assert one.driver.execute_script(language) == "en"
    error = "return document.getElementById('cue-c21000-start-error').textContent"
    assert one.driver.execute_script(error).startswith("Fehler: ")
    one.tab_to("cue-c21000-start")
    one.write_over("00:00:21.000")
    assert one.said_after(lambda: one.press(ENTER)) == "AD-Text 2 ist, wie er war."
    assert one.driver.execute_script(language) == ""


def test_another_language_is_chosen_by_keyboard_and_the_place_is_kept(one):
    one.visit(f"{FILM}history?page=1")
    one.tab_to("language=en")
    one.press("\n")
    one.wait(lambda: one.driver.execute_script("return document.documentElement.lang") == "en", "it is not in English")
    assert one.driver.current_url.endswith(f"{FILM}history?page=1")
    assert one.heading == "History"
    one.tab_to("language=de")
    one.press("\n")
    one.wait(lambda: one.driver.execute_script("return document.documentElement.lang") == "de", "it is not in German")


def test_pages_of_studies(driver, database):
    study = add_study(database, "rank", n=1)
    with study_section([study], voice=Beep()) as section:
        app = web_app(database, [section], hosts=["127.0.0.1"])
        own = rater(database, study, app)
        with served(SimpleNamespace(app=app)) as address:
            listener = Keyboard(driver, address)
            listener.visit("/log-in")
            listener.check("german-log-in")
            driver.delete_all_cookies()
            driver.add_cookie({"name": "cinescribe", "value": own.cookies["cinescribe"]})
            for name, path in (("home", ""), ("first", f"/{study.id}"), ("rank", f"/{study.id}/next")):
                listener.visit(f"/studies{path}")
                assert driver.execute_script("return document.documentElement.lang") == "de"
                listener.check(f"german-{name}")
            driver.get("about:blank")
