import pytest
import torch

from cinescribe.layers.cache import KeysValues

pytestmark = pytest.mark.usefixtures("one_thread")


def keys_values(n_rows, n_columns, seed=0):
    generator = torch.Generator().manual_seed(seed)
    keys, values = (torch.randn(n_rows, 2, n_columns, 3, generator=generator) for _ in range(2))
    return KeysValues(keys, values)


def test_two_joined_continuations_of_one_past_are_independent():
    past, one, other = keys_values(2, 4), keys_values(2, 1, 1), keys_values(2, 1, 2)
    before = past.keys.clone()
    first = past.joined(one)
    second = past.joined(other)
    assert torch.equal(first.keys[:, :, -1:], one.keys)
    assert torch.equal(second.values[:, :, -1:], other.values)
    assert torch.equal(first.keys[:, :, :4], before)
    assert torch.equal(past.keys, before)


@torch.no_grad()
def test_extending_equals_joining():
    extended = joined = keys_values(2, 1)
    for seed in range(1, 9):
        later = keys_values(2, 1 + seed % 3, seed)
        extended, joined = extended.extended(later), joined.joined(later)
        assert torch.equal(extended.keys, joined.keys)
        assert torch.equal(extended.values, joined.values)


@torch.no_grad()
def test_an_extended_past_stays_in_its_buffer():
    past = keys_values(2, 4).extended(keys_values(2, 1, 1))
    later = past.extended(keys_values(2, 1, 2))
    assert later.keys.data_ptr() == past.keys.data_ptr()
    assert later.values.data_ptr() == past.values.data_ptr()


@torch.no_grad()
def test_two_extensions_of_one_past_are_independent():
    past = keys_values(2, 4).extended(keys_values(2, 1, 1))
    before = past.keys.clone()
    one, other = keys_values(2, 1, 2), keys_values(2, 1, 3)
    first = past.extended(one)
    second = past.extended(other)
    longer = first.extended(other)
    assert torch.equal(first.keys[:, :, -1:], one.keys)
    assert torch.equal(second.values[:, :, -1:], other.values)
    assert torch.equal(longer.keys[:, :, -2:], torch.cat([one.keys, other.keys], 2))
    assert torch.equal(past.keys, before)


def test_a_past_with_gradients_is_copied():
    past, later = keys_values(2, 4), keys_values(2, 1, 1)
    later.keys.requires_grad_()
    extended = past.extended(later)
    loss = (extended.keys**2).sum()
    extended.extended(keys_values(2, 1, 2))
    loss.backward()  # torch refuses this if the keys have been written into since
    torch.testing.assert_close(later.keys.grad, 2 * later.keys.detach())


def test_joining_to_an_empty_past_does_not_copy():
    later = keys_values(2, 3)
    assert keys_values(2, 0).joined(later) is later


def test_rows_are_dropped_and_repeated():
    kept = keys_values(3, 2).select(torch.tensor([2, 0, 2]))
    assert torch.equal(kept.keys, keys_values(3, 2).keys[[2, 0, 2]])
    assert torch.equal(kept.values, keys_values(3, 2).values[[2, 0, 2]])
    assert kept.n_rows == 3


def test_contiguous_has_the_same_content():
    given = keys_values(2, 4)
    turned = KeysValues(given.keys.transpose(1, 2).contiguous().transpose(1, 2), given.values)
    assert not turned.keys.is_contiguous()
    assert turned.contiguous().keys.is_contiguous()
    assert torch.equal(turned.contiguous().keys, given.keys)
