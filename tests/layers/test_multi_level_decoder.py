import pytest
import torch
from torch import nn

from cinescribe.layers.blocks import BlockSizes
from cinescribe.layers.multi_level_decoder import MultiLevelDecoder
from tests.layers.peers import copy_block, shaken

pytestmark = pytest.mark.usefixtures("one_thread")
SIZES = BlockSizes(width=8, n_heads=2, ff_width=12)


def decoder(n_levels=3):
    torch.manual_seed(1)
    return shaken(MultiLevelDecoder(SIZES, n_layers=2, n_levels=n_levels))


def levels(n_levels, n_items=3):
    torch.manual_seed(2)
    mask = torch.tensor([[True, True, True, False], [True, True, True, True], [True, False, False, False]])
    return torch.randn(n_levels, n_items, 4, 8), mask[:n_items]


def test_with_one_level_it_is_the_decoder_of_torch():
    theirs = shaken(nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 12, batch_first=True), 2))
    ours = decoder(1)
    for block, layer in zip(ours.blocks, theirs.layers, strict=True):
        copy_block(block, layer)
    memory, mask = levels(1)
    x = torch.randn(3, 5, 8)
    wanted = theirs(
        x, memory[0], tgt_mask=nn.Transformer.generate_square_subsequent_mask(5), memory_key_padding_mask=~mask
    )
    out, _ = ours(x, ours.start(memory, mask))
    torch.testing.assert_close(out, wanted, atol=1e-5, rtol=0)


def test_each_level_is_added_normalised_and_gated():
    ours, (memory, mask) = decoder(3), levels(3)
    block, x = ours.blocks[0], torch.randn(3, 5, 8)
    found = []
    for level in memory:
        level_kv = block.looking.keys_values(level)
        found.append(block.norms[1](x + block.looking(x, level_kv, mask[:, None, None])))
    y = block.mesh(x, torch.stack(found))
    wanted = block.norms[2](y + block.feed_forward(y))
    start = ours.start(memory, mask)
    torch.testing.assert_close(block.cross_attended(x, start.memories[0], start.memory_mask), wanted, atol=1e-5, rtol=0)


def one_by_one(ours, x, state):
    out = []
    for column in range(x.shape[1]):
        one, state = ours(x[:, column : column + 1], state)
        out.append(one)
    return torch.cat(out, 1), state


@pytest.mark.parametrize("n_levels", [1, 3])
def test_decoding_in_runs_is_decoding_at_once(n_levels):
    ours = decoder(n_levels)
    start, x = ours.start(*levels(n_levels)), torch.randn(3, 6, 8)
    wanted, whole = ours(x, start)
    stepped, state = one_by_one(ours, x, start)
    torch.testing.assert_close(stepped, wanted, atol=1e-5, rtol=0)
    assert state.n_read == whole.n_read == 6
    first, state = ours(x[:, :2], start)
    last, _ = ours(x[:, 2:], state)
    torch.testing.assert_close(torch.cat([first, last], 1), wanted, atol=1e-5, rtol=0)


@pytest.mark.parametrize("n_later", [1, 3])
@pytest.mark.parametrize("rows", [[4, 0, 0, 2, 2, 3, 5, 4, 4], [1, 1, 5, 4], [2, 0, 1, 1, 5], [5], [0, 2, 1]])
def test_reordered_rows_continue_independently(rows, n_later):
    ours, (memory, mask) = decoder(), levels(3)
    x, rows = torch.randn(6, 4, 8), torch.tensor(rows)
    doubled = ours.start(memory, mask).select(torch.tensor([0, 0, 1, 1, 2, 2]))
    _, state = ours(x[:, :2], doubled)
    later = torch.randn(len(rows), n_later, 8)
    out, _ = ours(later, state.select(rows))
    for number, row in enumerate(rows.tolist()):
        own = slice(row // 2, row // 2 + 1)
        whole = torch.cat([x[row : row + 1, :2], later[number : number + 1]], 1)
        wanted, _ = ours(whole, ours.start(memory[:, own], mask[own]))
        torch.testing.assert_close(out[number], wanted[0, 2:], atol=1e-5, rtol=0)


def addresses(state):
    stored = (*state.memories, *state.pasts)
    return [values.data_ptr() for some in stored for values in (some.keys, some.values)]


def test_reordering_beams_of_an_item_does_not_copy():
    ours, (memory, mask) = decoder(), levels(3)
    start = ours.start(memory, mask).select(torch.tensor([0, 0, 1, 1, 2, 2]))
    _, state = ours(torch.randn(6, 1, 8), start)
    swapped = state.select(torch.tensor([1, 1, 2, 3, 5, 4]))
    assert addresses(swapped) == addresses(state)
    assert [some.n_rows for some in swapped.memories] == [9, 9]
    assert [some.keys.shape for some in swapped.pasts] == [(3, 2, 2, 4)] * 2
    left = swapped.select(torch.tensor([0, 1, 4, 5]))
    assert [some.n_rows for some in left.memories] == [6, 6]


@torch.no_grad()
def test_decoding_leaves_a_state_unchanged():
    ours, (memory, mask) = decoder(), levels(3)
    _, state = ours(torch.randn(3, 2, 8), ours.start(memory, mask))
    x = torch.randn(3, 1, 8)
    first, _ = ours(x, state)
    ours(torch.randn(3, 1, 8), state)
    again, _ = ours(x, state)
    assert first.equal(again)
