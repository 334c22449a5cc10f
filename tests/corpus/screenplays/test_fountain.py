import re
from html import unescape

import pytest

from cinescribe.corpus.screenplays.fountain import fountain_elements
from tests.corpus.screenplay_texts import written
from tests.shared import shared

FILES = "data/text/screenplain/tests/files"
KINDS = {"h6": "heading", "action": "action", "transition": "transition", "parenthetical": "parenthetical"}
# HTML of each element in the reference pages; these also show sections, which we do not read.
REFERENCE = re.compile(
    r"<h6[^>]*>(?P<heading>.*?)</h6>|<div class=\"action\"><p>(?P<action>.*?)</p></div>|"
    r"<div class=\"transition\">(?P<transition>.*?)</div>|<p class=\"parenthetical\">(?P<parenthetical>.*?)</p>|"
    r"<p class=\"character\">(?P<character>.*?)</p>|<p>(?P<speech>.*?)</p>"
)


def kinds(text):
    return [(element.kind, element.text) for element in fountain_elements(text)]


def reference_elements(page):
    """The elements of a reference page, with the lines of a speech joined."""
    out: list[tuple[str, str]] = []
    in_speech = False
    for found in REFERENCE.finditer(page.replace("\n", " ")):
        kind = str(found.lastgroup)
        text = re.sub(r"<span class=\"scnum.\">.*?</span>", "", found[kind])
        text = " ".join(unescape(re.sub(r"<br ?/>", " ", text)).split())
        if kind == "speech" and in_speech:
            out[-1] = ("speech", f"{out[-1][1]} {text}".strip())
        elif kind != "character":
            out.append((kind, text))
        in_speech = kind == "speech"
    return out


@pytest.mark.parametrize(
    "name",
    [
        "boneyard", "dialogue", "dialogue-character-extension", "dialogue-with-blank-line", "dual-dialogue",
        "extended-characters", "forced-action", "indentation", "notes", "page-break", "parenthetical", "scene-numbers",
        "sections", "simple", "utf-8-bom",
    ],
)  # fmt: skip
def test_elements_equal_the_reference(name):
    folder = shared(FILES)
    text = (folder / f"{name}.fountain").read_text("utf-8-sig")
    expected = reference_elements((folder / f"{name}.html").read_text("utf-8-sig"))
    assert kinds(text) == expected != []


@pytest.mark.parametrize("seed", range(3))
def test_backlots_screenplays_paragraph_by_paragraph(tmp_path, seed):
    screenplay = written(tmp_path, seed).screenplay
    found = fountain_elements(screenplay.text)
    assert [(one.line, one.kind, one.text) for one in found] == [
        (one.line, one.kind, one.text) for one in screenplay.elements
    ]


def test_the_title_page_is_left_out_and_a_first_transition_is_not_one():
    assert kinds("Title: A Film\nContact:\n    me@home\n\nFADE IN:\n\nHe waits.") == [
        ("transition", "FADE IN:"),
        ("action", "He waits."),
    ]
    assert kinds("FADE IN:\n\nHe waits.")[0] == ("transition", "FADE IN:")


def test_forced_fountain_elements_are_recognised():
    text = ".KITCHEN\n\n!LOOK OUT\n\n@McAvoy (V.O.)\nYes.\n\n> BURN OUT\n\n> The End <\n\n...and on"
    found = fountain_elements(text)
    assert [(one.kind, one.text, one.speaker) for one in found] == [
        ("heading", "KITCHEN", None),
        ("action", "LOOK OUT", None),
        ("speech", "Yes.", "McAvoy"),
        ("transition", "BURN OUT", None),
        ("action", "The End", None),
        ("action", "...and on", None),
    ]


def test_emphasis_is_removed_and_escaped_stars_stay():
    assert kinds("He ***never*** *ever* _stops_ **it**, 2 * 3 \\*really\\*.") == [
        ("action", "He never ever stops it, 2 * 3 *really*.")
    ]


def test_speech_before_and_after_a_parenthetical_has_its_own_line_numbers():
    found = fountain_elements("BOB (CONT'D)\nOne.\n(beat)\nTwo,\nthree.")
    assert [(one.line, one.kind, one.text, one.speaker) for one in found] == [
        (2, "speech", "One.", "BOB"),
        (3, "parenthetical", "(beat)", "BOB"),
        (4, "speech", "Two, three.", "BOB"),
    ]


def test_notes_and_their_ends():
    assert kinds("A [[one [[two]] b ]] c") == [("action", "A b ]] c")]
    assert kinds("A [[one\n\n]] b [[two]] c [[") == [("action", "A [[one"), ("action", "]] b c [[")]
    (element,) = [one for one in fountain_elements("[[a\nb]]\n\nHe waits.") if one.kind == "action"]
    assert element.line == 4


def test_emphasis_that_is_not_closed_stays():
    assert kinds("*a _b_ _c * d") == [("action", "*a b _c * d")]
    assert kinds("***a*** **b** \\*c*") == [("action", "a b *c*")]
