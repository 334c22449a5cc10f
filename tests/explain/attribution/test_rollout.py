from dataclasses import dataclass

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attention_capture import AttentionSeen
from cinescribe.explain.attribution.rollout import Looks, rollout
from tests.explain.targets.test_region_target import captions, made

pytestmark = pytest.mark.usefixtures("one_thread")


@dataclass(frozen=True)
class Looked:
    visual: Tensor
    words: tuple[str, ...]
    seen: Looks

    def looks(self):
        return self.seen


def test_by_hand():
    """One layer on either side: word 1 looks at region 2, which has looked at region 1."""
    encoder = torch.tensor([[1.0, 0.0], [1.0, 0.0]])
    looking = torch.tensor([[[0.0, 1.0], [1.0, 0.0]]])
    seen = Looks((encoder,), (torch.eye(2),), (looking,))
    found = rollout(Looked(torch.zeros(2, 1), ("a", "b"), seen)).scores
    np.testing.assert_allclose(found, [[0.25, 0.25], [0.5, 0]])


def test_words_hand_on_what_they_hold_and_levels_count_alike():
    first, second = torch.eye(2), torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    looking = torch.tensor([[[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]]])
    blind = torch.zeros_like(looking)
    back = torch.tensor([[1.0, 0.0], [1.0, 0.0]])
    seen = Looks((first, second), (torch.eye(2), back), (looking, blind))
    found = rollout(Looked(torch.zeros(2, 1), ("a", "b"), seen)).scores
    # After the encoder's layers region 1 holds (1, 0) and (.5, .5) of the two; a word takes half of the mean.
    np.testing.assert_allclose(found, [[0.1875, 0.0625]] * 2)


def test_one_level_is_the_encoders_last():
    first, second = torch.eye(2), torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    seen = Looks((first, second), (torch.eye(1),), (torch.tensor([[[1.0, 0.0]]]),))
    found = rollout(Looked(torch.zeros(2, 1), ("a",), seen)).scores
    np.testing.assert_allclose(found, [[0.25, 0.25]])


def test_attention_is_told_as_it_happens():
    generator = torch.Generator().manual_seed(0)
    queries, keys = torch.randn(2, 3, 4, 5, generator=generator), torch.randn(2, 3, 6, 5, generator=generator)
    mask = torch.rand(2, 1, 4, 6, generator=generator) > 0.3
    values = torch.eye(6).expand(2, 3, -1, -1)  # what is found is the attention itself
    plain = F.scaled_dot_product_attention(queries, keys, values, mask)
    with AttentionSeen() as seen:
        found = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
    assert found.equal(plain)
    torch.testing.assert_close(seen.weights[0], plain.mean(1))
    F.scaled_dot_product_attention(queries, keys, values)
    assert len(seen.weights) == 1


def test_a_captioners_rows_add_up_to_what_its_slots_leave():
    for layer in captions(made())[0].looks().encoder:
        torch.testing.assert_close(layer.sum(1), torch.ones(4))
    from_regions = captions(made())[0].looks().looking
    assert [tuple(layer.shape) for layer in from_regions] == [(1, 3, 4)] * 3


def test_nothing_seen():
    with pytest.raises(ModelError, match="came with a picture without regions"):
        rollout(Looked(torch.zeros(0, 1), ("a",), Looks((), (), ())))
