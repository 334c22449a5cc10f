"""How weights move: optimisers, and the pace at which the learning rate rises and falls."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor, nn

Pace: TypeAlias = Callable[[int, int, int], float]  # steps gone, steps in all, steps of the rise -> share of the rate

_BETAS = (0.9, 0.98)  # of Adam's means; .98 as in "Attention is all you need" (§5.3), for steps of few sets


@dataclass(frozen=True)
class Moves:
    """The recipe's lines on the optimiser.

    Args:
        optimiser: a name of `OPTIMISERS`.
        rate: highest learning rate.
        pace: a name of `PACES`.
        n_warm_steps: steps in which the rate rises evenly from nothing.
        weight_decay: of matrices; vectors (biases, norms) have none.
        largest_norm: of all gradients together; larger ones are scaled down to it. 0 leaves them.
    """

    optimiser: str = "adam"
    rate: float = 5e-5
    pace: str = "constant"
    n_warm_steps: int = 0
    weight_decay: float = 0.0
    largest_norm: float = 1.0


def optimiser(model: nn.Module, moves: Moves) -> torch.optim.Optimizer:
    """The optimiser of a model's weights."""
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    groups = [
        {"params": [weight for weight in weights if weight.ndim > 1], "weight_decay": moves.weight_decay},
        {"params": [weight for weight in weights if weight.ndim <= 1], "weight_decay": 0.0},
    ]
    return OPTIMISERS[moves.optimiser]([group for group in groups if group["params"]], moves.rate)


def set_rate(optimiser: torch.optim.Optimizer, moves: Moves, *, gone: int, total: int) -> float:
    """Set the learning rate of the step after `gone` of `total`, and give it."""
    rate = moves.rate * PACES[moves.pace](gone, total, moves.n_warm_steps)
    for group in optimiser.param_groups:
        group["lr"] = rate
    return rate


def clipped(weights: Iterable[Tensor], largest_norm: float) -> float:
    """Scale gradients down so that their norm together is at most `largest_norm`; gives the norm they had."""
    return float(nn.utils.clip_grad_norm_(weights, largest_norm if largest_norm > 0 else math.inf))


def constant(gone: int, total: int, n_warm_steps: int) -> float:
    """The full rate, once risen."""
    return _risen(gone, n_warm_steps)


def linear(gone: int, total: int, n_warm_steps: int) -> float:
    """Falls evenly to nothing at the last step."""
    return _risen(gone, n_warm_steps) * (1 - _fallen(gone, total, n_warm_steps))


def cosine(gone: int, total: int, n_warm_steps: int) -> float:
    """Falls along half a cosine to nothing at the last step."""
    return _risen(gone, n_warm_steps) * 0.5 * (1 + math.cos(math.pi * _fallen(gone, total, n_warm_steps)))


def noam(gone: int, total: int, n_warm_steps: int) -> float:
    """Falls with the root of the steps ("Attention is all you need", eq. 3), scaled to 1 where the rise ends."""
    warm = max(n_warm_steps, 1)
    return min((gone + 1) / warm, math.sqrt(warm / (gone + 1)))


def _risen(gone: int, n_warm_steps: int) -> float:
    return min(1.0, (gone + 1) / max(n_warm_steps, 1))


def _fallen(gone: int, total: int, n_warm_steps: int) -> float:
    return min(1.0, max(0, gone - n_warm_steps) / max(1, total - n_warm_steps))


def _adam(groups: list[dict[str, object]], rate: float) -> torch.optim.Optimizer:
    return torch.optim.Adam(groups, rate, betas=_BETAS)


def _adamw(groups: list[dict[str, object]], rate: float) -> torch.optim.Optimizer:
    return torch.optim.AdamW(groups, rate, betas=_BETAS)


OPTIMISERS = {"adam": _adam, "adamw": _adamw}
PACES: dict[str, Pace] = {"constant": constant, "cosine": cosine, "linear": linear, "noam": noam}
