from dataclasses import asdict

import pytest

from cinescribe.describe.editing.changed_cue import CueValues
from cinescribe.describe.editing.cue_edits import change
from cinescribe.describe.editing.cue_fields import MAX_TEXT, CueFieldError, read_values
from tests.describe.editing.scripts import cue, script

NOW = script(cue(10.0, "Anna opens the door."), cue(20.0, "Rain.", status="dropped"), p1="Anna", p2="Bo Li")
FIRST = NOW.cues[0]


def said(cue):
    return 2.0


def refused(values, cue_id="c10000"):
    with pytest.raises(CueFieldError) as caught:
        change(NOW, cue_id, values, duration=said)
    return caught.value.field, str(caught.value)


@pytest.mark.parametrize(
    ("values", "field", "message"),
    [
        (CueValues(text=" \n "), "text", "the text is empty; write what the voice should say, or reject the cue"),
        (CueValues(text="a" * (MAX_TEXT + 1)), "text", "the text has 2,001 characters; shorten it to 2,000"),
        (CueValues(text="The \x07bell."), "text", r"an invisible character (U+0007) after 'The'; take it out"),
        (CueValues(text="\u202eevil"), "text", "an invisible character (U+202E) at its beginning; take it out"),
        (CueValues(text="a \ud800"), "text", "an invisible character (U+D800) after 'a'"),
        (CueValues(comment="x\u2066"), "comment", "the comment has an invisible character (U+2066)"),
        (CueValues(notes=("dark\x1b[2J",)), "notes", "the notes has an invisible character (U+001B)"),
        (CueValues(start=-1.0), "start", "the start is -1 s; the film lasts from 0 to 00:01:00.000"),
        (CueValues(start=float("nan")), "start", "the start is nan s; the film lasts"),
        (CueValues(start=60.0), "start", "the start is the film's end, 00:01:00.000; enter an earlier time"),
        (CueValues(end=60.1), "end", "the end is 00:01:00.100; the film lasts"),
        (CueValues(end=10.0), "end", "the end, 00:00:10.000, is not after the start, 00:00:10.000"),
        (CueValues(start=12.0, end=11.0), "end", "is not after the start, 00:00:12.000; enter a later end"),
        (CueValues(status="extended", end=11.0), "end", "only a spoken cue has an end"),
        (CueValues(rate=9.0), "rate", "the rate is 9; enter one from 0.25 to 4"),
        (CueValues(people=("p1", "p9")), "people", "nobody in the film has the id 'p9'; choose from p1, p2, p3"),
    ],
)
def test_values_that_a_cue_cannot_have_are_named_with_their_field(values, field, message):
    named, text = refused(values)
    assert named == field
    assert message in text


def test_a_dropped_cue_has_no_end():
    assert refused(CueValues(end=22.0), "c20000")[0] == "end"


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("start", "soon", r"the start is 'soon'; enter a time such as 00:04:12\.010 or 252\.01"),
        ("end", "", "the end is ''; enter a time"),
        ("rate", "fast", r"the rate is 'fast'; enter a number from 0\.25 to 4"),
        ("status", "gone", "the status is 'gone'; choose from spoken, dropped, extended"),
        ("people", "Zoe", "Zoe"),
    ],
)
def test_fields_that_cannot_be_read_are_named(field, typed, message):
    with pytest.raises(CueFieldError, match=message) as caught:
        read_values({field: typed}, FIRST, NOW)
    assert caught.value.field == field


def test_unedited_form_changes_nothing():
    shown = {"text": "Anna opens the door.\r\n", "start": "00:00:10.000", "end": "11.5", "rate": "1", "people": ""}
    shown |= {"status": "spoken", "why": "", "comment": " ", "notes": "\n"}
    assert read_values(shown, FIRST, NOW) == CueValues()
    assert change(NOW, FIRST.id, CueValues(text=" Anna opens the door. "), duration=said) == ()


def test_a_form_is_read_as_exported_files_are():
    typed = {"text": "Rain\n\nfalls.", "start": "0:09", "end": "11,25 s", "rate": "115 %", "people": "anna; Bo Li"}
    typed |= {"status": "extended", "why": "to wait", "comment": "sure?", "notes": "dark\n wide "}
    read = {name: value for name, value in asdict(read_values(typed, FIRST, NOW)).items() if value is not None}
    assert read == {
        "text": "Rain\nfalls.",
        "start": 9.0,
        "end": 11.25,
        "rate": 1.15,
        "people": ("p1", "p2"),
        "status": "extended",
        "why": "to wait",
        "comment": "sure?",
        "notes": ("dark", "wide"),
    }


def test_pages_show_an_end_that_a_dropped_cue_does_not_have():
    assert read_values({"end": "00:00:20.000"}, NOW.cues[1], NOW) == CueValues()
