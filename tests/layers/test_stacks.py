"""Encoders and decoders are those of torch, and decoding in steps is decoding at once."""

import dataclasses

import pytest
import torch
from torch import nn

from cinescribe.layers.blocks import BlockSizes
from cinescribe.layers.stacks import Decoder, Encoder
from tests.layers.peers import copy_block, shaken

pytestmark = pytest.mark.usefixtures("one_thread")
D, H, FF = 12, 3, 20
B, L, M = 3, 6, 5
MASK = torch.tensor([[True] * M, [True, False, True, True, False], [False, False, False, False, True]])


def sizes(pre_norm):
    return BlockSizes(D, H, FF, dropout=0.1, pre_norm=pre_norm)


def torch_stack(stack, block, *, pre_norm):
    layer = block(D, H, FF, norm_first=pre_norm, batch_first=True)
    extra = {"enable_nested_tensor": False} if stack is nn.TransformerEncoder else {}
    return shaken(stack(layer, 2, norm=nn.LayerNorm(D) if pre_norm else None, **extra))


def copied(ours, theirs):
    for block, layer in zip(ours.blocks, theirs.layers, strict=True):
        copy_block(block, layer)
    if theirs.norm is not None:
        ours.norm.load_state_dict(theirs.norm.state_dict())
    return ours.eval()


@pytest.fixture(params=[False, True], ids=["post-norm", "pre-norm"])
def decoders(request):
    torch.manual_seed(0)
    theirs = torch_stack(nn.TransformerDecoder, nn.TransformerDecoderLayer, pre_norm=request.param)
    return copied(Decoder(sizes(request.param), n_layers=2), theirs), theirs


@pytest.fixture
def decoder(decoders):
    return decoders[0]


@pytest.fixture
def words():
    return torch.randn(B, L, D, generator=torch.Generator().manual_seed(1))


@pytest.fixture
def memory():
    return torch.randn(B, M, D, generator=torch.Generator().manual_seed(2))


@pytest.mark.parametrize("mask", [MASK, torch.ones_like(MASK)], ids=["padded", "whole"])
@pytest.mark.parametrize("pre_norm", [False, True])
def test_the_encoder_is_that_of_torch(pre_norm, mask, memory):
    torch.manual_seed(0)
    theirs = torch_stack(nn.TransformerEncoder, nn.TransformerEncoderLayer, pre_norm=pre_norm)
    ours = copied(Encoder(sizes(pre_norm), n_layers=2), theirs)
    wanted = theirs(memory, src_key_padding_mask=~mask)
    torch.testing.assert_close(ours(memory, mask)[mask], wanted[mask], atol=1e-5, rtol=0)


def test_encoder_without_blocks_is_the_identity(memory):
    assert torch.equal(Encoder(sizes(True), n_layers=0)(memory, MASK), memory)


@pytest.mark.parametrize("mask", [MASK, torch.ones_like(MASK)], ids=["padded", "whole"])
def test_the_decoder_is_that_of_torch(decoders, words, memory, mask):
    ours, theirs = decoders
    causal = nn.Transformer.generate_square_subsequent_mask(L)
    wanted = theirs(words, memory, tgt_mask=causal, memory_key_padding_mask=~mask, tgt_is_causal=True)
    torch.testing.assert_close(ours(words, ours.start(memory, mask))[0], wanted, atol=1e-5, rtol=0)


def test_attention_weights_are_those_of_torch(decoders, words, memory):
    ours, theirs = decoders
    queries = []
    last = theirs.layers[-1].multihead_attn
    last.register_forward_pre_hook(lambda _, inputs: queries.append(inputs[0]))
    theirs(words, memory, tgt_mask=nn.Transformer.generate_square_subsequent_mask(L), memory_key_padding_mask=~MASK)
    wanted = last(queries[0], memory, memory, key_padding_mask=~MASK)[1]
    torch.testing.assert_close(ours.attention_weights(words, ours.start(memory, MASK)), wanted, atol=1e-5, rtol=0)


def test_word_by_word_is_all_at_once(decoder, words, memory):
    whole, _ = decoder(words, decoder.start(memory, MASK))
    state = decoder.start(memory, MASK)
    for n in range(L):
        hidden, state = decoder(words[:, n : n + 1], state)
        torch.testing.assert_close(hidden[:, 0], whole[:, n], atol=1e-5, rtol=0)
    assert state.n_read.tolist() == [L] * B


def test_runs_of_unequal_length_are_all_at_once(decoder, words, memory):
    whole, _ = decoder(words, decoder.start(memory, MASK))
    state = decoder.start(memory, MASK)
    done = torch.zeros(B, dtype=torch.long)
    for counts in ([2, 0, 3], [1, 3, 0], [3, 3, 3]):
        n_words = torch.tensor(counts)
        columns = (done[:, None] + torch.arange(3)).clamp(max=L - 1)
        run = words.take_along_dim(columns[..., None], 1)
        kept = torch.arange(3) < n_words[:, None]
        hidden, state = decoder(torch.where(kept[..., None], run, 9.0), state, n_words)
        torch.testing.assert_close(hidden[kept], whole.take_along_dim(columns[..., None], 1)[kept], atol=1e-5, rtol=0)
        done += n_words
    assert state.n_read.tolist() == done.tolist() == [6, 6, 6]


ROWS = {
    "dropped": [0, 2],
    "turned": [2, 1, 0],
    "beams": [0, 0, 1, 1, 2, 2],
    "uneven": [0, 0, 0, 2],
    "again": [1, 0, 1],
    "none": [],
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS.keys())
def test_selected_rows_continue_independently(decoder, words, memory, rows):
    _, state = decoder(words[:, :3], decoder.start(memory, MASK))
    later = torch.randn(len(rows), 2, D)
    hidden, _ = decoder(later, state.select(torch.tensor(rows, dtype=torch.long)))
    for n, row in enumerate(rows):
        text = torch.cat([words[row : row + 1, :3], later[n : n + 1]], 1)
        alone, _ = decoder(text, decoder.start(memory[row : row + 1], MASK[row : row + 1]))
        torch.testing.assert_close(hidden[n], alone[0, 3:], atol=1e-5, rtol=0)


def test_beams_that_change_places_share_one_memory(decoder, words, memory):
    _, state = decoder(words[:, :3], decoder.start(memory, MASK))
    beams = state.select(torch.arange(B).repeat_interleave(2))
    swapped = beams.select(torch.tensor([1, 1, 3, 2, 4, 4]))
    assert swapped.memories[0].keys is state.memories[0].keys
    assert swapped.select(torch.tensor([2, 3])).memories[0].n_rows == 1


def test_decoding_leaves_a_state_unchanged(decoder, words, memory):
    _, state = decoder(words[:, :2], decoder.start(memory, MASK))
    before = [past.keys.clone() for past in state.pasts]
    one, _ = decoder(words[:, 2:], state)
    decoder(words[:, :4] * 2, state.select(torch.tensor([0, 1, 2])))
    again, _ = decoder(words[:, 2:], state)
    assert torch.equal(one, again)
    assert all(torch.equal(past.keys, keys) for past, keys in zip(state.pasts, before, strict=True))
    assert state.word_mask.shape == (B, 2)
    assert dataclasses.is_dataclass(state)


@pytest.mark.parametrize("pre_norm", [False, True], ids=["post-norm", "pre-norm"])
def test_last_level_equals_the_encoder_output(pre_norm):
    torch.manual_seed(0)
    ours, x = shaken(Encoder(sizes(pre_norm), n_layers=3)), torch.randn(B, M, D)
    levels = ours.levels(x, MASK)
    assert levels.shape == (3, B, M, D)
    torch.testing.assert_close(levels[-1], ours(x, MASK))
    fewer = Encoder(sizes(pre_norm), n_layers=2).eval()
    fewer.load_state_dict({name: weight for name, weight in ours.state_dict().items() if "blocks.2" not in name})
    torch.testing.assert_close(levels[1], fewer(x, MASK))
