import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.faithfulness import even_order, faithfulness, random_order
from cinescribe.explain.attribution.gradients import integrated_gradients
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.grounding.caption_grounding import sum_over_regions
from cinescribe.features.regions.regions import cell_boxes
from tests.explain.toy_captions import LinearCaption, network_caption

pytestmark = pytest.mark.usefixtures("one_thread")


class LogShares(LinearCaption):
    """A word's probability is the share of its weights whose regions are shown."""

    def scores(self, visual):
        return super().scores(visual).clamp(min=1e-9).log()


CAPTION = LogShares(torch.ones(3, 1), ("a", "dog"), torch.tensor([[0.5, 0.2, 0.3], [0.1, 0.1, 0.8]]))


def test_curves_by_hand():
    found = faithfulness(CAPTION, occlusion(CAPTION))
    np.testing.assert_allclose(found.deletion[0], [1, 0.5, 0.2, 0], atol=1e-6)
    np.testing.assert_allclose(found.insertion[0], [0, 0.5, 0.8, 1], atol=1e-6)
    np.testing.assert_allclose(found.deletion[1], [1, 0.2, 0.1, 0], atol=1e-6)
    np.testing.assert_allclose(found.deleted, [(0.5 + 0.5 + 0.2) / 3, (0.5 + 0.2 + 0.1) / 3], atol=1e-6)
    np.testing.assert_allclose(found.inserted, [(0.5 + 0.8 + 0.5) / 3, (0.8 + 0.9 + 0.5) / 3], atol=1e-6)


def test_some_words_only():
    whole, some = (
        faithfulness(CAPTION, occlusion(CAPTION)),
        faithfulness(CAPTION, occlusion(CAPTION), words=[1]),
    )
    np.testing.assert_allclose(some.deletion, whole.deletion[1:])
    np.testing.assert_allclose(some.inserted, whole.inserted[1:])


def test_a_faithful_order_beats_chance_and_its_reverse():
    areas: dict[str, list[float]] = {"integrated": [], "random": []}
    for seed in range(6):
        caption = network_caption(seed=seed, n_regions=6)
        for name, method in (("integrated", integrated_gradients), ("random", random_order)):
            found = faithfulness(caption, method(caption))
            areas[name].append(found.inserted.mean() - found.deleted.mean())
    assert np.mean(areas["integrated"]) > np.mean(areas["random"]) + 0.005


def test_a_random_order_is_reproducible():
    np.testing.assert_array_equal(random_order(CAPTION).scores, random_order(CAPTION).scores)
    assert not np.array_equal(random_order(CAPTION).scores, random_order(CAPTION, seed=1).scores)
    other = LogShares(CAPTION.visual + 1, CAPTION.words, CAPTION.weights)
    assert not np.array_equal(random_order(CAPTION).scores, random_order(other).scores)


def test_an_even_order_gives_every_region_the_same_score():
    found = even_order(CAPTION)
    assert found.words == CAPTION.words
    assert found.method == "even order"
    np.testing.assert_array_equal(found.scores, np.ones((2, 3)))
    assert list(found.top) == [0, 0]


def test_over_cells_an_even_order_points_at_the_largest_thing():
    cells = np.array(cell_boxes(4, 4), np.float32)
    caption = LogShares(torch.ones(16, 1), ("dog",), torch.ones(1, 16))
    things = np.array([(0, 0, 0.3, 0.3), (0.1, 0.2, 0.9, 0.9), (0.5, 0, 1, 0.5)], np.float32)
    summed = sum_over_regions(even_order(caption), cells, things)
    assert list(summed.top) == [1]
    np.testing.assert_allclose(summed.scores[0], 16 * np.array([0.09, 0.56, 0.25]), rtol=1e-5)


def test_a_picture_of_one_region():
    caption = LogShares(torch.ones(1, 1), ("dog",), torch.tensor([[0.5]]))
    found = faithfulness(caption, occlusion(caption))
    np.testing.assert_allclose(found.deletion, [[0.5, 0]], atol=1e-6)


def test_a_caption_without_words_or_regions_is_refused():
    with pytest.raises(ModelError, match="a caption without words"):
        even_order(LogShares(torch.ones(1, 1), (), torch.ones(0, 1)))
    with pytest.raises(ModelError, match="has no regions"):
        faithfulness(LogShares(torch.ones(0, 1), ("dog",), torch.ones(1, 0)), occlusion(CAPTION))
