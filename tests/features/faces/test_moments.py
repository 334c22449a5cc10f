import numpy as np
import pytest

from cinescribe.features.faces.moments import MomentPictures, spread
from cinescribe.timing import Span


def shown(moments, times):
    """Return the times of the selected pictures, and of the picture at each moment."""
    seen = []
    follow = MomentPictures(np.array(moments, np.float64), lambda time, image: seen.append((time, int(image[0]))))
    shared = np.zeros(1, np.uint8)
    for n, time in enumerate(times):
        shared[0] = n  # a film's pictures share memory: each overwrites the one before
        follow.take(time, shared)
    indices = follow.indices()
    assert [times[image] for _, image in seen] == [time for time, _ in seen]
    return [time for time, _ in seen], [seen[index][0] for index in indices] if seen else []


def test_the_picture_at_a_moment_is_the_last_one_before_it():
    assert shown([0.55, 0.2, 0.9], [0.0, 0.2, 0.4, 0.6]) == ([0.2, 0.4, 0.6], [0.4, 0.2, 0.6])


def test_a_picture_is_passed_on_once_for_all_its_moments():
    assert shown([3.1, 1.0, 3.0, 1.5], [0.0, 1.0, 2.0, 3.0]) == ([1.0, 3.0], [3.0, 1.0, 3.0, 1.0])


def test_moments_before_the_first_picture_get_the_first():
    assert shown([0.0, 0.05], [0.1, 0.2]) == ([0.1], [0.1, 0.1])


def test_pictures_at_no_moment_are_not_passed_on():
    assert shown([], [0.0, 1.0]) == ([], [])
    assert shown([0.5], []) == ([], [])


def test_indices_can_be_asked_for_twice():
    follow = MomentPictures(np.array([0.5]), lambda *_: None)
    follow.take(0.0, np.zeros(1, np.uint8))
    assert follow.indices().tolist() == follow.indices().tolist() == [0]


def test_moments_are_the_middles_of_equal_parts():
    assert spread([Span(0, 4), Span(3, 5)], 4) == pytest.approx([0.5, 1.5, 2.5, 3.5, 3.25, 3.75, 4.25, 4.75])
    assert spread([Span(1, 4)], 1).tolist() == [2.5]
    assert spread([], 3).shape == (0,)
