import dataclasses

import numpy as np
import pytest
import torch

from cinescribe.errors import FeatureError
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_batch import RegionBatch
from tests.features.pictures import regions

pytestmark = pytest.mark.usefixtures("one_thread")


def batch() -> RegionBatch:
    return RegionBatch(torch.rand(3, 4, 5), torch.rand(3, 4) > 0.3, torch.rand(3, 4, 4), torch.arange(6).view(3, 2))


@pytest.mark.parametrize(
    ("rows", "boxes", "labels"), [((2, 5), (3, 4), 2), ((2, 5), (2, 4), 1), ((3, 5), (2, 4), 2), ((2,), (2, 4), 2)]
)
def test_regions_need_a_vector_a_box_and_a_label_each(rows, boxes, labels):
    with pytest.raises(FeatureError, match=r"boxes have feature vectors of shape .*expected one of each per region"):
        PictureRegions(np.zeros(rows, np.float32), np.zeros(boxes, np.float32), ("cup",) * labels)


def test_regions_are_counted():
    assert len(regions(4)) == 4
    assert len(regions(0)) == 0


def test_pictures_are_selected_by_index_and_may_repeat():
    whole = batch()
    some = whole.select(torch.tensor([2, 0, 2]))
    assert len(some) == 3
    for name in ("regions", "mask", "boxes", "words"):
        assert torch.equal(getattr(some, name), getattr(whole, name)[[2, 0, 2]])


def test_regions_are_replaced_in_a_copy():
    whole = batch()
    before = whole.regions.clone()
    other = dataclasses.replace(whole, regions=torch.zeros_like(whole.regions))
    assert not other.regions.any()
    assert torch.equal(whole.regions, before)
    assert other.words is whole.words


def test_a_batch_moves_to_a_device():
    moved = batch().to("meta")
    assert {value.device.type for value in (moved.regions, moved.mask, moved.boxes, moved.words)} == {"meta"}
