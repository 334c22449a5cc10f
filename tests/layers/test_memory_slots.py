import pytest
import torch

from cinescribe.layers.blocks import BlockSizes, EncoderBlock
from cinescribe.layers.memory_slots import MemorySlots
from tests.layers.peers import shaken

pytestmark = pytest.mark.usefixtures("one_thread")
WIDTH, N_HEADS, N_SLOTS = 12, 3, 5


def by_the_formula(block, x, mask):
    """Eq. 7, a head and a token at a time."""
    attention, slots = block.attention, block.slots
    head_width = WIDTH // N_HEADS
    w_q, w_k, w_v = attention.inputs.weight.split(WIDTH)
    b_q, b_k, b_v = attention.inputs.bias.split(WIDTH)
    out = torch.zeros_like(x)
    for item in range(len(x)):
        keys = torch.cat([(x[item] @ w_k.T + b_k)[mask[item]], slots.keys * head_width**0.5])
        values = torch.cat([(x[item] @ w_v.T + b_v)[mask[item]], slots.values * N_SLOTS**0.5])
        for head in range(N_HEADS):
            own = slice(head * head_width, (head + 1) * head_width)
            for position in range(x.shape[1]):
                query = (w_q @ x[item, position] + b_q)[own]
                scores = keys[:, own] @ query / head_width**0.5
                out[item, position, own] = scores.exp() @ values[:, own] / scores.exp().sum()
    return out @ attention.output.weight.T + attention.output.bias


def test_attention_with_slots_is_the_formula():
    torch.manual_seed(0)
    block = shaken(EncoderBlock(BlockSizes(WIDTH, N_HEADS, 8, n_slots=N_SLOTS)))
    x = torch.randn(2, 4, WIDTH)
    mask = torch.tensor([[True, True, True, True], [True, False, True, False]])
    with torch.no_grad():
        attended = block.norms[0](x + by_the_formula(block, x, mask))
        out = block.feed_forward.narrower(block.feed_forward.wider(attended).clamp(min=0))
        wanted = block.norms[1](attended + out)
        torch.testing.assert_close(block(x, mask[:, None, None]), wanted, atol=1e-5, rtol=0)
        assert not torch.allclose(block(x), wanted, atol=1e-3)


def test_tokens_that_are_all_masked_still_attend_to_the_slots():
    torch.manual_seed(0)
    block = shaken(EncoderBlock(BlockSizes(WIDTH, N_HEADS, 8, n_slots=N_SLOTS)))
    x = torch.randn(1, 3, WIDTH)
    alone = block(x, torch.zeros(1, 1, 1, 3, dtype=torch.bool))
    torch.testing.assert_close(alone[:, :1], block(x[:, :1], torch.zeros(1, 1, 1, 1, dtype=torch.bool)))


def test_slots_are_initialised_at_the_published_scale():
    torch.manual_seed(0)
    slots = MemorySlots(512, 8, n_slots=40)
    assert float(slots.keys.detach().std()) == pytest.approx(1 / 64, rel=0.05)
    assert float(slots.values.detach().std()) == pytest.approx(1 / 40, rel=0.05)


def test_a_block_without_slots_has_no_weights_for_them():
    names = EncoderBlock(BlockSizes(WIDTH, N_HEADS, 8)).state_dict().keys()
    assert sorted(names) == sorted(
        f"{part}.{kind}"
        for part in (
            "attention.inputs",
            "attention.output",
            "feed_forward.wider",
            "feed_forward.narrower",
            "norms.0",
            "norms.1",
        )
        for kind in ("weight", "bias")
    )
