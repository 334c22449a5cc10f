from dataclasses import dataclass

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attention_capture import AttentionRecorder
from cinescribe.explain.attribution.rollout import AttentionWeights, rollout
from tests.explain.targets.test_region_target import captions, made

pytestmark = pytest.mark.usefixtures("one_thread")


@dataclass(frozen=True)
class ToyCaption:
    visual: Tensor
    words: tuple[str, ...]
    weights: AttentionWeights

    def scores(self, visual):
        raise AssertionError("rollout reads only attention")

    def attention_weights(self):
        return self.weights


def test_rollout_of_one_layer_by_hand():
    """One layer each in encoder and decoder: word 1 attends to region 2, which attends to region 1."""
    encoder = torch.tensor([[1.0, 0.0], [1.0, 0.0]])
    cross = torch.tensor([[[0.0, 1.0], [1.0, 0.0]]])
    weights = AttentionWeights((encoder,), (torch.eye(2),), (cross,))
    found = rollout(ToyCaption(torch.zeros(2, 1), ("a", "b"), weights)).scores
    np.testing.assert_allclose(found, [[0.25, 0.25], [0.5, 0]])


def test_words_pass_on_their_mixture_and_levels_have_equal_weight():
    first, second = torch.eye(2), torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    cross = torch.tensor([[[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]]])
    blind = torch.zeros_like(cross)
    back = torch.tensor([[1.0, 0.0], [1.0, 0.0]])
    weights = AttentionWeights((first, second), (torch.eye(2), back), (cross, blind))
    found = rollout(ToyCaption(torch.zeros(2, 1), ("a", "b"), weights)).scores
    # After the encoder's layers region 1 has the shares (1, 0) and (.5, .5) of the two; a word takes half of the mean.
    np.testing.assert_allclose(found, [[0.1875, 0.0625]] * 2)


def test_rollout_of_one_level_uses_the_last_encoder_output():
    first, second = torch.eye(2), torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    weights = AttentionWeights((first, second), (torch.eye(1),), (torch.tensor([[[1.0, 0.0]]]),))
    found = rollout(ToyCaption(torch.zeros(2, 1), ("a",), weights)).scores
    np.testing.assert_allclose(found, [[0.25, 0.25]])


def test_attention_is_recorded_without_changing_it():
    generator = torch.Generator().manual_seed(0)
    queries, keys = torch.randn(2, 3, 4, 5, generator=generator), torch.randn(2, 3, 6, 5, generator=generator)
    mask = torch.rand(2, 1, 4, 6, generator=generator) > 0.3
    values = torch.eye(6).expand(2, 3, -1, -1)  # the output is the attention itself
    plain = F.scaled_dot_product_attention(queries, keys, values, mask)
    with AttentionRecorder() as recorder:
        found = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
    assert found.equal(plain)
    torch.testing.assert_close(recorder.weights[0], plain.mean(1))
    F.scaled_dot_product_attention(queries, keys, values)
    assert len(recorder.weights) == 1


def test_the_weights_of_a_captioner_have_one_row_per_query():
    for layer in captions(made())[0].attention_weights().encoder:
        torch.testing.assert_close(layer.sum(1), torch.ones(4))
    cross = captions(made())[0].attention_weights().decoder_cross
    assert [tuple(layer.shape) for layer in cross] == [(1, 3, 4)] * 3


def test_a_picture_without_regions_is_refused():
    with pytest.raises(ModelError, match="has no regions; extract"):
        rollout(ToyCaption(torch.zeros(0, 1), ("a",), AttentionWeights((), (), ())))
