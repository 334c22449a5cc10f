import numpy as np
import pytest

from cinescribe.features.faces.torsos import GRID, torso


def test_the_grid_lies_below_the_face() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[26:, :] = 200, 10, 10  # below the face
    image[:, 70:] = 0, 0, 250  # beside the region
    colours, share = torso(image, (0.4, 0.0, 0.6, 0.2))
    assert colours.shape == (GRID, GRID, 3)
    assert (colours == (200, 10, 10)).all()
    assert share == pytest.approx(1, abs=0.03)


def test_the_grid_keeps_rows_and_columns() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[:, 50:] = 90
    image[45:] += 40
    colours, _ = torso(image, (0.4, 0.1, 0.6, 0.3))  # from row 37 to row 67
    assert colours[0, 0, 0] < colours[0, -1, 0] < colours[-1, -1, 0]


def test_torso_outside_the_picture_has_a_reduced_share() -> None:
    image = np.full((100, 100, 3), 50, np.uint8)
    colours, share = torso(image, (0.4, 0.5, 0.6, 0.8))  # from row 90.5 to row 135.5
    assert (colours == 50).all()
    assert share == pytest.approx(0.2, abs=0.05)
    colours, share = torso(image, (0.4, 0.7, 0.6, 1.0))
    assert not colours.any()
    assert share == 0
