"""A model with its losses: how batches pass through it, and what a step's losses are worth together.

A loss is a sum over targets and is divided by how many targets the whole step has, over its accumulated batches and
over all processes: so a step does not depend on how it was cut up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import torch
from torch import Tensor, nn

Batch_contra = TypeVar("Batch_contra", contravariant=True)


class Pass(Protocol[Batch_contra]):
    """One way of a batch through a model, and the loss that it gives."""

    @property
    def name(self) -> str: ...  # as logs tell it

    @property
    def weight(self) -> float: ...  # of its loss beside others

    def count(self, batch: Batch_contra) -> Tensor:
        """How many targets a batch has, ()."""

    def loss(self, model: Any, batch: Batch_contra) -> Tensor:
        """The loss summed over these targets, ()."""


Group: TypeAlias = tuple[Pass[Any], ...]
"""Passes whose gradients one optimiser step takes together."""


class Losses(nn.Module):
    """A model with its losses; a module of its own, so that several processes can share its gradients."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, batch: Any, *, group: Group, counts: Tensor) -> Tensor:
        """Each pass's loss over `counts` targets, unweighted, (passes,)."""
        sums = [each.loss(self.model, batch) for each in group]
        return torch.stack(sums) / counts.clamp(min=1)


def weights(group: Group) -> Tensor:
    """What each pass's loss counts, (passes,)."""
    return torch.tensor([each.weight for each in group])


def counts(batches: Sequence[Any], group: Group) -> Tensor:
    """Targets of each pass over some batches, (passes,)."""
    return torch.stack([torch.stack([each.count(batch) for each in group]) for batch in batches]).sum(0)
