import pytest

from cinescribe.study.design.text_marks import betraying_marks
from cinescribe.study.kinds.items import KnownAnswer, StudyItem, StudyText

PLAIN = [f"Someone {verb} in room {n}." for n in range(10) for verb in ("walks", "sits", "sings", "waits")]


def items(**texts):
    """Pages on which each system has a text."""
    return [
        StudyItem(f"c{n}", "f", None, tuple(StudyText(system, own[n], f"c{n}") for system, own in texts.items()))
        for n in range(len(PLAIN))
    ]


def test_texts_that_are_written_alike_have_no_marks():
    assert betraying_marks(items(a=PLAIN, b=PLAIN[::-1])) == []


@pytest.mark.parametrize(
    ("change", "mark"),
    [
        (lambda text: text.replace("Someone", "P1"), "ids of people in 100% of its texts, in 0% of the others"),
        (lambda text: f"**{text}**", "markup or links in 100%"),
        (lambda text: text.replace("Someone", "SOMEONE"), "words in capitals in 100%"),
        (lambda text: text.replace("in room", "in Abby's room"), "names or other capitalised words in 100%"),
        (lambda text: text.replace("Someone", "someone"), "no capital at the beginning in 100%"),
        (lambda text: text[:-1], "no full stop or the like at the end in 100%"),
        (lambda text: text.replace(".", " ."), "double spaces, or spaces before commas and stops in 100%"),
        (lambda text: text + " Then nothing happens at all there.", "11 words a text, the others 5"),
    ],
)
def test_mark_of_one_system_is_named(change, mark):
    found = betraying_marks(items(a=PLAIN, b=[*map(change, PLAIN)], c=PLAIN))
    assert len(found) == 1
    assert found[0].startswith("b: ")
    assert mark in found[0]


def test_language_of_one_system_is_named():
    german = ["Jemand geht langsam durch das Zimmer und setzt sich dann ans Fenster."] * len(PLAIN)
    english = ["Someone slowly crosses the room and then sits down at the window there."] * len(PLAIN)
    assert "b: written in de, the others in en" in betraying_marks(items(a=english, b=german))


def test_few_texts_with_a_mark_are_chance():
    some = [text.replace("in room", "in Abby's room") if n < 4 else text for n, text in enumerate(PLAIN)]
    assert betraying_marks(items(a=PLAIN, b=some)) == []


def test_texts_that_test_raters_have_no_system():
    pages = [item.replace(gold=(KnownAnswer("rank", (1.0, 2.0)),)) for item in items(a=PLAIN, b=["x"] * len(PLAIN))]
    assert betraying_marks(pages) == []


def test_texts_under_different_criteria_are_not_compared():
    page = StudyItem(
        "c", "f", None, (StudyText("a", "Someone waits.", "c", "caption"), StudyText("b", "to wait", "c", "intention"))
    )
    assert betraying_marks([page] * 40) == []
