"""The loop of all trainings: compute gradients, then let the optimizer take a step."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

import torch
from torch import Tensor

_Item = TypeVar("_Item")
_Value = TypeVar("_Value")

_log = logging.getLogger(__name__)
_LOG_EVERY = 100  # steps
_MOMENTUM = 0.98  # of the running mean of the loss in the log
_MIN_DECAY = 0.01  # share of the highest learning rate below which it does not fall


class _Schedule(Protocol):
    """The part of a recipe that `fit_network` needs."""

    @property
    def n_steps(self) -> int:
        """Optimizer steps."""

    @property
    def rate(self) -> float:
        """The highest learning rate."""

    @property
    def warm(self) -> int:
        """Steps in which the learning rate rises."""


def optimizer_steps(
    optimizer: torch.optim.Optimizer, items: Iterable[_Item], gradients: Callable[[_Item], _Value]
) -> Iterator[tuple[_Item, _Value]]:
    """Yield each item after the optimizer step on its gradients, with what `gradients` returned.

    Args:
        optimizer: takes a step per item.
        items: what to train on: batches, step numbers or objectives.
        gradients: computes the gradients of an item, and returns its loss or whatever the caller wants to see.
    """
    for item in items:
        optimizer.zero_grad(set_to_none=True)
        value = gradients(item)
        optimizer.step()
        yield item, value


def backward_loss(loss: Tensor) -> float:
    """Compute the gradients of a loss, (), and return its value."""
    loss.backward()  # type: ignore[no-untyped-call]
    return loss.item()


def fit_network(
    optimizer: torch.optim.Optimizer,
    loss: Callable[[int], Tensor],
    recipe: _Schedule,
    *,
    first: int = 0,
    after_step: Callable[[int], None] = lambda step: None,
) -> None:
    """Train with a learning rate that rises linearly and falls along a cosine, and log the loss.

    Args:
        optimizer: of the network's weights.
        loss: returns the loss of a step, counted from 0, on examples that it draws itself.
        recipe: number of steps, learning rate and warm-up.
        first: the first step, if earlier ones are done.
        after_step: called with the number of each finished step.
    """

    def gradients(step: int) -> float:
        rise, fall = (step + 1) / recipe.warm, 0.5 * (1 + math.cos(math.pi * step / recipe.n_steps))
        for group in optimizer.param_groups:
            group["lr"] = recipe.rate * min(1.0, rise) * max(fall, _MIN_DECAY)
        return backward_loss(loss(step))

    average = 0.0
    for step, value in optimizer_steps(optimizer, range(first, recipe.n_steps), gradients):
        average = value if step == first else _MOMENTUM * average + (1 - _MOMENTUM) * value
        if (step + 1) % _LOG_EVERY == 0:
            _log.info("step %d of %d: loss %.3f", step + 1, recipe.n_steps, average)
        after_step(step)
