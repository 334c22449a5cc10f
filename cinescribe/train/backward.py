"""The gradients of one optimizer step, and a check that losses and gradients are finite."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, Self

import torch
from torch import Tensor, nn

from cinescribe.arrays import write_arrays
from cinescribe.errors import TrainError
from cinescribe.layers.precision import computes_in_bfloat16
from cinescribe.train.distributed import Workers, gradient_sync
from cinescribe.train.objectives.losses import JointObjective, loss_weights, target_counts
from cinescribe.train.recipes.optim import clip_gradients

BAD_BATCH = "not-finite.safetensors"


class Batch(Protocol):
    """A training batch: a dataclass of tensors, or of further such batches."""

    def to(self, device: torch.device | str) -> Self:
        """Return the batch on another device."""


def backward(
    losses: nn.Module,
    batches: Sequence[Batch],
    objectives: JointObjective,
    *,
    workers: Workers,
    bf16: bool,
    max_grad_norm: float,
    check: Callable[[str, float, Batch], None],
) -> tuple[dict[str, float], float]:
    """Accumulate the gradients of some objectives over this process's batches of a step, and clip them.

    Args:
        losses: an `ObjectiveLosses`, possibly distributed.
        batches: on the model's device.
        objectives: their weighted losses are added up.
        workers: the processes that share the step.
        bf16: whether to compute in bfloat16 where the device does.
        max_grad_norm: larger gradients are scaled down to this norm; 0 disables clipping.
        check: called with the name of each loss, its value and its batch before its gradients are computed, and with
            the norm of all gradients.

    Returns:
        The loss per target of each objective over all processes, as `loss/NAME`; and the norm before clipping.
    """
    device = next(losses.parameters()).device
    in_bf16 = bf16 and computes_in_bfloat16(device)
    counts = workers.sum(target_counts(batches, objectives))
    weights = loss_weights(objectives).to(device) * workers.n  # processes' gradients are averaged
    total = torch.zeros(len(objectives), device=device)
    for n, batch in enumerate(batches, 1):
        with gradient_sync(losses, enabled=n == len(batches)):
            with torch.autocast(device.type, dtype=torch.bfloat16, enabled=in_bf16):
                values: Tensor = losses(batch, objectives=objectives, counts=counts)
            for objective, value in zip(objectives, values.tolist(), strict=True):
                check(f"the loss {objective.name!r}", value, batch)
            (values * weights).sum().backward()  # type: ignore[no-untyped-call]
        total += values.detach()
    names = [f"loss/{objective.name}" for objective in objectives]
    values_by_name = dict(zip(names, workers.sum(total).tolist(), strict=True))
    norm = clip_gradients(losses.parameters(), max_grad_norm)
    check("the gradient norm", norm, batches[-1])
    return values_by_name, norm


def check_finite(what: str, value: float, batch: Batch, *, folder: Path, step: int) -> None:
    """Raise if a value is not finite, and write its batch into a folder.

    Raises:
        TrainError: naming the features of the batch that are not finite.
    """
    if math.isfinite(value):
        return
    arrays = {name: tensor.cpu().numpy() for name, tensor in _tensors(batch).items()}
    path = folder / BAD_BATCH
    write_arrays(path, arrays, notes={"step": str(step + 1)})
    broken = [name for name, array in arrays.items() if array.dtype.kind == "f" and not _is_finite(array)]
    advice = f"its {' and '.join(broken)} are not finite: extract these features again"
    raise TrainError(
        f"{what} was {value} at step {step + 1}; the batch is in {str(path)!r}: "
        f"{advice if broken else 'its features are finite, so lower optimizer.lr'}"
    )


def _tensors(batch: Any) -> dict[str, Tensor]:
    """All tensors of a batch and of the batches in it, by field."""
    tensors: dict[str, Tensor] = {}
    for item in dataclasses.fields(batch):
        value = getattr(batch, item.name)
        if value is not None:
            tensors |= {item.name: value} if isinstance(value, Tensor) else _tensors(value)
    return tensors


def _is_finite(array: object) -> bool:
    return bool(torch.isfinite(torch.as_tensor(array)).all())
