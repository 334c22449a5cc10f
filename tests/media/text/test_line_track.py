import numpy as np
import pytest

from cinescribe.media.text.line_track import MISSES, LineTrack, is_same_scene, start_track
from tests.media.text.lines import grey, picture

PLAIN = grey(picture())


def at(left: int, bottom: int) -> np.ndarray:
    return grey(picture(("Night Train", left, bottom)))


def track_at(left: int, bottom: int) -> LineTrack:
    quad = np.array([[-5, -45], [300, -45], [300, 15], [-5, 15]], np.float32) + np.array([left, bottom])
    return start_track(1.0, quad.astype(np.float32), at(left, bottom))


def test_a_line_is_followed_as_it_moves():
    track = track_at(60, 300)
    for n in range(1, 6):
        track.follow(1 + n / 2, at(60, 300 - 25 * n))
    assert track.last == 3.5
    assert track.boxes[-1][1] == pytest.approx(track.boxes[0][1] - 125, abs=2)
    assert not track.is_gone


def test_a_line_is_gone_after_two_pictures_without_it():
    track = track_at(60, 200)
    track.follow(1.5, PLAIN)
    assert not track.is_gone
    track.follow(2.0, at(60, 200))
    assert (track.n_misses, track.last, track.after) == (0, 2.0, None)
    for n in range(MISSES):
        track.follow(2.5 + n / 2, grey(picture(("Some Words", 60, 200))))
    assert track.is_gone
    assert (track.last, track.after) == (2.0, 2.5)


def test_the_first_sight_is_found_in_earlier_pictures():
    track = track_at(60, 200)
    track.look_back([(0.5, at(60, 200)), (0.0, PLAIN), (-0.5, PLAIN), (-1.0, at(60, 200))], at(60, 200))
    assert (track.first, track.before) == (0.5, 0.0)
    assert len(track.boxes) == 2


def test_text_that_comes_over_a_still_picture_is_overlaid():
    random = np.random.default_rng(0)
    scene, other = (np.kron(random.integers(0, 120, (9, 16)), np.ones((40, 40))).astype(np.uint8) for _ in range(2))
    written = np.maximum(scene, np.where(at(60, 200) > 100, 255, 0).astype(np.uint8))
    for before, is_overlaid in ((scene, True), (other, False)):
        track = start_track(1.0, track_at(60, 200).quad, written)
        track.look_back([(0.5, before), (0.0, before)], written)
        assert track.is_overlaid == is_overlaid
    assert is_same_scene(PLAIN, PLAIN)
    assert not is_same_scene(PLAIN, scene)


def test_a_line_wider_than_the_picture_is_not_found():
    track = track_at(60, 200)
    track.follow(1.5, PLAIN[:20, :20])
    assert track.n_misses == 1
