import pytest
import torch
from torch import nn

from cinescribe.layers.attention import Attention
from tests.layers.peers import copy_attention, shaken

pytestmark = pytest.mark.usefixtures("one_thread")
D, H = 12, 3


@pytest.fixture
def both():
    torch.manual_seed(0)
    theirs = shaken(nn.MultiheadAttention(D, H, batch_first=True))
    ours = Attention(D, H).eval()
    copy_attention(ours, theirs)
    return ours, theirs


def test_finds_what_torch_finds_where_some_is_hidden(both):
    ours, theirs = both
    x, memory = torch.randn(2, 4, D), torch.randn(2, 5, D)
    mask = torch.tensor([[True] * 5, [True, False, True, False, False]])
    wanted, weights = theirs(x, memory, memory, key_padding_mask=~mask)
    seen = ours.keys_values(memory)
    torch.testing.assert_close(ours(x, seen, mask[:, None, None]), wanted, atol=1e-5, rtol=0)
    torch.testing.assert_close(ours.weights(x, seen, mask[:, None, None]), weights, atol=1e-5, rtol=0)


def test_keys_of_ones_own_tokens_are_those_of_a_memory(both):
    ours, theirs = both
    x = torch.randn(2, 4, D)
    queries, seen = ours.queries_keys_values(x)
    torch.testing.assert_close(ours.look(queries, seen), theirs(x, x, x)[0], atol=1e-5, rtol=0)
    torch.testing.assert_close(seen.values, ours.keys_values(x).values, atol=1e-5, rtol=0)


def test_beams_that_share_a_memory_find_what_they_find_alone(both):
    ours, _ = both
    x, memory = torch.randn(6, 2, D), torch.randn(2, 5, D)
    mask = torch.rand(2, 1, 1, 5) < 0.7
    shared = ours(x, ours.keys_values(memory), mask)
    copied = ours.keys_values(memory.repeat_interleave(3, 0))
    alone = ours(x, copied, mask.repeat_interleave(3, 0))
    torch.testing.assert_close(shared, alone, atol=1e-6, rtol=0)
    weights = ours.weights(x, copied, mask.repeat_interleave(3, 0))
    torch.testing.assert_close(ours.weights(x, ours.keys_values(memory), mask), weights, atol=1e-6, rtol=0)


@pytest.mark.parametrize("n_places", [0, 3])
def test_who_sees_nothing_finds_zeros(both, n_places):
    ours, _ = both
    nothing = torch.zeros(2, 1, 1, n_places, dtype=torch.bool)
    seen = ours.keys_values(torch.randn(2, n_places, D))
    found = ours(torch.randn(2, 4, D), seen, nothing)
    torch.testing.assert_close(found, ours.output.bias.expand(2, 4, D))
    assert torch.equal(ours.weights(torch.randn(2, 4, D), seen, nothing), torch.zeros(2, 4, n_places))


def test_attention_is_left_out_in_training_alone():
    torch.manual_seed(0)
    ours, x = Attention(D, H, dropout=0.5), torch.randn(1, 4, D)
    seen = ours.keys_values(x)
    assert not torch.equal(ours(x, seen), ours(x, seen))
    ours.eval()
    assert torch.equal(ours(x, seen), ours(x, seen))
