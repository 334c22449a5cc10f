import dataclasses
import math
from typing import Any

import numpy as np
import pytest

from cinescribe.backlot.drawing.brush import Brush, StageView
from cinescribe.backlot.drawing.cast import appearance_of, costume_of
from cinescribe.backlot.drawing.figures import DrawnFigure, Pose, StagePosition
from tests.backlot.takes import CAST

PERSON = dataclasses.replace(appearance_of(CAST["P1"]), height=1.0)
REST = Pose()
COSTUME = costume_of(CAST["P1"], 0)


def figure(pose: Pose = REST, **mark) -> Any:
    return DrawnFigure(PERSON, COSTUME, pose, StagePosition(**{"x": 0.0} | mark))


def brush() -> Any:
    return Brush(np.full((360, 640, 3), 128, np.uint8), StageView(0.0, -90.0, 1.5, 640, 360))


@pytest.mark.parametrize("facing", [1, -1])
def test_a_hand_reaches_the_position_of_the_pose(facing):
    x, y = figure(Pose(near=(40.0, 120.0)), facing=facing, x=10.0).hand(near=True)
    assert (x, y) == pytest.approx((10.0 + facing * 40.0, -120.0), abs=0.5)


def test_a_hand_stretches_no_farther_than_the_arm():
    x, y = figure(Pose(near=(300.0, 127.0), turn=0.0)).hand(near=True)
    assert 60 < x < 75
    assert y == pytest.approx(-127.0, abs=1)


def test_feet_stand_on_the_ground_and_the_head_is_a_head_high():
    paint = brush()
    body = figure()
    body.body(paint)
    body.head(paint, mouth=0.0, lids=0.0)
    _, top, _, low = paint.box()
    assert paint.view.pixel((0, 0))[1] / 360 == pytest.approx(low, abs=0.01)
    assert (low - top) * 360 / 1.5 == pytest.approx(166, abs=6)


def test_a_fall_lays_the_body_down():
    standing, lying = figure(), figure(Pose(fall=math.pi / 2))
    assert standing.at(0, 150)[1] == pytest.approx(-150)
    assert lying.at(0, 150)[1] > -20
    assert lying.at(0, 150)[0] > 140


def test_face_box_follows_the_head_and_is_absent_from_behind():
    paint = brush()
    left, right = (figure(x=x).head(paint, mouth=0.0, lids=0.0) for x in (-30.0, 30.0))
    assert right[0] - left[0] == pytest.approx(60 * 1.5 / 640, abs=1e-3)
    assert (left[3] - left[1]) * 360 == pytest.approx(20 * 1.5, abs=2)
    assert figure(Pose(head_turn=None)).head(paint, mouth=0.0, lids=0.0) is None


def test_a_face_that_leaves_the_picture_has_no_box():
    assert figure(x=212.0).head(brush(), mouth=0.0, lids=0.0) is None


def test_distant_figure_is_smaller():
    paint = brush()
    near, far = (figure(size=size).head(paint, mouth=0.0, lids=0.0) for size in (1.0, 0.5))
    assert (far[2] - far[0]) / (near[2] - near[0]) == pytest.approx(0.5, abs=0.02)
