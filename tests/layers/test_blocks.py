import pytest
import torch
from torch import nn

from cinescribe.layers.blocks import BlockSizes, EncoderBlock, FeedForward

pytestmark = pytest.mark.usefixtures("one_thread")


def test_feed_forward_treats_tokens_independently():
    torch.manual_seed(0)
    layer = FeedForward(BlockSizes(4, 2, 8)).eval()
    x = torch.randn(2, 3, 4)
    torch.testing.assert_close(layer(x)[:, 1:2], layer(x[:, 1:2]))


def test_the_relu_can_be_found_and_has_no_weights():
    layer = FeedForward(BlockSizes(4, 2, 8)).eval()
    outputs = []
    layer.relu.register_forward_hook(lambda module, inputs, output: outputs.append(output))
    layer(torch.randn(1, 2, 4))
    assert outputs[0].shape == (1, 2, 8)
    assert {name.split(".")[0] for name in layer.state_dict()} == {"wider", "narrower"}


def test_a_pre_norm_block_has_an_identity_path():
    block = EncoderBlock(BlockSizes(4, 2, 8, pre_norm=True)).eval()
    for last in (block.attention.output, block.feed_forward.narrower):
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
    x = torch.randn(2, 3, 4)
    assert torch.equal(block(x), x)


def test_dropout_is_random_in_training_only():
    torch.manual_seed(0)
    block, x = EncoderBlock(BlockSizes(4, 2, 8, dropout=0.5)), torch.randn(2, 3, 4)
    assert not torch.equal(block(x), block(x))
    block.eval()
    assert torch.equal(block(x), block(x))
