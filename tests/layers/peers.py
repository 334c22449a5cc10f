"""Our blocks with the weights of `torch.nn`'s."""

import torch
from torch import nn


def _copied(ours: nn.Module, theirs: nn.Module) -> None:
    ours.load_state_dict(theirs.state_dict())


def copy_attention(ours: nn.Module, theirs: nn.MultiheadAttention) -> None:
    ours.inputs.load_state_dict({"weight": theirs.in_proj_weight, "bias": theirs.in_proj_bias})
    _copied(ours.output, theirs.out_proj)


def copy_block(ours: nn.Module, theirs: nn.Module) -> None:
    """An encoder or decoder block."""
    if hasattr(theirs, "multihead_attn"):
        copy_attention(ours.reading, theirs.self_attn)
        copy_attention(ours.looking, theirs.multihead_attn)
    else:
        copy_attention(ours.attention, theirs.self_attn)
    _copied(ours.feed_forward.wider, theirs.linear1)
    _copied(ours.feed_forward.narrower, theirs.linear2)
    for n, norm in enumerate(ours.norms, 1):
        _copied(norm, getattr(theirs, f"norm{n}"))


def shaken(module: nn.Module) -> nn.Module:
    """A module in evaluation mode, all its weights random: biases and norms too."""
    with torch.no_grad():
        for weights in module.parameters():
            weights.add_(0.2 * torch.randn(weights.shape))
    return module.eval()
