import numpy as np
import pytest

from cinescribe.explain.attribution.heat import SIDE, heat_map


def test_a_map_has_the_picture_s_shape():
    assert heat_map(np.ones(1, np.float32), [(0, 0, 1, 1)], size=(240, 480)).shape == (SIDE // 2, SIDE)
    assert heat_map(np.ones(1, np.float32), [(0, 0, 1, 1)], size=(4000, 2)).shape == (SIDE, 1)


def test_cells_of_a_grid_are_painted_side_by_side():
    boxes = [(column / 4, row / 3, (column + 1) / 4, (row + 1) / 3) for row in range(3) for column in range(4)]
    values = np.linspace(0, 1, 12, dtype=np.float32)
    found = heat_map(values, boxes, size=(300, 400))
    assert found.shape == (36, 48)
    assert (found == np.kron(values.reshape(3, 4), np.ones((12, 12)))).all()


def test_overlapping_parts_show_the_highest_value():
    for order in (slice(None), slice(None, None, -1)):
        values, boxes = np.array([0.25, 0.75], np.float32)[order], [(0, 0, 1, 1), (0.5, 0.5, 1, 1)][order]
        found = heat_map(values, boxes, size=(48, 48))
        assert (found[24:, 24:] == 0.75).all()
        assert np.count_nonzero(found == 0.25) == 48 * 48 * 3 // 4


@pytest.mark.parametrize("box", [(0.501, 0.501, 0.502, 0.502), (1, 1, 1, 1), (0, 0, 0, 0)])
def test_the_smallest_part_has_a_cell(box):
    assert np.count_nonzero(heat_map(np.ones(1, np.float32), [box], size=(10, 10))) == 1
