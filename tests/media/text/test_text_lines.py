import numpy as np
import pytest

from cinescribe.media.text.line_track import LineTrack
from cinescribe.media.text.text_lines import in_scripts_of_film, share_in_common, text_lines
from cinescribe.timing import Span
from tests.media.text.lines import line, reading

SIZE = (400, 200)
QUAD = np.array([[150, 90], [250, 90], [250, 110], [150, 110]], np.float32)


def track(
    text: str, first: float, last: float, *, shift: tuple[int, int] = (0, 0), width: int = 100, score: float = 0.99
) -> LineTrack:
    """A line, 10 pixels high, that is read twice; it was out of view half a second before and after."""
    box = (150.0 + shift[0], 90.0 + shift[1], 150.0 + shift[0] + width, 100.0 + shift[1])
    quad = (QUAD + shift).astype(np.float32)
    readings = [(first, reading(text, score)), (last, reading(text, score))]
    return LineTrack(
        quad, np.zeros((10, 10), np.uint8), first, last, first - 0.5, last + 0.5, readings, [box, box], clutter=0.0
    )


def found(*tracks: LineTrack, duration: float = 100.0) -> list[tuple[str, float, float]]:
    lines = text_lines(tracks, size=SIZE, duration=duration)
    return [(line.text, line.span.start, line.span.end) for line in lines]


def test_spans_reach_half_way_to_the_pictures_without_the_line():
    assert found(track("Open  door", 10, 12)) == [("Open door", 9.75, 12.25)]


def test_a_line_seen_to_the_end_ends_with_the_film():
    until_end = track("Open door", 10, 12)
    until_end.after = until_end.before = None
    (line,) = text_lines([until_end], size=SIZE, duration=12.4)
    assert line.span == Span(10, 12.4)
    assert line.first == pytest.approx((0.375, 0.45, 0.625, 0.5))
    assert line.is_plain


def test_noise_is_dropped():
    assert found(track("Open door", 10, 12, score=0.8)) == []


def test_briefly_hidden_line_is_merged():
    assert found(track("Open door", 10, 12), track("Open door", 13, 15)) == [("Open door", 9.75, 15.25)]
    assert len(found(track("Open door", 10, 12), track("Open door", 16, 18))) == 2
    assert len(found(track("Open door", 10, 12), track("Fresh fish", 13, 15))) == 2


def test_sliding_line_is_merged():
    early = track("Open door", 10, 11, shift=(-90, -40))
    assert found(early, track("Open door", 11.5, 15)) == [("Open door", 9.75, 15.25)]
    assert len(found(early, track("Open door", 12.5, 15))) == 2


def test_duplicate_line_is_merged():
    rolls = [track("Open door", 10, 20, shift=(0, 90)), track("Open door", 14, 22, shift=(0, 58))]
    for each in rolls:
        left, top, right, bottom = each.boxes[0]
        rise = 8 * (each.last - each.first)
        each.boxes[-1] = left, top - rise, right, bottom - rise
    assert found(*rolls) == [("Open door", 9.75, 22.25)]
    assert len(found(track("Open door", 10, 20), track("Open door", 14, 22, shift=(0, 60)))) == 2


def test_letters_that_are_added_make_one_line():
    typed = track("Enter Pass", 10, 12, width=60), track("Enter Password", 11, 14)
    assert found(*typed) == [("Enter Password", 9.75, 14.25)]


def test_line_found_again_after_a_cut_has_outlasted_it():
    before, after = track("Open door", 10, 12), track("Open door", 13, 15)
    before.was_cut = True
    (line,) = text_lines([before, after], size=SIZE, duration=100)
    assert line.overlay.n_cuts == 1


def test_the_common_share_is_of_the_smaller_box():
    assert share_in_common((0, 0, 1, 1), (0.5, 0, 0.7, 1)) == pytest.approx(1)
    assert share_in_common((0, 0, 1, 1), (1, 0, 2, 1)) == 0


def test_ambiguous_letters_take_the_script_of_most_lines():
    signs = [line(text, n, n + 1) for n, text in enumerate(("Вход", "Улица", "MOCT", "Bar"))]
    assert [each.text for each in in_scripts_of_film(signs)] == ["Вход", "Улица", "МОСТ", "Bar"]
    signs = [line(text, n, n + 1) for n, text in enumerate(("Вход", "Exit", "MOCT", "24"))]
    assert [each.text for each in in_scripts_of_film(signs)] == ["Вход", "Exit", "MOCT", "24"]
    assert in_scripts_of_film([]) == []
