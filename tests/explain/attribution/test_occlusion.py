import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.occlusion import kept_scores, occlusion
from tests.explain.seen_words import Weighed, layered, weighed

pytestmark = pytest.mark.usefixtures("one_thread")


def test_what_a_word_loses_with_each_region():
    explained = weighed([[0.5, -2.0, 0.0], [1.0, 0.0, 0.25]], numbers=[2.0, 3.0, 1.0])
    np.testing.assert_allclose(occlusion(explained).scores, [[1, -6, 0], [2, 0, 0.25]])


def test_many_versions_are_scored_a_few_at_a_time():
    explained = layered(n_regions=4)
    keeping = torch.rand(150, 4, generator=torch.Generator().manual_seed(0)) > 0.5
    wanted = explained.scores(explained.visual * keeping[:, :, None]).detach()
    torch.testing.assert_close(kept_scores(explained, keeping), wanted)


def test_it_needs_no_gradients():
    with torch.inference_mode():
        explained = layered()
    assert occlusion(explained).scores.shape == (3, 4)


def test_nothing_to_explain():
    made = weighed([[1.0]])
    with pytest.raises(ModelError, match="a caption without words came to be explained"):
        occlusion(Weighed(made.visual, (), made.weights))
    with pytest.raises(ModelError, match="a picture without regions; extract regions for it, or take the cells"):
        occlusion(Weighed(made.visual[:0], made.words, made.weights))
