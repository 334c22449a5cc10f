"""The player is used by keyboard alone in Chromium, and axe finds nothing in any state."""

import importlib
import os
from pathlib import Path
from time import monotonic, sleep

import pytest

from cinescribe.export.folder import FACES
from cinescribe.export.player.player_page import write_player
from cinescribe.store import write_records
from tests.dummies import write_film
from tests.export.player.described import Hum, described, faces
from tests.serve.browser.chromium import ARROW_DOWN, ENTER, NARROW, SPACE, TAGS, Keyboard, axe_source, started

pytestmark = pytest.mark.slow
ARROW_UP = "\ue013"
_COLOURS = ["cat.color"]
_REMEMBER = """
const section = document.querySelector("[data-player]"), film = section.querySelector("video");
window.states = [];
window.softest = 1;
new MutationObserver(() => {
    if (window.states.at(-1)?.[0] !== section.dataset.state) window.states.push([section.dataset.state, film.paused]);
}).observe(section, {attributeFilter: ["data-state"]});
film.addEventListener("volumechange", () => { window.softest = Math.min(window.softest, film.volume); });
"""
_AXE = """
const [tags, done] = arguments;
axe.run(document, {runOnly: tags}).then(found => done([...found.violations, ...found.incomplete]
    .map(one => [one.id, one.nodes.map(node => node.html + ' ' + node.any.map(check => check.message))])));
"""
# The right edge of what reaches furthest to the right, also where a box cuts it off.
_WIDEST = """
const all = [...document.querySelectorAll("body *")].filter(one => !one.closest(".player-hide, .skip"));
return Math.max(document.documentElement.scrollWidth, ...all.map(one => one.getBoundingClientRect().right));
"""


@pytest.fixture(scope="module")
def driver():
    driver = started()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The address of a player with its film beside it."""
    folder = tmp_path_factory.mktemp("film") / "film.ad"
    film = write_film(folder.parent / "film.mp4", seconds=20.0)
    write_records(folder / FACES, faces())
    write_player(described(film, duration=20.0), folder / "player.html", folder=folder, voice=Hum())
    return (folder / "player.html").as_uri()


@pytest.fixture
def one(driver):
    """A listener whose browser keeps no settings of earlier tests."""
    yield Listener(driver, "")
    driver.execute_script("try { localStorage.clear() } catch { /* the page may keep nothing */ }")


class Listener(Keyboard):
    """Somebody who uses the player by its keyboard and hears what a screen reader says."""

    def __init__(self, driver, address):
        super().__init__(driver, address)
        self.chains = importlib.import_module("selenium.webdriver").ActionChains

    def press(self, *keys):
        """Press keys as a keyboard does: a file input takes those of an element for the name of a file."""
        self.chains(self.driver).send_keys(*keys).perform()

    def part(self, name):
        text = self.driver.execute_script(f"return document.querySelector('[data-part={name}]').textContent")
        return text.replace("\u00a0", " ").strip()

    @property
    def says_again(self):
        """Whether the live region has a text that differs from the one before only in what nobody hears."""
        live = "return document.querySelector('[data-part=live]').textContent"
        return self.driver.execute_script(live).endswith("\u00a0")

    @property
    def state(self):
        return self.driver.execute_script("return document.querySelector('[data-player]').dataset.state")

    @property
    def spoken(self):
        return self.driver.execute_script("return window.spoken")

    def film(self, what):
        return self.driver.execute_script(f"return document.querySelector('[data-part=film]').{what}")

    def remember(self):
        """Remember the states of the player and how soft the film is: a state may be shorter than a look at it."""
        self.driver.execute_script(_REMEMBER)

    @property
    def states(self):
        return self.driver.execute_script("return window.states")

    def until(self, is_so, what):
        end = monotonic() + 30
        while not is_so():
            assert monotonic() < end, f"{what}: {self.state}, {self.part('now')!r}, {self.part('live')!r}"
            sleep(0.02)

    def hears(self, text):
        self.until(lambda: self.part("live") == text, text)

    def look(self, name):
        """Assert that axe finds nothing in light and dark, in forced colours, and on a narrow screen."""
        for scheme, forced, tags in (("light", "none", TAGS), ("dark", "none", _COLOURS), ("dark", "active", _COLOURS)):
            features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "forced-colors", "value": forced}]
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            assert self.found(tags) == [], f"{name}, {scheme}, forced colours {forced}"
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        for width in (1280, 400, NARROW):
            size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            assert self.driver.execute_script(_WIDEST) <= width, f"{name}, {width} pixels"
            if folder := os.environ.get("CINESCRIBE_SCREENSHOTS"):
                self.driver.save_screenshot(str(Path(folder) / f"player-{name}-{width}.png"))
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def found(self, tags):
        if not self.driver.execute_script("return 'axe' in window"):
            self.driver.execute_script(axe_source())
        return self.driver.execute_async_script(_AXE, tags)


def test_film_plays_by_keyboard_only(one, page):
    one.visit(page)
    one.look("start")
    hidden = "const one = document.querySelector('.player-desk'); one.hidden = true; return one.offsetHeight"
    assert one.driver.execute_script(hidden) == 0  # as it is until the script runs
    one.visit(page)
    one.remember()
    one.tab_to("Play K")
    one.press(ENTER)
    one.until(lambda: one.part("now") == "Anna looks up at the sky.", "the first cue")
    one.press("w")
    one.hears("In the picture: Anna.")
    one.press("s")
    one.hears("In the picture: “HARBOUR”.")
    one.until(lambda: one.state == "plays", "the film goes on after the answers")
    one.until(lambda: one.part("now") == "A bird lands.", "the second cue")
    one.until(lambda: one.states[-2:] == [["waits", True], ["plays", False]], "the film waits for it and goes on")
    one.press("m")
    one.until(lambda: one.states[-1] == ["waits", True] or len(one.states) > 6, "the last description again")
    assert (one.part("now"), one.active[3]) == ("A bird lands.", "Pause K")
    one.until(lambda: one.film("volume") == 1, "the film is as loud as before")
    assert one.driver.execute_script("return window.softest") == pytest.approx(0.4)
    one.press("k")
    one.until(lambda: one.part("live").startswith("Paused at "), "a word about the pause")
    assert one.states[-1] == ["paused", True]
    one.look("paused")


def test_settings_stay_and_keys_can_be_switched_off(one, driver, page):
    one.visit(page)
    one.press("d")
    assert one.part("live") == ""
    one.tab_to("How far am I? T")
    one.press("t")
    one.hears("0 seconds of 20 seconds.")
    for said in ("full", "short"):
        one.press("d")
        one.hears(f"Detail: {said}.")
    one.press("c")
    one.hears("Captions on.")
    assert one.film("textTracks[0].mode") == "showing"
    one.tab_to("player-keys")
    one.press(SPACE)
    one.visit(page)
    assert driver.find_element("id", "player-short").is_selected()
    one.tab_to("How far am I? T")
    one.press("t")
    assert one.part("live") == ""
    one.press(ENTER)
    one.hears("0 seconds of 20 seconds.")
    one.press(ENTER)
    one.until(lambda: one.says_again, "the same answer again")
    one.tab_to("Play K")
    one.press(ENTER)
    one.until(lambda: one.part("now") == "Anna looks.", "the shorter wording")


# A browser with one voice, which speaks each text in no time and remembers it, and that lets no page keep anything.
_BROWSER = """
window.spoken = [];
const speech = {
    getVoices: () => [{name: "Marvin", voiceURI: "marvin", lang: "en-GB"}],
    speak: (words) => {
        window.spoken.push([words.text, words.rate, words.lang]);
        setTimeout(() => words.onend(), 20);
    },
    cancel: () => {},
};
Object.defineProperty(window, "speechSynthesis", {value: speech});
Object.defineProperty(window, "SpeechSynthesisUtterance", {value: function (text) { this.text = text; }});
Object.defineProperty(window, "localStorage", {get: () => { throw new DOMException("blocked", "SecurityError"); }});
"""


def test_a_voice_of_the_browser_speaks_and_answers(one, driver, page):
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _BROWSER})
    one.visit(page)
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    assert one.part("kept") == "This browser lets the page keep nothing: settings last until it is closed."
    assert driver.find_elements("css selector", "optgroup option")[0].text == "Marvin"
    one.tab_to("How far am I? T")
    one.press("t")
    one.hears("0 seconds of 20 seconds.")
    for field, keys in (("player-voice", ARROW_DOWN), ("player-speed", 5 * ARROW_UP), ("player-answers", ARROW_DOWN)):
        one.tab_to(field)
        one.press(keys)
    one.tab_to("Play K")
    one.press(ENTER)
    one.until(lambda: one.spoken, "the first cue")
    assert one.spoken == [["Anna looks up at the sky.", 1.5, "en"]]
    one.press("w")
    one.until(lambda: len(one.spoken) > 1, "an answer")
    assert one.spoken[1][0] == one.part("said") == "In the picture: Anna."
    assert one.part("live") == "0 seconds of 20 seconds."
    one.press("k")
    one.press("d")
    one.tab_to("0:04")
    one.press(ENTER)
    one.press("k")
    one.until(lambda: one.spoken[-1][0] == "Tom leaves.", "what is heard at full detail only")


def test_a_film_that_is_missing_can_be_chosen(one, driver, tmp_path):
    write_player(described("gone.mp4"), tmp_path / "player.html", folder=tmp_path)
    one.visit((tmp_path / "player.html").as_uri())
    one.hears("The film cannot be played. Choose its file.")
    assert one.found(TAGS) == []
    one.tab_to("Play K")
    one.press(ENTER)
    one.until(lambda: one.says_again, "the message again, as nothing plays")
    assert one.active[3] == "Play K"
    one.tab_to("player-file")
    driver.switch_to.active_element.send_keys(str(write_film(tmp_path / "other.mp4", seconds=3.0)))
    one.hears("This file lasts 3 seconds, the described film 8 seconds. The description may be out of step.")
    one.tab_to("Play K")
    one.press(ENTER)
    one.hears("Anna looks up at the sky.")
