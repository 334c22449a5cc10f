"""What a screen reader gets: the accessibility tree of the list, of one cue and of a conflict, in Chromium."""

from itertools import pairwise

import pytest

from tests.serve.workbench.describer import describing
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

pytestmark = pytest.mark.slow
LIST, FIRST = "/films/film/", "c11000"
CONTROLS = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "slider", "DisclosureTriangle"}
SPOKEN = {*CONTROLS, "heading", "article", "form", "region"}
STATES = ("expanded", "checked", "disabled", "invalid", "multiline")


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with desk(write_folder(tmp_path_factory.mktemp("tree") / "film.ad", n_cues=3)) as made:
        yield made


@pytest.fixture(scope="module")
def one(bench):
    with describing(bench) as describer:
        yield describer


def nodes(one):
    """Role, name, value, description and states of all that a screen reader gets, in order; and the heading levels."""
    found = one.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    known = {node["nodeId"]: node for node in found}

    def below(node):
        if not node.get("ignored"):
            yield node
        for child in node.get("childIds", ()):
            if child in known:
                yield from below(known[child])

    return list(below(found[0]))


def value(node, name):
    return str(node.get(name, {}).get("value", ""))


def states(node):
    return {one["name"]: one["value"].get("value") for one in node.get("properties", ())}


def line(node):
    """A node as a screen reader says it: name, role, states, value, description."""
    true = [name for name in STATES if states(node).get(name) not in (None, False, "false")]
    parts = [value(node, "name"), value(node, "role"), *true, value(node, "value"), value(node, "description")]
    return ", ".join(part for part in parts if part)


def said(one, start, end):
    """The lines of what can be spoken, from that with one beginning to before that with another."""
    # A form or an article without a name is silent.
    lines = [line(node) for node in nodes(one) if value(node, "role") in SPOKEN and value(node, "name")]
    first = next(n for n, text in enumerate(lines) if text.startswith(start))
    return lines[first : next(n for n, text in enumerate(lines) if n > first and text.startswith(end))]


def assert_sound(one):
    """Every control has a name, and headings go down by one level at a time, from the one of the page."""
    found = nodes(one)
    assert [line(node) for node in found if value(node, "role") in CONTROLS and not value(node, "name")] == []
    levels = [states(node)["level"] for node in found if value(node, "role") == "heading"]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


def test_first_cue_is_announced_once_with_state_and_room(one):
    one.visit(LIST)
    assert_sound(one)
    cue = said(one, "Cue 1 of 3", "Cue 2 of 3")
    assert cue[:3] == [
        "Cue 1 of 3, 00:00:11 not seen yet, article",
        "Cue 1 of 3, 00:00:11 not seen yet, heading",
        f"Text, textbox, multiline, Anna opens door number 1., {room(one)}",
    ]
    assert cue[3:] == [
        "Save, button",
        "Accept and next, button",
        "Hear in the film, button",
        "Voice only, button",
        "Reject, button",
        "Why, and more, link",
        "Times, people and other actions, DisclosureTriangle",
    ]


def room(one):
    text: str = one.driver.find_element("id", f"cue-{FIRST}-room").text
    assert text.startswith("Fits: 5 words, ")
    return text


def test_the_page_of_one_cue(one):
    one.visit(f"{LIST}cues/{FIRST}")
    assert_sound(one)
    assert "Describe it again, button" in said(one, "Describe this stretch again", "Ask about these frames")


def test_conflict_is_announced_at_the_choice(one, bench):
    one.visit(LIST)
    one.tab_to(f"cue-{FIRST}-text")
    one.write_over("A black dog barks.")
    revision = one.driver.find_element("css selector", f"#cue-{FIRST} [name=revision]").get_attribute("value")
    bench.post(f"{LIST}cues/{FIRST}/save", page=LIST, text="Two dogs bark.", revision=revision)
    one.alt("a")
    assert_sound(one)
    other = "Changed somewhere else. There it says: “Two dogs bark.” Your text is below, and is not saved yet."
    cue = said(one, "Cue 1 of 3", "Cue 2 of 3")
    assert cue[:4] == [
        "Cue 1 of 3, 00:00:11 changed by hand, article",
        "Cue 1 of 3, 00:00:11 changed by hand, heading",
        f"Keep mine, button, {other}",
        "Take the other, button",
    ]
    assert cue[4].startswith("Text, textbox, multiline, A black dog barks., Fits: ")
    assert "Two dogs bark." in cue[4]
