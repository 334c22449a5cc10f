"""Attention rollout: how much of each region reaches each word through all attention layers.

Abnar and Zuidema, "Quantifying attention flow in Transformers" (2020), extended through a decoder: after each layer
a position keeps half of its mixture and takes half from the positions it attends to.

Legend: `R` regions, `L` words, `n` levels of the encoder that the decoder attends to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from cinescribe.explain.attribution.attribution import Attribution, ExplainableCaption, check_explainable


@dataclass(frozen=True)
class AttentionWeights:
    """The attention weights of a caption, averaged over heads; each row is a query.

    Args:
        encoder: region to region, for each encoder layer, (R, R).
        decoder_self: word to previous words, for each decoder layer, (L, L).
        decoder_cross: word to region at each of the encoder's last levels, for each decoder layer, (n, L, R).
    """

    encoder: tuple[Tensor, ...]
    decoder_self: tuple[Tensor, ...]
    decoder_cross: tuple[Tensor, ...]


class CaptionWithAttention(ExplainableCaption, Protocol):
    """An explainable caption whose attention weights are known."""

    def attention_weights(self) -> AttentionWeights:
        """Return the attention weights as the model reads the caption."""


def rollout(caption: CaptionWithAttention) -> Attribution:
    """Return the share of each region in the mixture that each word is predicted from.

    Attention to anything but regions is dropped. All levels of a meshed decoder have equal weight: its gates are
    ignored, because they weigh features, not positions.

    Raises:
        ModelError: when the caption has no words or regions.
    """
    check_explainable(caption)
    weights = caption.attention_weights()
    levels = torch.stack(_encoder_rollout(weights.encoder)[-len(weights.decoder_cross[0]) :])  # (n, R, R)
    shares = levels.new_zeros(len(caption.words), levels.shape[-1])
    for self_attention, cross_attention in zip(weights.decoder_self, weights.decoder_cross, strict=True):
        shares = (shares + self_attention @ shares) / 2
        shares = (shares + (cross_attention @ levels).mean(0)) / 2
    return Attribution(caption.words, shares.float().cpu().numpy(), "attention rollout")


def _encoder_rollout(layers: tuple[Tensor, ...]) -> list[Tensor]:
    """Return the share of each region in each position after each layer, (R, R)."""
    shares = torch.eye(len(layers[0]), dtype=layers[0].dtype, device=layers[0].device)
    after = []
    for attention in layers:
        shares = (shares + attention @ shares) / 2
        after.append(shares)
    return after
