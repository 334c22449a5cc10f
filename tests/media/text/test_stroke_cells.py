import numpy as np

from cinescribe.media.text.stroke_cells import (
    CELL,
    MAX_SAVED,
    SEARCHES_HZ,
    SearchSchedule,
    cell_means,
    clutter,
    edges,
)
from tests.media.text.lines import grey, picture

PLAIN = grey(picture())
TEXT = grey(picture(("Night Train", 60, 200)))
OTHER = grey(picture(("Fresh Bread", 60, 200)))


def searches(pictures, *, has_text: bool) -> list[int]:
    """Numbers of the pictures, two a second, that are searched."""
    schedule, found = SearchSchedule(), []
    for n, small in enumerate(pictures):
        if schedule.is_due(n / 2, small):
            found.append(n)
            schedule.searched(n / 2, has_text=has_text)
    return found


def test_plain_pictures_are_never_searched():
    assert searches([PLAIN] * 20, has_text=False) == []


def test_appearing_and_changing_text_is_searched_once():
    assert searches([TEXT] * 6, has_text=True) == [0]
    assert searches([TEXT] * 2 + [OTHER] * 4, has_text=True) == [0, 3]  # once it stands still


def test_pictures_without_text_that_return_are_not_searched_again():
    assert searches([TEXT, TEXT, OTHER, OTHER] * 5, has_text=False) == [0, 3]


def test_searches_of_restless_footage_are_limited():
    random = np.random.default_rng(0)
    n_seconds = 100
    places = random.integers((20, 40), (200, 340), (2 * n_seconds, 2))
    noise = [grey(picture(("Night Train", int(x), int(y)))) for x, y in places]
    n_searches = len(searches(noise, has_text=False))
    assert 0.8 * SEARCHES_HZ * n_seconds <= n_searches <= SEARCHES_HZ * n_seconds + MAX_SAVED
    assert len(searches(noise, has_text=True)) > n_searches


def test_cells_hold_the_share_of_edges():
    small = np.zeros((2 * CELL, 3 * CELL), np.uint8)
    small[: CELL - 1, : CELL - 1][::2] = 200
    means = cell_means(edges(small))
    assert means.shape == (2, 3)
    assert means[0, 0] > 0.7
    assert means[1, 2] == 0


def test_clutter_is_measured_beside_the_text():
    assert clutter(PLAIN, []) == 0
    assert clutter(TEXT, []) > 0.02
    assert clutter(TEXT, [(50, 150, 400, 220)]) == 0
