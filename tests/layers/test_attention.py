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


def test_masked_attention_equals_that_of_torch(both):
    ours, theirs = both
    x, memory = torch.randn(2, 4, D), torch.randn(2, 5, D)
    mask = torch.tensor([[True] * 5, [True, False, True, False, False]])
    wanted, weights = theirs(x, memory, memory, key_padding_mask=~mask)
    memory_kv = ours.keys_values(memory)
    torch.testing.assert_close(ours(x, memory_kv, mask[:, None, None]), wanted, atol=1e-5, rtol=0)
    torch.testing.assert_close(ours.weights(x, memory_kv, mask[:, None, None]), weights, atol=1e-5, rtol=0)


def test_keys_and_values_of_self_attention_are_those_of_a_memory(both):
    ours, theirs = both
    x = torch.randn(2, 4, D)
    queries, memory_kv = ours.queries_keys_values(x)
    torch.testing.assert_close(ours.attend(queries, memory_kv), theirs(x, x, x)[0], atol=1e-5, rtol=0)
    torch.testing.assert_close(memory_kv.values, ours.keys_values(x).values, atol=1e-5, rtol=0)


def test_beams_sharing_a_memory_equal_separate_beams(both):
    ours, _ = both
    x, memory = torch.randn(6, 2, D), torch.randn(2, 5, D)
    mask = torch.rand(2, 1, 1, 5) < 0.7
    shared = ours(x, ours.keys_values(memory), mask)
    copied = ours.keys_values(memory.repeat_interleave(3, 0))
    alone = ours(x, copied, mask.repeat_interleave(3, 0))
    torch.testing.assert_close(shared, alone, atol=1e-6, rtol=0)
    weights = ours.weights(x, copied, mask.repeat_interleave(3, 0))
    torch.testing.assert_close(ours.weights(x, ours.keys_values(memory), mask), weights, atol=1e-6, rtol=0)


@pytest.mark.parametrize("n_columns", [0, 3])
def test_query_with_all_keys_masked_gets_zeros(both, n_columns):
    ours, _ = both
    nothing = torch.zeros(2, 1, 1, n_columns, dtype=torch.bool)
    memory_kv = ours.keys_values(torch.randn(2, n_columns, D))
    attended = ours(torch.randn(2, 4, D), memory_kv, nothing)
    torch.testing.assert_close(attended, ours.output.bias.expand(2, 4, D))
    assert torch.equal(ours.weights(torch.randn(2, 4, D), memory_kv, nothing), torch.zeros(2, 4, n_columns))


def test_attention_is_dropped_in_training_only():
    torch.manual_seed(0)
    ours, x = Attention(D, H, dropout=0.5), torch.randn(1, 4, D)
    memory_kv = ours.keys_values(x)
    assert not torch.equal(ours(x, memory_kv), ours(x, memory_kv))
    ours.eval()
    assert torch.equal(ours(x, memory_kv), ours(x, memory_kv))
