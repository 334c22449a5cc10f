import pytest

from cinescribe.describe.text_words import says_again, spoken_words
from cinescribe.schema import ScreenText, TextKind
from cinescribe.timing import Span


def spoken(words: str, kind: TextKind = "title") -> str:
    return spoken_words(ScreenText(Span(1, 4), words, (0.2, 0.4, 0.8, 0.5), 0.98, kind))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("PLAN 9 / FROM / OUTER SPACE", "Plan 9 From Outer Space"),
        ("THE / GOLD RUSH", "The Gold Rush"),
        ("Wild Rescues / Meet Our Friends", "Wild Rescues Meet Our Friends"),
        ("WILD RESCUES / Meet Our Friends", "Wild Rescues Meet Our Friends"),
        ("ROSE / & / THORN", "Rose & Thorn"),
        ("MERCER& SONS", "Mercer & Sons"),
        ("AT&T Presents", "AT&T Presents"),
        ("DON'T LOOK BACK", "Don't Look Back"),
        ("ROCKY III", "Rocky III"),
        ("MR SMITH ON THE BBC", "Mr Smith On The BBC"),
        ("FBI", "FBI"),
        ("Amélie", "Amélie"),
    ],
)
def test_the_lines_of_a_title_are_one_name(words, expected):
    assert spoken(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Bread / Fresh fish", "Bread, Fresh fish"),
        ("Mr. Lee / of London", "Mr. Lee of London"),
        ("A gift from / Anna", "A gift from Anna"),
        ("CLOSED: / MONDAY", "Closed, Monday"),
        ("Wet / paint", "Wet paint"),
    ],
)
def test_blocks_of_signs_are_parted_where_neither_goes_on(words, expected):
    assert spoken(words, "sign") == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("helen marsh biologist", True),
        ("Helen Marsh Biologlst", True),  # read a little otherwise
        ("Helen Marsh", True),
        ("Marsh", False),  # may be somebody else
        ("Chapter 2 of 9", False),
        ("Chapter 1 of 9", True),
    ],
)
def test_what_was_read_is_known_again(words, expected):
    assert says_again(words, ["Helen Marsh Biologist", "Chapter 1 of 9"]) is expected
