"""Head turns on measured faces: a turn needs a held pose before and after it."""

from collections.abc import Sequence

import numpy as np
import pytest

from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.models.observer.footage import Camera, FaceTrack, Footage
from cinescribe.models.observer.head_turns import turns
from cinescribe.schema import Box, Face, Shot
from cinescribe.timing import Span

FACES_HZ, PICTURES_HZ = 4.0, 5.0
BOX = (0.4, 0.3, 0.52, 0.5)
AWAY = (0.6, 0.3, 0.72, 0.5)
CLOSER = (0.35, 0.2, 0.57, 0.6)


def face_track(
    *facing: float | None, boxes: Sequence[Box] = (), tracks: Sequence[int] = (), slower: float = 1.0
) -> FaceTrack:
    """A person's faces, four per second, each with its direction."""
    faces = []
    for n, level in enumerate(facing):
        box = boxes[n] if boxes else BOX
        track = tracks[n] if tracks else 0
        faces.append(Face(n * slower / FACES_HZ, box, 1.0, n, track=track, person="p1", facing=level))
    return FaceTrack("p1", 0, tuple(faces))


def camera(*, right: float = 0.0, zoom: float = 0.0) -> Camera:
    """A camera that moves for ten seconds, in frame widths and growth per second."""
    times = np.arange(0, 10, 1 / PICTURES_HZ)
    full = np.ones_like(times, np.float32)
    shift = np.stack([right * full, 0 * full], axis=1)
    levels = PictureLevels(times, 0.4 * full, 0 * full, shift, zoom * full, 0.02 * full)
    return Footage((Shot(Span(0, 10)),), (), levels, None).camera()


LEFT, FRONT, RIGHT = [-0.4] * 4, [0.0] * 4, [0.4] * 4
STILL = camera()


@pytest.mark.parametrize(
    ("facing", "directions"),
    [
        ([*FRONT, *LEFT], [("front", "left")]),
        ([*FRONT, *RIGHT], [("front", "right")]),
        ([*RIGHT, 0.2, *FRONT], [("right", "front")]),
        ([*LEFT, -0.2, 0.2, *RIGHT], [("left", "right")]),
        ([*FRONT, *LEFT, *FRONT], [("front", "left"), ("left", "front")]),
    ],
)
def test_a_turn_leads_from_one_held_pose_to_another(facing, directions):
    assert [(before.direction, after.direction) for before, after in turns(face_track(*facing), STILL)] == directions


def test_a_turn_has_its_poses():
    ((before, after),) = turns(face_track(-0.42, -0.4, -0.38, -0.4, -0.2, 0.02, 0.04, 0.0, 0.04), STILL)
    assert [before.level, after.level] == pytest.approx([-0.4, 0.03])
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
def test_small_short_slow_or_unsteady_movements_are_no_turns(facing):
    assert list(turns(face_track(*facing), STILL)) == []


def test_a_short_error_in_direction_is_ignored():
    slipped = [*FRONT, 0.4, 0.2, *LEFT]
    assert [after.direction for _, after in turns(face_track(*slipped), STILL)] == ["left"]


def test_faces_with_long_gaps_are_no_pose():
    assert list(turns(face_track(*FRONT, *LEFT, slower=5.0), STILL)) == []


def test_changes_under_a_moving_camera_are_no_turns():
    turning = face_track(*FRONT, *LEFT)
    assert list(turns(turning, camera(right=0.1))) == []
    assert list(turns(turning, camera(zoom=-0.1))) == []
    assert list(turns(turning, camera(right=np.nan, zoom=np.nan))) == []
    assert len(list(turns(turning, camera(right=0.03)))) == 1  # an unsteady hand


def test_a_face_at_another_place_or_size_may_be_another_shot():
    for other in (AWAY, CLOSER):
        assert list(turns(face_track(*FRONT, *LEFT, boxes=[BOX] * 4 + [other] * 4), STILL)) == []


def test_no_turn_goes_from_one_track_to_another():
    assert list(turns(face_track(*FRONT, *LEFT, tracks=[0] * 4 + [1] * 4), STILL)) == []
