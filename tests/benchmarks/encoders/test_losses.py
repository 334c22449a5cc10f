import numpy as np
import pytest
import torch

from benchmarks.encoders.losses import action_loss, focal_loss, frame_loss, heat_maps
from benchmarks.encoders.pictures import ActionTruth, FrameTruth
from cinescribe.features.encoders.backlot_actions import ActionPrediction
from cinescribe.features.encoders.backlot_frames import FramePrediction

pytestmark = pytest.mark.usefixtures("one_thread")


def test_a_heat_map_has_a_gaussian_at_each_point_and_keeps_the_maximum():
    maps = heat_maps([np.array([[0, 0.5, 0.5], [1, 0.0, 1.2]], np.float32), np.zeros((0, 3), np.float32)], (2, 4, 6))
    assert maps.shape == (2, 2, 4, 6)
    assert not maps[1].any()
    assert maps[0, 0].argmax().item() == 2 * 6 + 3
    assert maps[0, 0].max() == 1
    assert maps[0, 1].argmax().item() == 3 * 6  # beyond the edge: at the edge
    assert 0.4 < maps[0, 0, 2, 4] < 0.5  # exp(-1 / (2 * .8²))
    twice = heat_maps([np.array([[0, 0.1, 0.1], [0, 0.3, 0.1]], np.float32)], (1, 4, 6))
    assert twice.max() == 1
    assert (twice == 1).sum() == 2


def test_the_focal_loss_is_small_only_for_the_right_map():
    wanted = heat_maps([np.array([[0, 0.5, 0.5]], np.float32)], (1, 4, 6))
    right, wrong = (wanted > 0.8) * 16.0 - 8, (wanted < 0.1) * 16.0 - 8
    assert focal_loss(right, wanted) < 0.01
    assert focal_loss(wrong, wanted) > 5
    blank = torch.zeros(1, 1, 4, 6)
    assert focal_loss(blank, blank).item() == pytest.approx(
        24 * 0.25 * np.log(2), rel=1e-4
    )  # no middle: 24 cells' miss


def test_mirrored_windows_are_compared_with_mirrored_truth():
    unknown = np.full(3, np.nan, np.float32)
    where = np.array([0.2, 0.5, 0.9], np.float32)
    truth = ActionTruth(np.zeros(3, np.int64), np.zeros(3, np.float32), unknown, where)

    def loss(place, flips):
        said = ActionPrediction(torch.zeros(3, 2), torch.zeros(3, 24), torch.zeros(3), torch.zeros(3), place)
        return action_loss(said, truth, np.arange(3), flips=np.full(3, flips)).item()

    seen = torch.from_numpy(where)
    assert loss(1 - seen, True) == pytest.approx(loss(seen, False), abs=1e-5)
    assert loss(seen + 0.3, False) > loss(seen, False) + 0.1


def test_mirrored_pictures_are_compared_with_mirrored_points():
    points = [np.array([[2, 0.1, 0.4]], np.float32)]
    none, no = np.zeros(1, np.int64), np.zeros(1, np.float32)
    truth = FrameTruth(place=none, night=no, scale=none, members=none, strangers=no, points=points)

    def loss(x, flip):
        maps = heat_maps([np.array([[2, x, 0.4]], np.float32)], (18, 4, 6)) * 16 - 8
        said = FramePrediction(
            torch.zeros(1, 2),
            torch.zeros(1, 10),
            torch.zeros(1),
            torch.zeros(1, 3),
            torch.zeros(1, 5),
            torch.zeros(1),
            maps,
        )
        return frame_loss(said, truth, np.zeros(1, np.int64), flips=np.array([flip])).item()

    assert loss(0.1, False) == pytest.approx(loss(0.9, True), abs=1e-4)
    assert loss(0.9, False) > loss(0.1, False) + 1
