import dataclasses
import typing

import numpy as np
import pytest

from cinescribe.backlot.drawing.brush import Brush, StageView
from cinescribe.backlot.drawing.cast import Bottom, Top, appearance_of, costume_of
from cinescribe.backlot.drawing.figures import DrawnFigure, Pose, StagePosition
from tests.backlot.takes import CAST

COSTUME = dataclasses.replace(
    costume_of(CAST["P1"], 0),
    top_colour=(200, 40, 40),
    under_colour=(40, 200, 40),
    bottom_colour=(40, 40, 200),
    striped=False,
)
PERSON = appearance_of(CAST["P1"])


def painted(**changes) -> np.ndarray:
    picture = np.zeros((360, 360, 3), np.uint8)
    paint = Brush(picture, StageView(0.0, -85.0, 1.9, 360, 360))
    figure = DrawnFigure(PERSON, dataclasses.replace(COSTUME, **changes), Pose(), StagePosition(0.0))
    figure.body(paint)
    figure.arms(paint)
    return picture


def share(picture: np.ndarray, channel: int) -> float:
    others = [k for k in range(3) if k != channel]
    return float((picture[..., channel] > 2 * picture[..., others].max(axis=2).astype(int)).mean())


def test_every_top_is_mostly_of_its_colour_and_unlike_the_others():
    pictures = [painted(top=top, short_sleeves=False) for top in typing.get_args(Top)]
    for k, one in enumerate(pictures):
        assert share(one, 0) > 0.04
        assert all(np.abs(one.astype(int) - other).max() > 40 for other in pictures[:k])


@pytest.mark.parametrize("bottom", typing.get_args(Bottom))
def test_every_bottom_is_of_its_colour(bottom):
    assert share(painted(top="tee", bottom=bottom), 2) > 0.01


def test_a_dress_has_the_top_s_colour_down_to_the_knees():
    assert share(painted(top="dress"), 0) > share(painted(top="tee"), 0) * 1.2


def test_stripes_and_sleeves_show():
    assert share(painted(top="tee", striped=True), 1) > share(painted(top="tee"), 1) + 0.01
    assert share(painted(top="tee", short_sleeves=True), 0) < share(painted(top="tee", short_sleeves=False), 0)
