import pytest
import torch
from torch import nn

from cinescribe.layers.blocks import BlockSizes, EncoderBlock, FeedForward

pytestmark = pytest.mark.usefixtures("one_thread")


def test_each_token_is_thought_of_alone():
    torch.manual_seed(0)
    layer = FeedForward(BlockSizes(4, 2, 8)).eval()
    x = torch.randn(2, 3, 4)
    torch.testing.assert_close(layer(x)[:, 1:2], layer(x[:, 1:2]))


def test_the_relu_can_be_found_and_has_no_weights():
    layer = FeedForward(BlockSizes(4, 2, 8)).eval()
    seen = []
    layer.relu.register_forward_hook(lambda module, inputs, output: seen.append(output))
    layer(torch.randn(1, 2, 4))
    assert seen[0].shape == (1, 2, 8)
    assert {name.split(".")[0] for name in layer.state_dict()} == {"wider", "narrower"}


def test_a_pre_norm_block_leaves_a_straight_way_through():
    block = EncoderBlock(BlockSizes(4, 2, 8, pre_norm=True)).eval()
    for last in (block.attention.output, block.feed_forward.narrower):
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
    x = torch.randn(2, 3, 4)
    assert torch.equal(block(x), x)


def test_what_is_left_out_differs_in_training_alone():
    torch.manual_seed(0)
    block, x = EncoderBlock(BlockSizes(4, 2, 8, dropout=0.5)), torch.randn(2, 3, 4)
    assert not torch.equal(block(x), block(x))
    block.eval()
    assert torch.equal(block(x), block(x))
