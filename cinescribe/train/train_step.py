"""One step of learning: a step's items, in parts, through each pass, and the weights moved."""

from __future__ import annotations

import dataclasses
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

import torch
from torch import Tensor, nn

from cinescribe.errors import TrainError
from cinescribe.store import write_arrays
from cinescribe.train.distributed import Workers, apart
from cinescribe.train.objectives.losses import Group, Losses, counts, weights
from cinescribe.train.recipes.optim import clipped, optimiser, set_rate
from cinescribe.train.recipes.recipe import AnyRecipe

BAD_BATCH = "not-finite.safetensors"


class Batch(Protocol):
    """What a model learns from in one go: a dataclass of tensors, or of further such batches."""

    def to(self, device: torch.device | str) -> Self:
        """The same on another device."""


@dataclass(frozen=True)
class Stepped:
    """What one step was like: the loss of each pass a target, the gradients' norm before clipping, the rate."""

    losses: dict[str, float]
    norm: float
    rate: float

    def to_dict(self) -> dict[str, float]:
        """All numbers by the names that logs use."""
        return {**{f"loss/{name}": loss for name, loss in self.losses.items()}, "norm": self.norm, "rate": self.rate}


class Learner:
    """A model that learns.

    Args:
        model: on the device where it is to learn.
        groups: the passes that batches take through it, a step after each group.
        recipe: its optimiser and course.
        workers: the processes that it learns in.
        folder: where a batch is left that gave no finite loss.
    """

    def __init__(
        self, model: nn.Module, groups: Sequence[Group], *, recipe: AnyRecipe, workers: Workers, folder: Path
    ) -> None:
        self.model, self.optimiser = model, optimiser(model, recipe.moves)
        self._groups, self._together = groups, workers.together(Losses(model))
        self._recipe, self._workers, self._folder = recipe, workers, folder
        self._device = next(model.parameters()).device

    def step(self, batches: Sequence[Batch], *, gone: int, total: int) -> Stepped:
        """Learn from this process's batches of the step after `gone` of `total`.

        Raises:
            TrainError: when a loss or the gradients are not finite; the weights are as they were before the step.
        """
        self.model.train()
        torch.manual_seed(zlib.crc32(f"{self._recipe.seed} {gone} {self._workers.rank}".encode()))
        rate = set_rate(self.optimiser, self._recipe.moves, gone=gone, total=total)
        there = [batch.to(self._device) for batch in batches]
        losses: dict[str, float] = {}
        norms = []
        for group in self._groups:
            self.optimiser.zero_grad(set_to_none=True)
            losses |= self._backward(there, group, gone)
            norms.append(clipped(self.model.parameters(), self._recipe.moves.largest_norm))
            self._check("the gradients' norm", norms[-1], there[-1], gone)
            self.optimiser.step()
        return Stepped(losses, max(norms), rate)

    def _backward(self, batches: Sequence[Batch], group: Group, gone: int) -> dict[str, float]:
        """Gather the gradients of a group of passes; gives their losses."""
        targets = self._workers.total(counts(batches, group))
        shares = weights(group).to(self._device) * self._workers.n  # processes' gradients are averaged
        gathered = torch.zeros(len(group), device=self._device)
        for n, batch in enumerate(batches, 1):
            with apart(self._together, last=n == len(batches)):
                found = self._loss(batch, group, targets)
                for each, loss in zip(group, found.tolist(), strict=True):
                    self._check(f"the loss of {each.name!r}", loss, batch, gone)
                (found * shares).sum().backward()  # type: ignore[no-untyped-call]
            gathered += found.detach()
        return dict(zip([each.name for each in group], self._workers.total(gathered).tolist(), strict=True))

    def _loss(self, batch: Batch, group: Group, targets: Tensor) -> Tensor:
        mixed = self._recipe.course.mixed_precision and self._device.type == "cuda"
        with torch.autocast(self._device.type, dtype=torch.bfloat16, enabled=mixed):
            found: Tensor = self._together(batch, group=group, counts=targets)
        return found

    def _check(self, what: str, value: float, batch: Batch, gone: int) -> None:
        if math.isfinite(value):
            return
        arrays = {name: tensor.cpu().numpy() for name, tensor in _tensors(batch).items()}
        path = self._folder / BAD_BATCH
        write_arrays(path, arrays, notes={"step": str(gone + 1)})
        broken = [name for name, array in arrays.items() if array.dtype.kind == "f" and not _finite(array)]
        advice = f"its {' and '.join(broken)} are not finite: extract these features again"
        raise TrainError(
            f"{what} was {value} at step {gone + 1}; the batch is in {str(path)!r}: "
            f"{advice if broken else 'its features are finite, so lower moves.rate'}"
        )


def _tensors(batch: Any) -> dict[str, Tensor]:
    """All tensors of a batch and of the batches in it, by field."""
    found: dict[str, Tensor] = {}
    for item in dataclasses.fields(batch):
        value = getattr(batch, item.name)
        found |= {item.name: value} if isinstance(value, Tensor) else _tensors(value)
    return found


def _finite(array: object) -> bool:
    return bool(torch.isfinite(torch.as_tensor(array)).all())
