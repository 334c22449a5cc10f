import numpy as np
import pytest

from cinescribe.features.clothing.appearance import ABOVE, BELOW, LOOK_HEIGHT, LOOK_WIDTH, light, look

BOX = (0.45, 0.2, 0.55, 0.4)  # of a picture of 160 × 90 pixels: 16 pixels across, 18 down


def test_a_look_reaches_from_above_the_head_down():
    rows = np.arange(90, dtype=np.uint8)[:, None, None] * np.ones((1, 160, 3), np.uint8)
    found = look(rows, BOX)
    assert found.shape == (LOOK_HEIGHT, LOOK_WIDTH, 3)
    unit, middle = 18, 27
    wanted = middle - ABOVE * unit + np.arange(LOOK_HEIGHT) * (ABOVE + BELOW) * unit / LOOK_HEIGHT
    inside = (wanted > 0) & (wanted < 88)
    assert inside.sum() > 12
    assert found[inside, LOOK_WIDTH // 2, 0] == pytest.approx(wanted[inside], abs=1.6)


def test_area_beyond_the_picture_is_black():
    white = np.full((90, 160, 3), 255, np.uint8)
    found = look(white, (0.9, 0.7, 1.0, 0.9))
    assert found[:6, :5].min() > 200
    assert not found[-8:].any()
    assert not look(white, (1.5, 1.5, 1.6, 1.7)).any()


def test_appearance_crop_does_not_depend_on_size():
    small = np.zeros((90, 160, 3), np.uint8)
    small[34:70, 60:100] = (200, 30, 60)
    large = np.kron(small, np.ones((4, 4, 1), np.uint8))
    assert np.abs(look(large, BOX).astype(int) - look(small, BOX)).mean() < 8


def test_light_is_the_mean_colour():
    image = np.zeros((4, 4, 3), np.uint8)
    image[:2] = (200, 100, 50)
    assert light(image).tolist() == [100, 50, 25]
