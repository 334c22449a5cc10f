import pytest

from cinescribe.describe.guidelines.film_words import camera
from tests.describe.guidelines.inputs import faults, mend


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The camera pans across the room.", "'camera pans across'"),
        ("The screen cuts to black.", "'screen cuts to black'"),
        ("Cut to a kitchen.", "'Cut to'"),
        ("The scene slowly dissolves.", "'scene slowly dissolves'"),
        ("Anna, in close up, smiles.", "'close up'"),
        ("A wide shot of the town.", "'wide shot'"),
        ("Zooming in on a hand.", "'Zooming in'"),
        ("They run in slow motion.", "'slow motion'"),
        ("Anna in an establishing shot. A montage of faces.", "'establishing shot', 'montage'"),
    ],
)
def test_words_of_film_making_are_found(text, words):
    (fault,) = faults(camera, text)
    assert fault.text.endswith(words)


@pytest.mark.parametrize(
    "text",
    [
        "She cuts the bread.",
        "He lifts a pan from the stove.",
        "A car zooms past.",
        "The colour of her dress fades into grey.",
        "She holds a camera.",
        "He shoots, and the shot hits a tree.",
        'A sign reads "Cut to length".',
        "The tablet dissolves in water.",
    ],
)
def test_ordinary_words_are_accepted(text):
    assert not faults(camera, text)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("Close-up of a hand on a table.", "A hand on a table."),
        ("In close-up, Anna smiles.", "Anna smiles."),
        ("Cut to a dark kitchen.", "A dark kitchen."),
        ("The camera slowly pans across an empty room.", "An empty room."),
        ("Cut to black.", None),
        ("Close-up of a hand. Fade to black.", None),
    ],
)
def test_film_words_at_the_opening_are_removed(text, mended):
    assert mend(camera, text) == mended
