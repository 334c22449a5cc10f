import numpy as np
import pytest

from cinescribe.backlot.films.reel import reel
from tests.backlot.dummies import flat_camera, plan, take


def greys(*takes, rate_hz=8):
    frames = list(reel(plan(*takes), width=8, height=4, rate_hz=rate_hz, camera=flat_camera))
    return frames, [int(frame.picture[0, 0, 0]) for frame in frames]


def test_a_cut_changes_the_picture_from_one_frame_to_the_next():
    frames, values = greys(take(0, 1, grey=50), take(1, 2, grey=200))
    assert values == [50] * 8 + [200] * 8
    assert [frame.time for frame in frames] == [k / 8 for k in range(16)]
    assert [frame.shot for frame in frames] == [0] * 8 + [1] * 8


def test_a_dissolve_mixes_two_takes_around_its_middle():
    frames, values = greys(take(0, 2, grey=50), take(2, 4, grey=210, transition="dissolve", blend=1.0))
    assert len(frames) == 32
    assert values[:12] == [50] * 12
    assert values[12:20] == [50, 70, 90, 110, 130, 150, 170, 190]
    assert values[20:] == [210] * 12
    assert [frame.shot for frame in frames] == [0] * 16 + [1] * 16


def test_a_fade_goes_through_black_at_the_cut():
    _, values = greys(take(0, 2, grey=200), take(2, 4, grey=100, transition="fade", blend=1.0))
    assert values[:12] == [200] * 12
    assert values[12:20] == [200, 150, 100, 50, 0, 25, 50, 75]
    assert values[20:] == [100] * 12


def test_each_frame_shows_the_sightings_of_the_take_that_is_on_screen():
    def camera(take, *args, **more):
        for picture, sightings in flat_camera(take, *args, **more):
            yield picture, tuple(one.__class__(take.id, one.box) for one in sightings)

    first, second = take(0, 2, grey=1), take(2, 4, grey=2, transition="dissolve", blend=1.0)
    frames = list(reel(plan(first, second), width=8, height=4, rate_hz=8, camera=camera))
    assert all(frame.sightings[0].who == (first, second)[frame.shot].id for frame in frames)


def test_no_frame_is_lost_between_dissolves():
    takes = [take(2 * k, 2 * k + 2, grey=20 * k, transition="dissolve" if k else "cut", blend=1.0) for k in range(4)]
    frames, values = greys(*takes, rate_hz=24)
    assert len(frames) == 8 * 24
    assert values == sorted(values)


def test_a_camera_that_stops_early_is_refused():
    def broken(take, *args, **more):
        yield np.zeros((4, 8, 3), np.uint8), ()

    with pytest.raises(ValueError, match="shorter"):
        list(reel(plan(take(0, 1)), width=8, height=4, rate_hz=8, camera=broken))
