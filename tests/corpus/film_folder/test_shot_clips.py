from itertools import pairwise

import pytest

from cinescribe.corpus.film_folder.shot_clips import join_and_split
from cinescribe.timing import Span


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([0, 3, 7], [0, 3, 7]),
        ([0, 1, 7, 9], [0, 7, 9]),
        ([0, 1, 1.5, 1.9, 4], [0, 4]),
        ([0, 5, 6], [0, 6]),
        ([0, 1], [0, 1]),
        ([0, 10, 35], [0, 10, 10 + 25 / 3, 10 + 50 / 3, 35]),
    ],
)
def test_short_shots_are_joined_and_long_ones_split(edges, expected):
    spans = join_and_split(Span(a, b) for a, b in pairwise(edges))
    assert [spans[0].start, *(span.end for span in spans)] == pytest.approx(expected)
    assert all(one.end == other.start for one, other in pairwise(spans))


def test_no_shots_give_no_clips():
    assert join_and_split([]) == ()
