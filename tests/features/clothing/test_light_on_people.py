import numpy as np
import pytest

from cinescribe.features.clothing.colour_terms import nearest_terms
from cinescribe.features.clothing.light_on_people import LightOnPerson, light_on_person

SKIN, WALL, COAT = (205, 160, 130), (160, 160, 160), (20, 20, 24)


def seen() -> LightOnPerson:
    """A face before a wall, above a dark coat with a white shirt in its middle."""
    crop = np.full((64, 64, 3), WALL, np.uint8)
    crop[16:48, 16:48] = SKIN
    torsos = np.full((1, 8, 8, 3), COAT, np.uint8)
    torsos[:, :, 3:5] = 245
    return light_on_person(crop, torsos, (torsos == COAT).all(-1))


def test_a_shirt_between_lapels_is_not_uneven():
    light = seen()
    assert light.unevenness == pytest.approx(0, abs=0.1)
    assert light.clothes[0] < 10
    assert light.face[0] > 60
    assert light.is_plain("dark", has_hues=True)
    assert not light.is_plain("light", has_hues=True)  # the clothes are darker than the face


def test_terms_near_a_colour_are_those_that_some_people_use():
    assert nearest_terms((30, 40, 90)) >= {"blue", "dark"}
    assert nearest_terms((128, 128, 128)) == frozenset()
    assert "light" in nearest_terms((250, 250, 248))
