import numpy as np
import pytest
import torch

from cinescribe.features.encoders.backlot_frames import FrameNet, FrameSizes
from cinescribe.features.regions.regions import WHOLE, CellRegions, KnownBoxes, box_features, cell_boxes, cell_features
from cinescribe.still_schema import Region

pytestmark = pytest.mark.usefixtures("one_thread")
LEFT, RIGHT = (0.05, 0.1, 0.4, 0.9), (0.6, 0.1, 0.95, 0.9)


@pytest.fixture(scope="module")
def net():
    torch.manual_seed(0)
    return FrameNet(FrameSizes(channels=(4, 6, 8, 10), d_maps=4)).eval()


def picture(height: int = 90, width: int = 160) -> np.ndarray:
    """Red on the left, upright blue and white stripes on the right."""
    shown = np.zeros((height, width, 3), np.uint8)
    shown[:, : width // 2] = (200, 40, 30)
    shown[:, width // 2 :] = (20, 30, 180)
    shown[:, width // 2 :: 6] = 255
    return shown


def test_the_whole_picture_comes_first_and_has_no_label(net):
    known = (Region(LEFT, "man"), Region(RIGHT, "cup"))
    found = KnownBoxes(net, "w").regions(picture(), known)
    assert found.labels == ("", "man", "cup")
    assert found.boxes == pytest.approx(np.array([WHOLE, LEFT, RIGHT]))
    assert found.rows.dtype == np.float32
    assert np.isfinite(found.rows).all()


def test_a_picture_without_known_boxes_is_one_region(net):
    found = KnownBoxes(net, "w").regions(picture(), ())
    assert found.labels == ("",)
    assert found.boxes.tolist() == [list(WHOLE)]


def test_labels_do_not_leak_into_features(net):
    one, other = (KnownBoxes(net, "w").regions(picture(), (Region(LEFT, label),)).rows for label in ("man", "cup"))
    assert (one == other).all()


def test_the_grid_is_the_whole_picture_and_forty_nine_cells(net):
    found = CellRegions(net, "w").regions(picture(), (Region(LEFT, "man"),))
    assert len(found) == 50
    assert set(found.labels) == {""}
    areas = (found.boxes[1:, 2] - found.boxes[1:, 0]) * (found.boxes[1:, 3] - found.boxes[1:, 1])
    assert areas.sum() == pytest.approx(1)
    assert (found.rows[0] == KnownBoxes(net, "w").regions(picture(), ()).rows[0, : found.rows.shape[1]]).all()


def test_cells_go_row_by_row():
    assert cell_boxes(2, 2) == [(0, 0, 0.5, 0.5), (0.5, 0, 1, 0.5), (0, 0.5, 0.5, 1), (0.5, 0.5, 1, 1)]


def test_features_depend_on_the_content_of_a_box(net):
    """Two boxes over one colour are nearer to each other than to a box of stripes, without their positions."""
    shown = picture()
    boxes = [(0.02, 0.1, 0.2, 0.4), (0.22, 0.5, 0.42, 0.8), (0.6, 0.1, 0.8, 0.4)]
    rows = box_features(net, shown, boxes)
    places = slice(cell_features(net, shown, boxes).shape[1] - 8, cell_features(net, shown, boxes).shape[1])
    rows[:, places] = 0
    assert np.linalg.norm(rows[0] - rows[1]) < 0.6 * np.linalg.norm(rows[0] - rows[2])


def test_features_hold_the_position_of_a_box(net):
    even = np.full((90, 160, 3), 99, np.uint8)
    one, other = cell_features(net, even, [LEFT, RIGHT])
    assert one[-8:-4] == pytest.approx(np.array(LEFT) - 0.5)
    assert one[-4:-2] == pytest.approx(np.log([0.35, 0.8]), rel=1e-4)
    assert other[-8:-4] == pytest.approx(np.array(RIGHT) - 0.5)


def test_edges_distinguish_upright_from_level_stripes(net):
    upright = np.zeros((64, 64, 3), np.uint8)
    upright[:, ::8] = upright[:, 1::8] = 255
    one, other = (
        box_features(net, shown, [WHOLE])[0, -512:].reshape(8, 8, 8) for shown in (upright, upright.swapaxes(0, 1))
    )
    assert one.mean((0, 1)).argmax() == 0  # brightness grows across
    assert other.mean((0, 1)).argmax() == 4  # and down


@pytest.mark.parametrize("size", [(90, 160), (160, 90), (33, 47), (1, 1), (500, 7)])
def test_pictures_of_any_size_and_the_smallest_boxes_have_features(net, size):
    boxes = [WHOLE, (0.0, 0.0, 1e-4, 1e-4), (0.9999, 0.9999, 1.0, 1.0)]
    rows = box_features(net, picture(*size), boxes)
    assert rows.shape == (3, box_features(net, picture(), [WHOLE]).shape[1])
    assert np.isfinite(rows).all()


def test_a_version_names_the_weights(net):
    assert KnownBoxes(net, "abc").version != KnownBoxes(net, "abd").version
    assert CellRegions(net, "abc").version.endswith("abc")
    assert (KnownBoxes(net, "").name, CellRegions(net, "").name) == ("boxes", "cells")
