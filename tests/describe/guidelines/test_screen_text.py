import pytest

from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.guidelines.screen_text import unread_text, unvoiced_subtitles
from cinescribe.schema import ScreenText, Stream
from cinescribe.timing import Span
from tests.describe.guidelines.inputs import faults, given, setting


def shown(text, kind="sign", score=0.9, start=5.0):
    return ScreenText(Span(start, start + 2), text, (0.1, 0.1, 0.9, 0.2), score, kind)


@pytest.mark.parametrize("cue", ["Text: Closed on Sunday.", "A sign says the shop is closed on Sunday."])
def test_text_that_a_cue_reads_is_accepted(cue):
    assert not faults(unread_text, "Anna waits.", cue, texts=(shown("CLOSED ON SUNDAY"),), limit=10)


def test_an_unread_text_is_found_once():
    texts = shown("Closed on Sunday"), shown("CLOSED ON SUNDAY", start=8.0)
    (fault,) = faults(unread_text, "Anna waits.", "A sign hangs on the door.", texts=texts, limit=10)
    assert (fault.span, fault.text) == (Span(5, 7), "a sign is not read: 'Closed on Sunday'")


@pytest.mark.parametrize("text", [shown("ab"), shown("Closed on Sunday", score=0.3), shown("Hello", kind="subtitle")])
def test_marks_guesses_and_subtitles_are_not_signs(text):
    assert not faults(unread_text, "Anna waits.", texts=(text,), limit=10)


def test_a_text_that_is_read_too_late_is_unread():
    cues = ["Anna waits."] * 5 + ["Text: Closed on Sunday."]
    assert len(faults(unread_text, *cues, texts=(shown("Closed on Sunday"),), limit=10)) == 1


def test_credits_may_roll():
    assert not faults(unread_text, "A.", "The credits roll.", texts=(shown("Anna Stone", kind="credits"),), limit=10)


@pytest.mark.parametrize(("language", "n_faults"), [("fre", 1), ("eng", 0), (None, 0)])
def test_subtitles_are_voiced_if_they_translate(language, n_faults):
    found = given("Anna waits.", texts=(shown("Where were you?", kind="subtitle"),))
    film = found.script.film.replace(streams=(Stream(0, "audio", "aac", language=language),))
    foreign = LintInput(found.script.replace(film=film), found.cues, found.parser)
    assert len(list(unvoiced_subtitles(foreign, setting(limit=4)))) == n_faults
