import pytest

from cinescribe.media.text.overlay_evidence import OverlayEvidence
from cinescribe.media.text.text_kinds import (
    card_kind,
    has_credit_words,
    is_credits_run,
    is_rolling,
    steady,
    subtitle_lines,
)
from cinescribe.timing import Span
from tests.media.text.lines import line

FILM = 600.0


def kind(*lines, is_first: bool = False) -> str:
    return card_kind(lines, is_first=is_first, duration=FILM)


def test_a_centred_card_on_a_plain_picture_is_a_title_at_any_time():
    assert kind(line("LATER", 300, 303, is_plain=True)) == "title"
    assert kind(line("LATER", 300, 303)) == "sign"
    assert kind(line("LATER", 300, 303, x=0.8, is_plain=True)) == "sign"
    assert kind(line("LATER", 300, 303, height=0.04, is_plain=True)) == "sign"
    assert kind(*(line("LATER", 300, 303, y=0.1 * n, is_plain=True) for n in range(8))) == "sign"


def test_overlaid_text_is_a_title_in_the_opening():
    assert kind(line("THE FILM", 20, 23, is_overlaid=True)) == "title"
    assert kind(line("THE FILM", 20, 23)) == "sign"
    assert kind(line("THE FILM", 200, 203, is_overlaid=True)) == "sign"
    assert kind(line("THE FILM", 20, 23, is_overlaid=True, rise=0.1)) == "sign"


def test_the_first_text_may_stand_anywhere_and_slide_in():
    first = line("THE FILM", 1, 5, x=0.7, height=0.1, rise=0.1, is_overlaid=True)
    assert kind(first, is_first=True) == "title"
    assert kind(first) == "sign"
    low = line("Ann Lee", 1, 5, x=0.3, y=0.85, height=0.1, is_overlaid=True)
    assert kind(low, is_first=True) == "sign"  # a name below somebody


def test_text_moving_with_the_camera_is_a_sign_and_fixed_text_overlaid():
    assert kind(line("CAFE", 20, 23, overlay=OverlayEvidence(n_still=2))) == "title"
    assert kind(line("CAFE", 20, 23, is_overlaid=True, overlay=OverlayEvidence(n_along=2))) == "sign"


def test_a_short_clip_is_all_opening():
    late = line("THE FILM", 8, 11, is_overlaid=True)
    assert card_kind([late], is_first=False, duration=12.0) == "title"


def test_subtitles_are_low_and_follow_each_other():
    words = "Who is it?", "Your friend.", "Come in then."
    shown = [line(text, 10 * n, 10 * n + 3, y=0.9) for n, text in enumerate(words)]
    others = [line("Open door", 5, 8, y=0.4), line("A caption", 40, 70, y=0.9), line("Left", 80, 83, x=0.3, y=0.9)]
    assert subtitle_lines([*shown, *others]) == shown
    assert subtitle_lines(shown[:2]) == []
    assert subtitle_lines([line("Who is it?", 10 * n, 10 * n + 3, y=0.9) for n in range(4)]) == []  # nothing changes


def test_credits_are_recognised_by_words_and_place():
    assert has_credit_words("Directed by Anna Brook")
    assert not has_credit_words("Castle of Sounds")
    cards = ["Directed by / Anna Brook", "Music / Tom Okafor", "Anna Brook"]
    assert is_credits_run(cards, 6, Span(20, 40), duration=FILM)
    assert not is_credits_run(cards[:2], 6, Span(20, 40), duration=FILM)
    assert not is_credits_run(["One", "Two", "Three"], 3, Span(580, 600), duration=FILM)
    one_task = ["Ann", "Bea", "Costumes by Cy", "Dan"]
    assert is_credits_run(one_task, 4, Span(560, 600), duration=FILM)
    assert not is_credits_run(one_task, 4, Span(160, 200), duration=FILM)
    assert is_credits_run(["Music Ann Bea Cy"], 8, Span(160, 170), duration=FILM)
    assert not is_credits_run(["Music Ann Bea Cy"], 3, Span(160, 170), duration=FILM)


@pytest.mark.parametrize(("rise", "expected"), [(0.5, True), (0.1, False), (-0.5, False)])
def test_rolling_lines_rise(rise, expected):
    assert is_rolling(line("Anna Brook", 0, 5, rise=rise)) == expected


def test_lines_of_a_page_that_is_scrolled_have_other_speeds():
    roll = [line("Anna Brook", n, n + 5, rise=0.8) for n in range(4)]
    page = line("Delivery", 0, 40, rise=0.3)
    assert steady([*roll, page]) == roll
