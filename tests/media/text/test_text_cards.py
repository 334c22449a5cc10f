import pytest

from cinescribe.media.text.overlay_evidence import OverlayEvidence
from cinescribe.media.text.text_cards import in_reading_order, joined_lines, text_cards
from cinescribe.timing import Span
from tests.media.text.lines import line

FILM = 600.0


def cards(*lines) -> list[tuple[str, str]]:
    texts = text_cards(sorted(lines, key=lambda each: each.span.start), duration=FILM)
    return [(text.kind, text.text) for text in texts]


def test_wrapped_lines_are_joined_by_a_space():
    assert cards(line("was found there", 200, 203, y=0.46), line("THE GOLD", 200, 203, y=0.4)) == [
        ("sign", "THE GOLD was found there")
    ]


def test_blocks_of_other_size_place_or_time_are_separated():
    small = line("starring Anna", 200, 203, y=0.5, height=0.03)
    assert joined_lines([line("THE FILM", 200, 203, y=0.4, height=0.1), small]) == "THE FILM / starring Anna"
    assert joined_lines([line("Left", 200, 203, y=0.4), line("Right", 200, 203, y=0.5)]) == "Left / Right"
    assert joined_lines([line("Left", 200, 203, y=0.4), line("Right", 201, 203, y=0.46)]) == "Left / Right"


def test_parts_of_a_line_are_read_from_left_to_right():
    lines = [line("B", 0, 1, x=0.6, y=0.39), line("C", 0, 1, x=0.4, y=0.5), line("A", 0, 1, x=0.4, y=0.4)]
    assert [each.text for each in in_reading_order(lines)] == ["A", "B", "C"]
    assert joined_lines(in_reading_order(lines[1:])) == "A / C"
    assert joined_lines([lines[2], lines[0]]) == "A B"


def test_texts_far_apart_or_at_other_times_are_separate():
    assert len(cards(line("Exit", 200, 203, y=0.2), line("Bread", 200, 203, y=0.8))) == 2
    assert len(cards(line("Exit", 200, 203, y=0.4), line("Bread", 210, 213, y=0.45))) == 2


def test_replacing_line_is_a_text_of_its_own():
    stays = line("echo", 200, 206, y=0.4)
    assert cards(stays, line("the way", 200, 203, y=0.46), line("the life", 203, 206, y=0.46)) == [
        ("sign", "echo the way"),
        ("sign", "the life"),
    ]


def test_subtitles_are_separate_texts():
    shown = [
        line(text, 200 + n, 201 + n, y=0.9) for n, text in enumerate(("Who is it?", "Your friend.", "Come in then."))
    ]
    got = cards(*shown, line("Exit", 200, 203, y=0.84))
    assert [each for each in got if each[0] == "subtitle"] == [("subtitle", each.text) for each in shown]
    assert ("sign", "Exit") in got


def test_rolling_credits_are_one_text_in_the_order_of_the_sheet():
    names = ["Directed by", "Anna Brook", "Music by", "Tom Okafor", "Costumes", "Rosa Lindt"]
    roll = [line(name, 500 + n, 510 + n, y=0.95, rise=0.9, is_plain=True) for n, name in enumerate(names)]
    lost = line("Sound", 506, 508, y=0.95, rise=0.18, is_plain=True)
    (text,) = text_cards([*roll, lost], duration=FILM)
    assert (text.kind, text.text) == ("credits", " / ".join([*names, "Sound"]))
    assert text.span == Span(500, 515)
    assert (text.box[1], text.box[3]) == pytest.approx((0.025, 0.975))


def test_rising_lines_without_credits_are_not_a_roll():
    lines = [
        line(name, 500, 510, y=y, rise=0.3) for name, y in zip("abcdef", (0.4, 0.5, 0.6, 0.7, 0.8, 0.9), strict=True)
    ]
    assert all(kind != "credits" for kind, _ in cards(*lines))


def test_a_run_of_cards_is_one_text_after_the_title():
    title = line("THE LOST RIVER", 1, 4, height=0.1, is_plain=True)
    run = [
        line(f"{task} Anna Brook", 5 + 4 * n, 8 + 4 * n, is_plain=True)
        for n, task in enumerate(("Directed by", "Written by", "Music by"))
    ]
    sign = line("Exit", 300, 305)
    assert cards(title, *run, sign) == [
        ("title", "THE LOST RIVER"),
        ("credits", "Directed by Anna Brook / Written by Anna Brook / Music by Anna Brook"),
        ("sign", "Exit"),
    ]


def test_no_lines_give_no_texts():
    assert text_cards([], duration=FILM) == ()


def test_a_watermark_is_a_text_of_its_kind():
    mark = [line("Channel Two", start, start + 99, x=0.85, y=0.95) for start in range(0, 600, 100)]
    assert cards(*mark, line("Exit", 200, 203)) == [("watermark", "Channel Two"), ("sign", "Exit")]


def test_line_tied_to_a_name_is_not_a_watermark():
    below = line("Farmer", 200, 203, y=0.95, overlay=OverlayEvidence(n_elsewhere=2))
    assert cards(line("Ann Lee", 200, 203, y=0.89), below) == [("sign", "Ann Lee Farmer")]
    assert cards(below) == [("watermark", "Farmer")]


def test_single_letters_are_read_between_lines_only():
    ampersand = line("&", 1, 4, y=0.5, height=0.08, is_fragment=True)
    rows = [line(name, 1, 4, y=y, height=0.1, is_plain=True) for name, y in (("ROSE", 0.38), ("THORN", 0.62))]
    ((_, words),) = cards(*rows, ampersand)
    assert words.replace(" / ", " ") == "ROSE & THORN"
    assert cards(ampersand) == []
