import pytest

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.describe.editing.word_replacement import replace_words, with_words
from tests.describe.editing.scripts import cue, script

NOW = script(cue(10.0, "The cap falls."), cue(20.0, "A cap. Caps rise."), cue(30.0, "Cap", status="dropped"))


def replaced(old, new, **values):
    return {one.cue: made(one).text for one in replace_words(NOW, old, new, duration=lambda cue: 2.0, **values)}


def made(change):
    return change.after


def test_whole_words_are_replaced_in_all_cues():
    assert replaced("cap", "hat") == {"c10000": "The hat falls.", "c20000": "A hat. Caps rise.", "c30000": "Hat"}
    assert replaced("cap", "hat", cues=["c10000"]) == {"c10000": "The hat falls."}
    (change,) = replace_words(NOW, "falls", "slowly falls", duration=lambda cue: 2.0)
    assert (made(change).span.end, made(change).hand_made, change.before) == (12.0, True, NOW.cues[0])


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("Red cap, RED CAP, red\ncap.", "red cap", "blue hat", "Blue hat, BLUE HAT, blue hat."),
        ("Will will go. Willow.", "Will", "Tom", "Tom will go. Willow."),
        ("Anna's hat; Annabel.", "Anna", "Eve", "Eve's hat; Annabel."),
        ("A B", "a", "the", "The B"),
        ("Suddenly rain falls , hard.", "suddenly", "", "Rain falls, hard."),
        ("a.b axb", "a.b", r"\1", r"\1 axb"),
        ("No such  words.", "x", "", "No such  words."),
    ],
)
def test_replacement_keeps_the_case_of_the_match(text, old, new, expected):
    assert with_words(text, old, new) == expected


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        (" ", "hat", "old", "there is nothing to find; enter a word or a phrase"),
        ("moon", "sun", "old", "no cue has the words 'moon'; look how they are written"),
        ("cap", "", "new", "cue c30000 could not be spoken any more: the text is empty"),
        ("cap", "\u202ehat", "new", "the new has an invisible character"),
    ],
)
def test_invalid_replacements_are_refused(old, new, field, message):
    with pytest.raises(CueFieldError, match=message) as caught:
        replaced(old, new)
    assert caught.value.field == field
