import math
from typing import Any

import numpy as np
import pytest

from cinescribe.backlot.drawing.actions import DEFAULT_THINGS, PROPS, action_poses
from cinescribe.backlot.drawing.brush import Brush, StageView
from cinescribe.backlot.drawing.figures import StagePosition
from cinescribe.backlot.drawing.props import paint_occluder, paint_prop, thing_point
from cinescribe.backlot.drawing.staging import Stage
from tests.backlot.takes import CAST, take


def brush() -> Any:
    return Brush(np.full((360, 640, 3), 128, np.uint8), StageView(0.0, -100.0, 1.3, 640, 360))


@pytest.mark.parametrize("prop", sorted(set(PROPS.values())))
def test_every_prop_shows_beside_the_actor(prop):
    paint = brush()
    paint_prop(paint, prop, StagePosition(0.0), door=0.0)
    assert (paint.picture != 128).any()
    assert paint.box()[2] > 0.5


def test_absent_prop_paints_nothing():
    paint = brush()
    paint_prop(paint, "none", StagePosition(0.0), door=0.0)
    assert (paint.picture == 128).all()


def test_an_open_door_lets_light_through():
    bright = []
    for door in (0.0, 1.0):
        paint = brush()
        paint_prop(paint, "door", StagePosition(0.0), door=door)
        bright.append((paint.picture.min(axis=2) > 180).sum())
    assert bright[1] > bright[0] + 2000


@pytest.mark.parametrize("place", ["office", "forest"])
def test_an_occluder_covers_one_half_of_the_actor(place):
    paint = brush()
    paint_occluder(paint, place, StagePosition(0.0), 84.0)
    middle = paint.picture[180]
    assert (middle[320 + 10] != 128).any()
    assert (middle[320 - 30] == 128).all()


@pytest.mark.parametrize(
    ("action", "before", "after"), [("pick up", 0.44, 0.46), ("put down", 0.54, 0.56), ("hand over", 0.55, 0.57)]
)
def test_a_thing_does_not_jump_when_it_changes_hands(action, before, after):
    stage = Stage(take(action=action, partner="P2" if action == "hand over" else None), CAST, ())
    span = stage.take.action_span
    points = []
    for phase in (before, after):
        time = span.start + phase * span.duration
        now = stage.poses(time)
        figures = {player.who: stage.figure(player, now, time) for player in stage.players}
        points.append(thing_point(DEFAULT_THINGS[action], now.holder, figures["P1"], figures.get("P2")))
    assert math.dist(*points) < 16


def test_the_beat_of_a_stage_is_that_of_its_action():
    stage = Stage(take(action="clap"), CAST, ())
    assert stage.poses(0.0).actor == action_poses("clap", stage.moment(0.0)).actor
