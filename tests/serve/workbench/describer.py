"""A describer who uses the workbench by keyboard alone, as a screen reader gets it: by the accessibility tree."""

import json
import os
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.serve.browser.chromium import NARROW, TAB, TAGS, Keyboard, started
from tests.serve.workbench.desk import served

BACKSPACE, ALT, CONTROL, SHIFT, HOME = "\ue003", "\ue00a", "\ue009", "\ue008", "\ue011"
_PATIENCE = 30  # seconds for an answer, on a busy machine
_QUIET = 0.25  # seconds after a message in which a second one would come
_LISTEN = """
window.spoken = [];
const region = document.getElementById("status");
new MutationObserver(() => { if (region.textContent) window.spoken.push(region.textContent); })
  .observe(region, {childList: true, characterData: true, subtree: true});
"""
_LIVE = """
const regions = document.querySelectorAll("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]");
return [...regions].map(region => region.id);
"""
_AXE = """
const [tags, done] = arguments;
axe.run(document, {runOnly: tags}).then(found => done(
  ["violations", "incomplete"].flatMap(kind => found[kind].map(
    one => [kind, one.id, one.nodes.map(node => node.html.slice(0, 300) + ' | ' + node.failureSummary)]))));
"""

_MOVING = """
const moves = (style) =>
  style.transitionDuration !== "0s" || style.animationName !== "none" || style.scrollBehavior !== "auto";
return [...document.querySelectorAll("*")].filter(one => moves(getComputedStyle(one))).map(one => one.outerHTML);
"""


class Describer(Keyboard):
    """Somebody at the workbench who sees nothing: what counts is the focus, and what is said."""

    def __init__(self, driver, address):
        super().__init__(driver, address)
        driver.execute_cdp_cmd("Accessibility.enable", {})

    def visit(self, path):
        super().visit(path)
        self.listen()

    def listen(self):
        """Note from now on what the live region says."""
        if not self.driver.execute_script("return 'spoken' in window"):
            self.driver.execute_script(_LISTEN)
        assert self.driver.execute_script(_LIVE) == ["status"], "one live region, and no other"

    def chord(self, *keys):
        """Press the last key while the others are held."""
        actions = pytest.importorskip("selenium.webdriver").ActionChains(self.driver)
        for key in keys[:-1]:
            actions.key_down(key)
        actions.send_keys(keys[-1])
        for key in reversed(keys[:-1]):
            actions.key_up(key)
        actions.perform()

    def alt(self, key):
        """Press a key of the workbench; return what is said, once."""
        return self.said_after(lambda: self.chord(ALT, key))

    def said_after(self, act):
        """Do something; return the one message that follows."""
        self.driver.execute_script("window.spoken = []")
        act()
        heard = self.wait(lambda: self.driver.execute_script("return window.spoken"), "nothing was said")
        sleep(_QUIET)
        heard = self.driver.execute_script("return window.spoken")
        assert len(heard) == 1, f"said more than once: {heard}"
        assert self.status == heard[0]
        return heard[0]

    def press_button(self, name):
        """Go to a button by Tab, press it; return what is said."""
        self.tab_to(name)
        return self.said_after(lambda: self.press("\n"))

    @property
    def status(self):
        """What the live region holds, by the accessibility tree."""
        root = self._command("DOM.getDocument", depth=0)["root"]["backendNodeId"]
        (status,) = self._command("Accessibility.queryAXTree", backendNodeId=root, role="status")["nodes"]
        return _text(status, lambda node: self._command("Accessibility.getChildAXNodes", id=node["nodeId"])["nodes"])

    @property
    def focus(self):
        """Role and name of what has the focus, by the accessibility tree."""
        active = self._command("Runtime.evaluate", expression="document.activeElement")["result"]["objectId"]
        found = self._command("Accessibility.getPartialAXTree", objectId=active, fetchRelatives=False)["nodes"]
        (one,) = [node for node in found if _is_focused(node)] or [{}]
        return _value(one, "role"), _value(one, "name")

    def tab_to_name(self, wanted):
        """Press Tab until the focus is on what a screen reader calls so."""
        for _ in range(120):
            if self.focus[1] == wanted:
                return
            self.press(TAB)
        raise AssertionError(f"Tab does not lead to {wanted!r} on {self.driver.current_url}")

    def arrived(self, wanted):
        """Wait until a page that came says something that begins so."""
        self.wait(lambda: self.status.startswith(wanted), f"{wanted!r} was not said")

    def focused_article(self):
        """The heading of the cue in which the focus is."""
        script = "return document.activeElement.closest('article')?.querySelector('h2').innerText"
        return self.driver.execute_script(script)

    def write_over(self, text):
        """Replace what the focused field has."""
        self.chord(CONTROL, "a")
        self.press(text)

    def check(self, state):
        """Assert that axe has nothing to say in any presentation, and that nothing is cut off at 400 %."""
        for scheme, tags in (("light", [*TAGS, "cat.color"]), ("dark", ["cat.color"])):
            self._emulate_all({"prefers-color-scheme": scheme})
            self._look(f"{state}-{scheme}")
            found = self._violations(tags)
            assert found == [], f"{state}, {scheme}: {json.dumps(found, indent=1)}"
        for scheme in ("light", "dark"):
            self._emulate_all({"forced-colors": "active", "prefers-color-scheme": scheme})
            self._look(f"{state}-forced-{scheme}")
            found = self._violations([*TAGS, "cat.color"])
            assert found == [], f"{state}, forced colours, {scheme}: {json.dumps(found, indent=1)}"
        outline = "const e = document.activeElement; return e === document.body || getComputedStyle(e).outlineStyle"
        assert self.driver.execute_script(outline) not in ("none", ""), f"{state}: the focus is not seen"
        self._emulate_all({"prefers-reduced-motion": "reduce"})
        assert self.driver.execute_script(_MOVING) == [], f"{state}: something moves"
        self._emulate_all({})
        self._check_narrow(state)
        self.checked.append(state)

    def _check_narrow(self, state):
        size = {"width": NARROW, "height": 640, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        width = self.driver.execute_script("return document.documentElement.scrollWidth")
        self._look(f"{state}-narrow")
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        assert width <= NARROW, f"{state} is {width} px wide"

    def _emulate_all(self, features):
        values = [{"name": name, "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": values})

    def _violations(self, tags):
        if not self.driver.execute_script("return 'axe' in window"):
            self.driver.execute_script(self.axe)
        return self.driver.execute_async_script(_AXE, tags)

    def _look(self, name):
        if folder := os.environ.get("CINESCRIBE_SCREENSHOTS"):
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))

    def _command(self, name, **values):
        return self.driver.execute_cdp_cmd(name, values)

    def wait(self, found, otherwise):
        """Wait until something is found, and return it."""
        until = monotonic() + _PATIENCE
        while monotonic() < until:
            if value := found():
                return value
            sleep(0.02)
        raise AssertionError(f"{otherwise} at {self.driver.current_url}; the focus is on {self.active}")


def _value(node, name):
    return node.get(name, {}).get("value")


def _is_focused(node):
    return any(one["name"] == "focused" and one["value"].get("value") for one in node.get("properties", []))


def _text(node, children):
    if _value(node, "role") == "StaticText":
        return _value(node, "name") or ""
    return "".join(_text(child, children) for child in (children(node) if node.get("childIds") else ()))


@contextmanager
def describing(bench):
    """A describer in a browser of their own, on the first page of a workbench."""
    driver = started()
    try:
        with served(bench) as address:
            describer = Describer(driver, address)
            describer.visit(bench.entry)
            yield describer
            driver.get("about:blank")
    finally:
        driver.quit()
