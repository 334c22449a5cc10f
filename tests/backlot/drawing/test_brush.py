from typing import Any

import numpy as np
import pytest

from cinescribe.backlot.drawing.brush import DAYLIGHT, NIGHT, Brush, Light, StageView, blend, shade, smooth

VIEW = StageView(x=0.0, y=-100.0, scale=2.0, width=160, height=90)


def canvas(light: Light = DAYLIGHT) -> Any:
    return Brush(np.zeros((90, 160, 3), np.uint8), VIEW, light)


def painted(brush: Brush) -> tuple[float, float, float, float]:
    rows, columns = np.nonzero(brush.picture.max(axis=2) > 60)
    return columns.min() / 160, rows.min() / 90, (columns.max() + 1) / 160, (rows.max() + 1) / 90


def test_a_view_puts_its_point_in_the_picture_s_middle():
    assert VIEW.pixel((0.0, -100.0)) == (80.0, 45.0)
    assert VIEW.pixel((10.0, -95.0)) == (100.0, 55.0)


def test_box_is_clipped_to_the_picture_or_absent():
    assert VIEW.box((-20.0, 9.0, 80.0, 200.0)) == (0.0, 0.1, 0.5, 1.0)
    assert VIEW.box((200.0, 10.0, 220.0, 20.0)) is None


@pytest.mark.parametrize(
    "paint",
    [
        lambda b: b.polygon([(-20, -110), (15, -105), (5, -88)], (255, 255, 255)),
        lambda b: b.limb((-20, -110), (12, -90), (255, 255, 255), (8, 4)),
        lambda b: b.curve([(-20, -110), (0, -100), (22, -104)], (255, 255, 255), 3.0),
        lambda b: b.disc((4, -101), 9, (255, 255, 255)),
        lambda b: b.ellipse((4, -101), (16, 5), (255, 255, 255), degrees=30),
        lambda b: b.ring((4, -101), 9, (255, 255, 255), 2),
        lambda b: b.rectangle(-60, -130, 0, -100, (255, 255, 255)),
    ],
)
def test_box_of_brush_is_within_two_pixels_of_the_paint(paint):
    brush = canvas()
    paint(brush)
    assert np.abs(np.subtract(brush.box(), painted(brush)) * (160, 90, 160, 90)).max() <= 2.0


def test_begin_clears_the_box_of_the_brush():
    brush = canvas()
    brush.disc((0, -100), 5, (255, 0, 0))
    brush.begin()
    assert brush.box() is None


def test_night_darkens_and_turns_blue():
    brush = canvas(NIGHT)
    brush.rectangle(-10, -110, 10, -90, (200, 200, 200))
    red, green, blue = brush.picture[45, 80]
    assert red < green < blue < 200


def test_a_gradient_runs_from_top_to_bottom():
    brush = canvas()
    brush.gradient((-40, -122.5, 40, -77.5), (0, 0, 0), (200, 100, 0))
    column = brush.picture[:, 80, 0].astype(int)
    assert (np.diff(column) >= 0).all()
    assert column[0] < 5
    assert column[-1] > 195


def test_a_glow_and_a_shadow_change_most_in_their_middle():
    brush = canvas()
    brush.rectangle(-100, -150, 100, -50, (100, 100, 100))
    brush.glow((-20, -100), 10, (255, 255, 255), 0.8)
    brush.shadow((20, -100), (10, 5), 0.5)
    middle, edge = brush.picture[45, 40, 0], brush.picture[45, 57, 0]
    assert middle > edge >= 100
    assert brush.picture[45, 120, 0] < 60


def test_a_sprite_covers_by_its_opacity():
    brush = canvas()
    brush.rectangle(-100, -150, 100, -50, (100, 100, 100))
    sprite = np.zeros((10, 20, 4), np.uint8)
    sprite[:, :10] = (200, 0, 0, 255)
    sprite[:, 10:] = (100, 0, 0, 128)
    brush.paste(sprite, np.array([[1.0, 0.0, 30.0], [0.0, 1.0, 40.0]]))
    assert tuple(brush.picture[45, 34]) == (200, 0, 0)
    assert np.abs(brush.picture[45, 44].astype(int) - (150, 50, 50)).max() <= 1
    assert tuple(brush.picture[45, 60]) == (100, 100, 100)


def test_a_sprite_half_outside_is_clipped():
    brush = canvas()
    sprite = np.full((10, 20, 4), 255, np.uint8)
    brush.paste(sprite, np.array([[1.0, 0.0, -10.0], [0.0, 1.0, 84.0]]))
    assert brush.picture[86, 8].all()
    assert not brush.picture[86, 12].any()
    brush.paste(sprite, np.array([[1.0, 0.0, 500.0], [0.0, 1.0, 0.0]]))


@pytest.mark.parametrize("closed", [True, False])
def test_a_smooth_curve_passes_through_its_points(closed):
    points = [(0.0, 0.0), (3.0, 1.0), (5.0, -2.0), (2.0, -4.0)]
    curve = smooth(points, closed=closed, steps=4)
    assert np.allclose(curve[::4], points)


def test_colours_mix_and_stay_in_range():
    assert shade((100, 200, 10), 1.5) == (150, 255, 15)
    assert blend((0, 100, 200), (100, 0, 200), 0.5) == (50, 50, 200)
