"""Which texts in the picture are read."""

import pytest

from cinescribe.export.tracks.screen_texts import is_legible, is_read
from cinescribe.language.messages import SPOKEN_LANGUAGES, spoken_messages
from cinescribe.schema import Cue, ScreenText
from cinescribe.timing import Span


def text(words, **values):
    return ScreenText(Span(10.0, 12.0), words, (0.1, 0.1, 0.9, 0.2), values.pop("score", 0.9), **values)


def test_marks_and_uncertain_letters_are_not_legible():
    assert is_legible(text("EXIT"))
    assert not is_legible(text("EXIT", score=0.4))
    assert not is_legible(text("A / 12"))


@pytest.mark.parametrize(
    ("start", "words", "found"),
    [
        (8.0, "Text: The old mill.", True),
        (22.0, "Mill, old.", True),
        (7.9, "Text: The old mill.", False),
        (22.1, "Text: The old mill.", False),
        (11.0, "An old man.", False),
    ],
)
def test_cue_with_most_words_of_a_text_reads_it(start, words, found):
    assert is_read(text("THE OLD MILL"), [Cue(Span(start, start + 1), words)]) is found


@pytest.mark.parametrize("language", SPOKEN_LANGUAGES)
def test_credits_are_summed_up_in_any_language(language):
    cue = Cue(Span(11.0, 12.0), spoken_messages(language).text("credits-roll"))
    other = Cue(Span(11.0, 12.0), spoken_messages(language).text("comes-closer", who="Anna", who_expletive="Anna"))
    assert is_read(text("Ann Lee / Bo Ray", kind="credits"), [cue])
    assert not is_read(text("Ann Lee / Bo Ray", kind="credits"), [other])


def test_credits_may_be_summed_up():
    cues = [Cue(Span(11.0, 12.0), "The credits roll.")]
    assert is_read(text("Ann Lee / Bo Ray", kind="credits"), cues)
    assert not is_read(text("Ann Lee / Bo Ray"), cues)
