import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.faithfulness import even_order, faithfulness, random_order
from cinescribe.explain.attribution.gradients import integrated_gradients
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.grounding.caption_grounding import on_regions
from cinescribe.features.regions.regions import cell_boxes
from tests.explain.seen_words import Weighed, layered

pytestmark = pytest.mark.usefixtures("one_thread")


class LogShares(Weighed):
    """A word's probability is the share of its weights whose regions are seen."""

    def scores(self, visual):
        return super().scores(visual).clamp(min=1e-9).log()


EXPLAINED = LogShares(torch.ones(3, 1), ("a", "dog"), torch.tensor([[0.5, 0.2, 0.3], [0.1, 0.1, 0.8]]))


def test_curves_by_hand():
    found = faithfulness(EXPLAINED, occlusion(EXPLAINED))
    np.testing.assert_allclose(found.deletion[0], [1, 0.5, 0.2, 0], atol=1e-6)
    np.testing.assert_allclose(found.insertion[0], [0, 0.5, 0.8, 1], atol=1e-6)
    np.testing.assert_allclose(found.deletion[1], [1, 0.2, 0.1, 0], atol=1e-6)
    np.testing.assert_allclose(found.deleted, [(0.5 + 0.5 + 0.2) / 3, (0.5 + 0.2 + 0.1) / 3], atol=1e-6)
    np.testing.assert_allclose(found.inserted, [(0.5 + 0.8 + 0.5) / 3, (0.8 + 0.9 + 0.5) / 3], atol=1e-6)


def test_some_words_only():
    whole, some = (
        faithfulness(EXPLAINED, occlusion(EXPLAINED)),
        faithfulness(EXPLAINED, occlusion(EXPLAINED), words=[1]),
    )
    np.testing.assert_allclose(some.deletion, whole.deletion[1:])
    np.testing.assert_allclose(some.inserted, whole.inserted[1:])


def test_a_faithful_order_beats_chance_and_its_reverse():
    areas = {"integrated": [], "random": []}
    for seed in range(6):
        explained = layered(seed=seed, n_regions=6)
        for name, method in (("integrated", integrated_gradients), ("random", random_order)):
            found = faithfulness(explained, method(explained))
            areas[name].append(found.inserted.mean() - found.deleted.mean())
    assert np.mean(areas["integrated"]) > np.mean(areas["random"]) + 0.005


def test_a_random_order_is_the_same_again():
    np.testing.assert_array_equal(random_order(EXPLAINED).scores, random_order(EXPLAINED).scores)
    assert not np.array_equal(random_order(EXPLAINED).scores, random_order(EXPLAINED, seed=1).scores)
    other = LogShares(EXPLAINED.visual + 1, EXPLAINED.words, EXPLAINED.weights)
    assert not np.array_equal(random_order(EXPLAINED).scores, random_order(other).scores)


def test_by_an_even_order_every_region_counts_the_same():
    found = even_order(EXPLAINED)
    assert found.words == EXPLAINED.words
    assert found.method == "even order"
    np.testing.assert_array_equal(found.scores, np.ones((2, 3)))
    assert list(found.top) == [0, 0]


def test_over_cells_an_even_order_points_at_the_largest_thing():
    cells = np.array(cell_boxes(4, 4), np.float32)
    explained = LogShares(torch.ones(16, 1), ("dog",), torch.ones(1, 16))
    things = np.array([(0, 0, 0.3, 0.3), (0.1, 0.2, 0.9, 0.9), (0.5, 0, 1, 0.5)], np.float32)
    carried = on_regions(even_order(explained), cells, things)
    assert list(carried.top) == [1]
    np.testing.assert_allclose(carried.scores[0], 16 * np.array([0.09, 0.56, 0.25]), rtol=1e-5)


def test_a_picture_of_one_region():
    explained = LogShares(torch.ones(1, 1), ("dog",), torch.tensor([[0.5]]))
    found = faithfulness(explained, occlusion(explained))
    np.testing.assert_allclose(found.deletion, [[0.5, 0]], atol=1e-6)


def test_nothing_to_explain():
    with pytest.raises(ModelError, match="a caption without words"):
        even_order(LogShares(torch.ones(1, 1), (), torch.ones(0, 1)))
    with pytest.raises(ModelError, match="a picture without regions"):
        faithfulness(LogShares(torch.ones(0, 1), ("dog",), torch.ones(1, 0)), occlusion(EXPLAINED))
