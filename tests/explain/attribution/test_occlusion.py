import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.occlusion import masked_scores, occlusion
from tests.explain.toy_captions import LinearCaption, linear_caption, network_caption

pytestmark = pytest.mark.usefixtures("one_thread")


def test_each_region_has_the_loss_of_a_word_s_score():
    caption = linear_caption([[0.5, -2.0, 0.0], [1.0, 0.0, 0.25]], numbers=[2.0, 3.0, 1.0])
    np.testing.assert_allclose(occlusion(caption).scores, [[1.0, -6, 0], [2, 0, 0.25]])


def test_masked_inputs_are_scored_in_batches():
    caption = network_caption(n_regions=4)
    kept = torch.rand(150, 4, generator=torch.Generator().manual_seed(0)) > 0.5
    wanted = caption.scores(caption.visual * kept[:, :, None]).detach()
    torch.testing.assert_close(masked_scores(caption, kept), wanted)


def test_occlusion_needs_no_gradients():
    with torch.inference_mode():
        caption = network_caption()
    assert occlusion(caption).scores.shape == (3, 4)


def test_a_caption_without_words_or_regions_is_refused():
    caption = linear_caption([[1.0]])
    with pytest.raises(ModelError, match="a caption without words cannot be explained"):
        occlusion(LinearCaption(caption.visual, (), caption.weights))
    with pytest.raises(ModelError, match="has no regions; extract regions for it, or use the cells"):
        occlusion(LinearCaption(caption.visual[:0], caption.words, caption.weights))
