import numpy as np
import pytest

from cinescribe.describe.track_views import track_distances, track_spread, track_views


def on_a_line(*places: float) -> np.ndarray:
    return np.array([[place, 0.0] for place in places], np.float32)


def test_repeated_views_count_once() -> None:
    assert track_views(on_a_line(1, 1, 1, 2)).tolist() == [[1, 0], [2, 0]]


def test_kept_views_are_the_middle_and_the_farthest() -> None:
    kept = track_views(on_a_line(*range(0, 101)))[:, 0].tolist()
    assert kept[:3] == [50, 0, 100]
    assert sorted(kept) == [0, 12, 25, 50, 75, 100]


def test_the_spread_is_the_median_distance_from_the_mean() -> None:
    assert track_spread(on_a_line(0, 1, 2)) == 1
    assert track_spread(on_a_line(3, 3)) == 0


def test_tracks_are_as_far_apart_as_their_nearest_views() -> None:
    distances = track_distances([on_a_line(0, 4), on_a_line(4), on_a_line(1, 5)])
    assert distances[0, 1] == pytest.approx((2 + 0) / 2)  # 4 away and 0; 0
    assert distances[0, 2] == pytest.approx(1)
    assert (distances == distances.T).all()
    assert not np.diag(distances).any()


def test_no_tracks_have_no_distances() -> None:
    assert track_distances([]).shape == (0, 0)
