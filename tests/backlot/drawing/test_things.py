import numpy as np
import pytest

from cinescribe.backlot.drawing.brush import Brush, StageView
from cinescribe.backlot.drawing.things import height_on_table, paint_thing
from cinescribe.backlot.plan.plan import THINGS

MEDIUM = 180 / 84  # pixels a centimetre of a medium take, at 320 x 180


def painted(name: str) -> tuple[np.ndarray, tuple[float, float, float, float]]:
    brush = Brush(np.zeros((180, 320, 3), np.uint8), StageView(0.0, 0.0, MEDIUM, 320, 180))
    paint_thing(brush, name, (0.0, 0.0))
    box = brush.box()
    assert box is not None
    x0, y0, x1, y1 = box
    return brush.picture, (x0 * 320, y0 * 180, x1 * 320, y1 * 180)


@pytest.mark.parametrize("name", THINGS)
def test_every_thing_is_large_enough_to_be_seen_in_a_medium_take(name):
    _, (x0, y0, x1, y1) = painted(name)
    assert x1 - x0 >= 12
    assert y1 - y0 >= 12


def test_things_look_unlike_each_other():
    pictures = [painted(name)[0].astype(int) for name in THINGS]
    for k, one in enumerate(pictures):
        assert all((np.abs(one - other).max(axis=2) > 40).sum() > 150 for other in pictures[:k])


@pytest.mark.parametrize("name", THINGS)
def test_a_thing_on_a_table_touches_it(name):
    _, (_, _, _, low) = painted(name)
    assert (low - 90) / MEDIUM == pytest.approx(height_on_table(name), abs=2.5)
