"""Our blocks with the weights of `torch.nn`'s."""

from typing import TypeVar

import torch
from torch import nn

from cinescribe.layers.attention import Attention
from cinescribe.layers.blocks import DecoderBlock, EncoderBlock
from cinescribe.layers.multi_level_decoder import MultiLevelBlock

Module = TypeVar("Module", bound=nn.Module)


def _copied(ours: nn.Module, theirs: nn.Module) -> None:
    ours.load_state_dict(theirs.state_dict())


def copy_attention(ours: Attention, theirs: nn.MultiheadAttention) -> None:
    ours.inputs.load_state_dict({"weight": theirs.in_proj_weight, "bias": theirs.in_proj_bias})
    _copied(ours.output, theirs.out_proj)


def copy_block(
    ours: EncoderBlock | DecoderBlock | MultiLevelBlock,
    theirs: nn.TransformerEncoderLayer | nn.TransformerDecoderLayer,
) -> None:
    """An encoder or decoder block."""
    if isinstance(theirs, nn.TransformerDecoderLayer):
        assert not isinstance(ours, EncoderBlock)
        copy_attention(ours.reading, theirs.self_attn)
        copy_attention(ours.looking, theirs.multihead_attn)
    else:
        assert isinstance(ours, EncoderBlock)
        copy_attention(ours.attention, theirs.self_attn)
    _copied(ours.feed_forward.wider, theirs.linear1)
    _copied(ours.feed_forward.narrower, theirs.linear2)
    for n, norm in enumerate(ours.norms, 1):
        _copied(norm, getattr(theirs, f"norm{n}"))


def shaken(module: Module) -> Module:
    """A module in evaluation mode, all its weights random: biases and norms too."""
    with torch.no_grad():
        for weights in module.parameters():
            weights.add_(0.2 * torch.randn(weights.shape))
    return module.eval()
