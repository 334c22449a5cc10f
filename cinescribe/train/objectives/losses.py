"""Training objectives: the protocol, and a module that computes their losses.

A loss is a sum over targets, divided by the number of targets in the whole step: over all accumulated batches and all
processes. So a step's gradients do not depend on how the step is split.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import torch
from torch import Tensor, nn

Batch_contra = TypeVar("Batch_contra", contravariant=True)


class Objective(Protocol[Batch_contra]):
    """A forward pass of a batch through a model and the loss that comes of it."""

    @property
    def name(self) -> str:
        """Its name in the log, as `loss/NAME`."""

    @property
    def weight(self) -> float:
        """The weight of its loss."""

    def count(self, batch: Batch_contra) -> Tensor:
        """Return the number of targets in a batch, ()."""

    def loss(self, model: Any, batch: Batch_contra) -> Tensor:
        """Return the loss summed over these targets, ()."""


JointObjective: TypeAlias = tuple[Objective[Any], ...]
"""Objectives that share an optimizer step."""


class ObjectiveLosses(nn.Module):
    """Losses of a model. It is a module, so that `DistributedDataParallel` can wrap it and average the gradients."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, batch: Any, *, objectives: JointObjective, counts: Tensor) -> Tensor:
        """Return each objective's loss divided by its count of targets, unweighted, (objectives,)."""
        sums = [objective.loss(self.model, batch) for objective in objectives]
        return torch.stack(sums) / counts.clamp(min=1)


def loss_weights(objectives: JointObjective) -> Tensor:
    """Return the weight of each objective, (objectives,)."""
    return torch.tensor([objective.weight for objective in objectives])


def target_counts(batches: Sequence[Any], objectives: JointObjective) -> Tensor:
    """Return each objective's number of targets in all batches together, (objectives,)."""
    return torch.stack([torch.stack([objective.count(batch) for objective in objectives]) for batch in batches]).sum(0)
