import numpy as np
import pytest

from cinescribe.media.text.line_track import MISSES, LineTrack, start_track
from cinescribe.media.text.overlay_evidence import PictureChange
from tests.media.text.lines import grey, picture

PLAIN = grey(picture())
STILL, CUT = PictureChange(camera=(0.0, 0.0)), PictureChange(is_cut=True)


def at(left: int, bottom: int) -> np.ndarray:
    return grey(picture(("Night Train", left, bottom)))


def track_at(left: int, bottom: int) -> LineTrack:
    quad = np.array([[-5, -45], [300, -45], [300, 15], [-5, 15]], np.float32) + np.array([left, bottom])
    return start_track(1.0, quad.astype(np.float32), at(left, bottom))


def test_a_line_is_followed_as_it_moves():
    track = track_at(60, 300)
    for n in range(1, 6):
        track.follow(1 + n / 2, at(60, 300 - 25 * n), STILL)
    assert track.last == 3.5
    assert track.boxes[-1][1] == pytest.approx(track.boxes[0][1] - 125, abs=2)
    assert not track.is_gone


def test_line_is_lost_after_two_missed_pictures():
    track = track_at(60, 200)
    track.follow(1.5, PLAIN, STILL)
    assert not track.is_gone
    track.follow(2.0, at(60, 200), STILL)
    assert (track.n_misses, track.last, track.after) == (0, 2.0, None)
    for n in range(MISSES):
        track.follow(2.5 + n / 2, grey(picture(("Some Words", 60, 200))), STILL)
    assert track.is_gone
    assert (track.last, track.after) == (2.0, 2.5)


def test_the_first_sight_is_found_in_earlier_pictures():
    track = track_at(60, 200)
    track.look_back([(0.5, at(60, 200)), (0.0, PLAIN), (-0.5, PLAIN), (-1.0, at(60, 200))], at(60, 200))
    assert (track.first, track.before) == (0.5, 0.0)
    assert len(track.boxes) == 2


def test_text_appearing_over_a_still_picture_is_overlaid():
    random = np.random.default_rng(0)
    scene, other = (np.kron(random.integers(0, 120, (9, 16)), np.ones((40, 40))).astype(np.uint8) for _ in range(2))
    written = np.maximum(scene, np.where(at(60, 200) > 100, 255, 0).astype(np.uint8))
    for before, is_overlaid in ((scene, True), (other, False)):
        track = start_track(1.0, track_at(60, 200).quad, written)
        track.look_back([(0.5, before), (0.0, before)], written)
        assert track.is_overlaid == is_overlaid


@pytest.mark.parametrize(("change", "is_overlaid"), [(STILL, True), (CUT, False)])
def test_text_vanishing_from_a_still_picture_is_overlaid(change, is_overlaid):
    track = track_at(60, 200)
    for n in range(MISSES):
        track.follow(1.5 + n / 2, PLAIN, change)
    assert (track.is_gone, track.is_overlaid) == (True, is_overlaid)


def test_a_line_that_outlasts_a_cut_has_that_as_evidence():
    track = track_at(60, 200)
    track.follow(1.5, at(60, 200), CUT)
    assert track.overlay.n_cuts == 1


def test_a_line_wider_than_the_picture_is_not_found():
    track = track_at(60, 200)
    track.follow(1.5, PLAIN[:20, :20], STILL)
    assert track.n_misses == 1
