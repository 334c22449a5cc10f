import pytest

from cinescribe.media.text.overlay_evidence import OverlayEvidence
from cinescribe.media.text.watermarks import is_owner, watermarks
from tests.media.text.lines import line

FILM = 100.0
SEEN_THROUGH = tuple((float(n), float(n), 100.0 + n / 2, 180.0 + n / 2) for n in range(0, 100, 10))


def found(*lines, duration: float = FILM) -> list[str]:
    return [group[0].text for group in watermarks(lines, duration=duration)]


def in_corner(start: float, end: float, **facts):
    return line("Channel One", start, end, x=0.82, y=0.94, **facts)


def test_persistent_text_at_the_edge_is_a_watermark():
    assert found(in_corner(1, 95)) == ["Channel One"]
    assert found(*(in_corner(start, start + 17) for start in range(1, 100, 20))) == ["Channel One"]
    assert found(in_corner(1, 60)) == []
    assert found(line("Channel One", 1, 95)) == []  # in the middle


def test_text_that_outlasts_cuts_is_a_watermark():
    assert found(in_corner(10, 65, overlay=OverlayEvidence(n_cuts=2))) == ["Channel One"]
    assert found(in_corner(10, 14, overlay=OverlayEvidence(n_cuts=2))) == []
    assert found(in_corner(10, 14, overlay=OverlayEvidence(n_elsewhere=3))) == ["Channel One"]


def test_text_that_outlasts_most_cuts_is_a_watermark_anywhere():
    outlasting = OverlayEvidence(n_cuts=2)
    assert found(line("Channel One", 1, 95, height=0.3, overlay=outlasting)) == ["Channel One"]
    assert found(line("Channel One", 1, 70, overlay=outlasting)) == []
    assert found(line("Channel One", 1, 95, overlay=OverlayEvidence(n_cuts=2, n_along=3))) == []


def test_persistent_transparent_text_is_a_watermark():
    through = OverlayEvidence(slices=SEEN_THROUGH)
    assert found(line("Preview", 1, 95, overlay=through)) == ["Preview"]  # also in the middle
    assert found(in_corner(1, 60, overlay=through)) == ["Channel One"]
    assert found(line("Preview", 1, 20, overlay=through)) == []  # a glassy title


def test_watermark_of_a_short_clip_is_there_throughout():
    assert found(in_corner(0, 8), duration=8.0) == ["Channel One"]
    assert found(in_corner(0, 6), duration=8.0) == []
    low = line("A long line of words", 0, 8, y=0.94)
    assert found(low, duration=8.0) == []
    still = line("A long line of words", 0, 8, y=0.94, overlay=OverlayEvidence(n_still=2))
    assert found(still, duration=8.0) == ["A long line of words"]


def test_text_moving_with_the_camera_is_not_a_watermark():
    assert found(in_corner(0, 8, overlay=OverlayEvidence(n_along=3)), duration=8.0) == []


@pytest.mark.parametrize("x", [0.1, 0.9])
def test_mark_moving_between_corners_is_a_watermark(x):
    parts = [line("Reel", start, start + 24, x=(x, 1 - x)[n % 2], y=0.05) for n, start in enumerate(range(0, 100, 25))]
    assert found(*parts) == ["Reel"]


def test_ticker_along_the_edge_is_a_watermark():
    news = ["One goal in the last", "the last minute of", "minute of the final"]
    parts = [line(words, 5 * n, 5 * n + 4, y=0.95, height=0.25) for n, words in enumerate(news)]
    wide = [one.__class__(one.span, one.text, 0.99, (0.0, 0.93, 1.0, 0.97), (0.0, 0.93, 1.0, 0.97)) for one in parts]
    assert found(*wide) == news[:1]
    assert found(wide[0]) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Getty Images", True),
        ("© shutterstock", True),
        ("huttersto", True),
        ("iStock", True),
        ("Adobe Stock", True),
        ("Stock", False),
        ("The General", False),
        ("images", False),
    ],
)
def test_agencies_are_known(text, expected):
    assert is_owner(text) is expected
    assert found(line(text, 1, 4)) == ([text] if expected else [])
