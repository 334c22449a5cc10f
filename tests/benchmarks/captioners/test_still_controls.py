"""What a captioner of stills reads in place of its picture."""

import numpy as np
import pytest

from benchmarks.captioners.still_controls import OWN, picture_controls
from cinescribe.features.regions.picture_regions import PictureRegions

IDS = ["a", "b", "c"]
SIZES = {"a": 1, "b": 2, "c": 3, "x": 2}


def regions(still):
    n = SIZES[still]
    rows = np.full((n, 4), ord(still), np.float32)
    return PictureRegions(rows, np.full((n, 4), n / 10, np.float32), ("thing",) * n)


@pytest.fixture
def controls():
    return picture_controls(regions, IDS, others=["x", "a"])


def test_its_own_picture_is_the_first(controls):
    assert next(iter(controls)) == OWN
    assert np.array_equal(controls[OWN]("b").rows, regions("b").rows)


def test_every_still_reads_another_one(controls):
    source = controls["another's picture"]
    assert [source(still).rows[0, 0] for still in IDS] == [ord("b"), ord("c"), ord("a")]


def test_the_mean_is_of_all_regions_of_other_stills(controls):
    found = controls["the mean region everywhere"]("c")
    assert np.allclose(found.rows, (2 * ord("x") + ord("a")) / 3)
    assert np.array_equal(found.boxes, regions("c").boxes)


def test_no_picture_has_the_boxes_and_nothing_in_them(controls):
    found = controls["no picture (zeros)"]("c")
    assert found.rows.shape == (3, 4)
    assert not found.rows.any()
    assert np.array_equal(found.boxes, regions("c").boxes)
