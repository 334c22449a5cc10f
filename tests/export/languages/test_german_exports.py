"""A German description is exported to pages in German."""

import pytest
from lxml import html

from cinescribe.export.pages import write_page
from cinescribe.export.player.player_page import write_player
from tests.dummies import write_film
from tests.export.player.described import Hum, described
from tests.export.player.test_script import Listener
from tests.language.messages.english_on_pages import english_in
from tests.serve.browser.chromium import started

GERMAN = described("film.mp4", duration=8.0, language="de-AT")


@pytest.mark.parametrize("write", [write_page, write_player])
def test_pages_of_a_german_description_are_in_german(tmp_path, write):
    write(GERMAN, tmp_path / "page.html", folder=tmp_path)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert html.fromstring(page).attrib["lang"] == "de"
    assert english_in(page) == []


@pytest.mark.parametrize("write", [write_page, write_player])
def test_page_without_translation_is_in_english(tmp_path, write):
    write(GERMAN.replace(language="pl"), tmp_path / "page.html", folder=tmp_path)
    page = html.parse(tmp_path / "page.html").getroot()
    assert page.attrib["lang"] == "en"
    assert "pl" in page.xpath("//ol/@lang | //p/@lang | //span/@lang")


@pytest.mark.slow
def test_the_player_answers_in_german(tmp_path):
    folder = tmp_path / "film.ad"
    folder.mkdir()
    film = write_film(tmp_path / "film.mp4", seconds=8.0)
    script = GERMAN.replace(film=GERMAN.film.replace(path=str(film)))
    write_player(script, folder / "player.html", folder=folder, voice=Hum())
    driver = started()
    try:
        one = Listener(driver, "")
        one.visit((folder / "player.html").as_uri())
        driver.execute_script("document.getElementById('player').focus()")
        one.press("w")
        one.hears("In diesem Moment wird niemand erkannt.")
        one.press("s")
        one.hears("Bisher stand nichts im Bild.")
        one.press("t")
        one.hears("0 Sekunden von 8 Sekunden.")
        one.press("d")
        one.hears("Ausführlichkeit: lang.")
        one.look("german-player")
    finally:
        driver.quit()


@pytest.mark.slow
def test_the_page_says_in_german_which_cue_is_shown(tmp_path):
    write_page(GERMAN, tmp_path / "page.html", folder=tmp_path)
    driver = started()
    try:
        driver.get((tmp_path / "page.html").as_uri())
        driver.execute_script("document.getElementById('next').click()")
        driver.execute_script(
            "const status = document.getElementById('by-status'); status.value = 'dropped';"
            "status.dispatchEvent(new Event('change', {bubbles: true}))"
        )
        said = "return ['now-label', 'shown'].map(id => document.getElementById(id).textContent)"
        assert driver.execute_script(said) == ["AD-Text 1 bei 0:00", "2 von 4 AD-Texten gezeigt"]
        assert driver.execute_script("return document.getElementById('now-text').lang") == "de-AT"
    finally:
        driver.quit()
