"""A headless Chromium that is used by its keyboard alone, and checked by axe-core.

With CINESCRIBE_SCREENSHOTS it writes pictures of all pages to that folder.
"""

import os
import shutil
from importlib.resources import files
from pathlib import Path
from time import sleep

import pytest

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
TAB, ENTER, SPACE, ARROW_DOWN = "\ue004", "\ue007", "\ue00d", "\ue015"  # WebDriver's keys
NARROW = 320  # CSS pixels: 1280 at a zoom of 400 %
_ACTIVE = "const e = document.activeElement; return [e.id, e.name || '', e.value || '', e.textContent.trim()]"
_ENTRY = "const all = [...document.getElementsByName(arguments[0])]; return (all.find(e => e.checked) || all[0]).id"
_AXE = "const [tags, done] = arguments; axe.run(document, {runOnly: tags}).then(found => done(found.violations))"


def started(*arguments):
    """Return a driver of a browser with further arguments; skip the test where one of the programs is missing."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed (Debian: chromium, chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    usual = (
        "--accept-lang=en",
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--mute-audio",
    )
    for argument in (*usual, *arguments):
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


def axe_source():
    """Return axe-core; skip the test where its package is missing."""
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


class Keyboard:
    """Somebody who uses a keyboard alone."""

    def __init__(self, driver, address):
        self.driver, self.address, self.axe = driver, address, axe_source()
        self.chains = pytest.importorskip("selenium.webdriver", reason="selenium is not installed").ActionChains
        self.checked = []

    def visit(self, path):
        self.driver.get(self.address + path)

    def press(self, *keys):
        """Press keys wherever the focus is: an element's own `send_keys` waits for frames, six times the work."""
        self.chains(self.driver, duration=0).send_keys(*keys).perform()

    def name_file(self, path):
        """Choose a file in the field that has the focus; a driver opens no window to choose it in."""
        self.driver.switch_to.active_element.send_keys(str(path))

    @property
    def active(self):
        """Id, name, value and text of the element that has the focus."""
        return self.driver.execute_script(_ACTIVE)

    def tab_to(self, wanted):
        """Press Tab until the focus is on the element with that id, name=value, or text."""
        for _ in range(80):
            id, name, value, text = self.active
            if wanted in {id, f"{name}={value}", text}:
                return
            self.press(TAB)
        raise AssertionError(f"Tab does not lead to {wanted!r} on {self.driver.current_url}")

    def write(self, field, text):
        self.tab_to(field)
        self.press(text)

    def choose(self, field, value):
        """Choose one of a group of radio buttons: Tab leads to the one chosen or the first, arrows to the others."""
        self.tab_to(self.driver.execute_script(_ENTRY, field))
        self._arrow(field, value)
        self.press(SPACE)

    def _arrow(self, field, value):
        for _ in range(10):
            if self.active[0] == f"{field}-{value}":
                return
            self.press(ARROW_DOWN)
        raise AssertionError(f"arrows do not lead to {field}-{value}")

    def go(self, wanted):
        """Press Enter on a link or a button that leads to another page."""
        self.tab_to(wanted)
        self.enter()

    def enter(self):
        """Press Enter, and wait for the next page."""
        self.leave(lambda: self.press(ENTER))

    def leave(self, act):
        """Do what leads to another page, and wait for that."""
        self.driver.execute_script("window.old = true")
        act()
        for _ in range(2000):
            if self.driver.execute_script("return document.readyState === 'complete' && !window.old"):
                return
            sleep(0.01)
        raise AssertionError(f"{self.active} does not lead to another page")

    @property
    def heading(self):
        (heading,) = self.driver.execute_script("return [...document.querySelectorAll('h1')].map(h => h.innerText)")
        return heading

    def check(self, state):
        """Assert that axe finds nothing, in light and dark, and that nothing is cut off at 400 %."""
        self._picture(state, "light")
        assert self.driver.execute_script("return document.scripts.length") == 0, state
        found = self._violations(TAGS)
        assert found == [], f"{state}: {found}"
        self._emulate("dark")
        self._picture(state, "dark")
        assert self._violations(["cat.color"]) == [], f"{state}, dark"
        self._emulate("light")
        size = {"width": NARROW, "height": 640, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        width = self.driver.execute_script("return document.documentElement.scrollWidth")
        self._picture(state, "narrow")
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        assert width <= NARROW, state
        self.checked.append(state)

    def _emulate(self, scheme):
        feature = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)

    def _violations(self, tags):
        if not self.driver.execute_script("return 'axe' in window"):
            self.driver.execute_script(self.axe)
        found = self.driver.execute_async_script(_AXE, tags)
        return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]

    def _picture(self, state, form):
        if folder := os.environ.get("CINESCRIBE_SCREENSHOTS"):
            height = self.driver.execute_script("return document.documentElement.scrollHeight")
            if form != "narrow":
                self.driver.set_window_size(1000, height + 150)
            self.driver.save_screenshot(str(Path(folder) / f"{state}-{form}.png"))
