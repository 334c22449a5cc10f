import pytest

from cinescribe.media.text.line_voting import is_fragment, is_plausible, voted
from cinescribe.media.text.text_networks import Reading
from tests.media.text.lines import reading


def test_letters_are_voted():
    sure, unsure = reading("Night Train"), Reading("Nighl Train", (1.0,) * 4 + (0.6,) + (1.0,) * 6)
    got, n = voted([unsure, sure, unsure.__class__("Night Troin", (0.99,) * 11)])
    assert (got.text, n) == ("Night Train", 3)
    assert len(got.scores) == len(got.text)


def test_spaces_are_kept_if_one_reading_has_them():
    got, n = voted([reading("orcircumstance.", 1.0), reading("or circumstance.")])
    assert (got.text, n) == ("or circumstance.", 2)


def test_readings_that_disagree_do_not_support_each_other():
    got, n = voted([reading("Bread", 0.7), reading("Xq wi", 0.6), reading("Bread", 0.7)])
    assert (got.text, n) == ("Bread", 2)
    assert voted([reading("Bread"), reading("Xq wi")])[1] == 1
    assert voted([]) == (Reading("", ()), 0)


@pytest.mark.parametrize(
    ("text", "score", "n", "is_kept"),
    [
        ("Open", 0.99, 1, True),
        ("Open", 0.93, 1, False),  # one look must be very sure
        ("Open", 0.93, 2, True),
        ("Open", 0.8, 3, False),
        ("No", 0.99, 1, False),
        ("No", 0.99, 2, True),
        ("K", 0.99, 3, False),
        ("-=~.a", 0.99, 3, False),
        ("NNnN", 0.99, 3, False),
        ("", 0.0, 1, False),
    ],
)
def test_implausible_lines_are_dropped(text, score, n, is_kept):
    assert is_plausible(reading(text, score), n_agreeing=n) == is_kept


@pytest.mark.parametrize(
    ("text", "score", "n", "is_kept"),
    [("&", 0.99, 2, True), ("2", 0.99, 2, True), ("2", 0.99, 1, False), ("2", 0.9, 3, False), ("|", 0.99, 3, False)],
)
def test_single_letters_may_be_parts_of_titles(text, score, n, is_kept):
    assert is_fragment(reading(text, score), n_agreeing=n) == is_kept
