import pytest
import torch

from cinescribe.layers.cache import KeysValues

pytestmark = pytest.mark.usefixtures("one_thread")


def keys_values(n_rows, n_places, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return KeysValues(*(torch.randn(n_rows, 2, n_places, 3, generator=generator) for _ in range(2)))


def test_two_continuations_of_one_past_do_not_meet():
    past, one, other = keys_values(2, 4), keys_values(2, 1, 1), keys_values(2, 1, 2)
    before = past.keys.clone()
    first = past.joined(one)
    second = past.joined(other)
    assert torch.equal(first.keys[:, :, -1:], one.keys)
    assert torch.equal(second.values[:, :, -1:], other.values)
    assert torch.equal(first.keys[:, :, :4], before)
    assert torch.equal(past.keys, before)


@torch.no_grad()
def test_reading_on_is_joining():
    read = joined = keys_values(2, 1)
    for seed in range(1, 9):
        later = keys_values(2, 1 + seed % 3, seed)
        read, joined = read.read_on(later), joined.joined(later)
        assert torch.equal(read.keys, joined.keys)
        assert torch.equal(read.values, joined.values)


@torch.no_grad()
def test_a_past_that_is_read_on_stays_where_it_lies():
    past = keys_values(2, 4).read_on(keys_values(2, 1, 1))
    later = past.read_on(keys_values(2, 1, 2))
    assert later.keys.data_ptr() == past.keys.data_ptr()
    assert later.values.data_ptr() == past.values.data_ptr()


@torch.no_grad()
def test_two_that_read_on_from_one_past_do_not_meet():
    past = keys_values(2, 4).read_on(keys_values(2, 1, 1))
    before = past.keys.clone()
    one, other = keys_values(2, 1, 2), keys_values(2, 1, 3)
    first = past.read_on(one)
    second = past.read_on(other)
    longer = first.read_on(other)
    assert torch.equal(first.keys[:, :, -1:], one.keys)
    assert torch.equal(second.values[:, :, -1:], other.values)
    assert torch.equal(longer.keys[:, :, -2:], torch.cat([one.keys, other.keys], 2))
    assert torch.equal(past.keys, before)


def test_a_past_with_gradients_is_copied():
    past, later = keys_values(2, 4), keys_values(2, 1, 1)
    later.keys.requires_grad_()
    read = past.read_on(later)
    looked = (read.keys**2).sum()
    read.read_on(keys_values(2, 1, 2))
    looked.backward()  # which torch refuses where what was looked at has been written into since
    torch.testing.assert_close(later.keys.grad, 2 * later.keys.detach())


def test_an_empty_past_adds_nothing():
    later = keys_values(2, 3)
    assert keys_values(2, 0).joined(later) is later


def test_rows_are_dropped_and_repeated():
    kept = keys_values(3, 2).select(torch.tensor([2, 0, 2]))
    assert torch.equal(kept.keys, keys_values(3, 2).keys[[2, 0, 2]])
    assert torch.equal(kept.values, keys_values(3, 2).values[[2, 0, 2]])
    assert kept.n_rows == 3


def test_laid_out_is_the_same_in_another_order_of_store():
    given = keys_values(2, 4)
    turned = KeysValues(given.keys.transpose(1, 2).contiguous().transpose(1, 2), given.values)
    assert not turned.keys.is_contiguous()
    assert turned.laid_out().keys.is_contiguous()
    assert torch.equal(turned.laid_out().keys, given.keys)
