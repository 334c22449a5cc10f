"""Attention rollout: how much of each region has reached each word through all layers of attention.

Abnar and Zuidema, "Quantifying attention flow in Transformers" (2020), carried on through a decoder: a layer leaves
half of what a place held and takes half from where it looks.

Legend: `R` regions, `L` words, `n` levels of the encoder that the decoder looks at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from cinescribe.explain.attribution.attribution import Attribution, Explained, check_explained


@dataclass(frozen=True)
class Looks:
    """Attention while a caption was read, heads averaged; a row looks.

    Args:
        encoder: of regions to regions in each layer, (R, R).
        reading: of the words' places to those before them in each layer of the decoder, (L, L).
        looking: of the words' places to regions in each of them, at each of the encoder's last levels, (n, L, R).
    """

    encoder: tuple[Tensor, ...]
    reading: tuple[Tensor, ...]
    looking: tuple[Tensor, ...]


class Attended(Explained, Protocol):
    """Something explained whose model attends."""

    def looks(self) -> Looks:
        """Its attention as the caption is read."""


def rollout(explained: Attended) -> Attribution:
    """The share of each region in what each word was chosen from; what looks elsewhere than at regions is lost.

    Levels of a meshed decoder count alike: its gates, which weigh numbers and not places, are left out.

    Raises:
        ModelError: when there is nothing to explain.
    """
    check_explained(explained)
    looks = explained.looks()
    levels = torch.stack(_rolled(looks.encoder)[-len(looks.looking[0]) :])  # (n, R, R)
    held = levels.new_zeros(len(explained.words), levels.shape[-1])
    for reading, looking in zip(looks.reading, looks.looking, strict=True):
        held = (held + reading @ held) / 2
        held = (held + (looking @ levels).mean(0)) / 2
    return Attribution(explained.words, held.float().cpu().numpy(), "attention rollout")


def _rolled(layers: tuple[Tensor, ...]) -> list[Tensor]:
    """What each place holds of each region after each layer, (R, R)."""
    held = torch.eye(len(layers[0]), dtype=layers[0].dtype, device=layers[0].device)
    out = []
    for attention in layers:
        held = (held + attention @ held) / 2
        out.append(held)
    return out
