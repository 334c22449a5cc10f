"""Turning, on measured faces: only a head that is held, turns and is held again turns."""

from collections.abc import Sequence

import numpy as np
import pytest

from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.models.observer.footage import Camera, Footage, Stay
from cinescribe.models.observer.head_turns import turns
from cinescribe.schema import Box, Face, Shot
from cinescribe.timing import Span

FACES_HZ, PICTURES_HZ = 4.0, 5.0
BOX = (0.4, 0.3, 0.52, 0.5)
AWAY = (0.6, 0.3, 0.72, 0.5)
CLOSER = (0.35, 0.2, 0.57, 0.6)


def stay(*facing: float | None, boxes: Sequence[Box] = (), tracks: Sequence[int] = (), slower: float = 1.0) -> Stay:
    """Somebody's faces, four a second, each with where it looks."""
    faces = []
    for n, level in enumerate(facing):
        box = boxes[n] if boxes else BOX
        track = tracks[n] if tracks else 0
        faces.append(Face(n * slower / FACES_HZ, box, 1.0, n, track=track, person="p1", facing=level))
    return Stay("p1", 0, tuple(faces))


def camera(*, right: float = 0.0, zoom: float = 0.0) -> Camera:
    """A camera that moves on for ten seconds, in widths of the picture and growth a second."""
    times = np.arange(0, 10, 1 / PICTURES_HZ)
    full = np.ones_like(times)
    shift = np.stack([right * full, 0 * full], axis=1)
    levels = PictureLevels(times, 0.4 * full, 0 * full, shift, zoom * full, 0.02 * full)
    return Footage((Shot(Span(0, 10)),), (), levels, None).camera()


LEFT, FRONT, RIGHT = [-0.4] * 4, [0.0] * 4, [0.4] * 4
STILL = camera()


@pytest.mark.parametrize(
    ("facing", "ways"),
    [
        ([*FRONT, *LEFT], [("front", "left")]),
        ([*FRONT, *RIGHT], [("front", "right")]),
        ([*RIGHT, 0.2, *FRONT], [("right", "front")]),
        ([*LEFT, -0.2, 0.2, *RIGHT], [("left", "right")]),
        ([*FRONT, *LEFT, *FRONT], [("front", "left"), ("left", "front")]),
    ],
)
def test_a_held_face_that_is_held_another_way_has_turned(facing, ways):
    assert [(before.way, after.way) for before, after in turns(stay(*facing), STILL)] == ways


def test_a_turn_tells_how_the_face_was_held():
    ((before, after),) = turns(stay(-0.42, -0.4, -0.38, -0.4, -0.2, 0.02, 0.04, 0.0, 0.04), STILL)
    assert (before.level, after.level) == (pytest.approx(-0.4), pytest.approx(0.03))
    assert [face.time for face in before.faces] == [0.0, 0.25, 0.5, 0.75]
    assert after.faces[0].time == 1.25


@pytest.mark.parametrize(
    "facing",
    [
        [*[0.0] * 4, *[0.28] * 4],  # a small swing
        [*[-0.2] * 4, *[0.2] * 4],
        [*[0.14] * 4, *[0.32] * 4],
        [*FRONT, *LEFT[:3]],  # not held
        [*FRONT[:3], *LEFT],
        [*FRONT, 0.4, *FRONT],  # a slip of the landmarks
        [*FRONT, -0.32, -0.6, -0.32, -0.6],  # swaying
        [*FRONT, *[0.2] * 8, *RIGHT],  # drifting
        [*FRONT, *[None] * 8, *LEFT],
        [*FRONT, -0.4, -0.4, None, -0.4, -0.4],
        [None] * 8,
        [*LEFT, *LEFT],
    ],
)
def test_what_is_small_short_slow_or_unsteady_is_no_turn(facing):
    assert list(turns(stay(*facing), STILL)) == []


def test_a_short_slip_to_another_way_is_passed_over():
    slipped = [*FRONT, 0.4, 0.2, *LEFT]
    assert [after.way for _, after in turns(stay(*slipped), STILL)] == ["left"]


def test_faces_far_between_hold_nothing():
    assert list(turns(stay(*FRONT, *LEFT, slower=5.0), STILL)) == []


def test_a_moving_camera_may_go_round_who_does_not_turn():
    turning = stay(*FRONT, *LEFT)
    assert list(turns(turning, camera(right=0.1))) == []
    assert list(turns(turning, camera(zoom=-0.1))) == []
    assert list(turns(turning, camera(right=np.nan, zoom=np.nan))) == []
    assert len(list(turns(turning, camera(right=0.03)))) == 1  # an unsteady hand


def test_a_face_elsewhere_or_of_another_size_may_be_another_shot():
    for other in (AWAY, CLOSER):
        assert list(turns(stay(*FRONT, *LEFT, boxes=[BOX] * 4 + [other] * 4), STILL)) == []


def test_no_turn_goes_from_one_track_to_another():
    assert list(turns(stay(*FRONT, *LEFT, tracks=[0] * 4 + [1] * 4), STILL)) == []
