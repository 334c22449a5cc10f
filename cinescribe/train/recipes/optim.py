"""Optimizers and learning-rate schedules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor, nn

from cinescribe.train.recipes.recipe_checks import check_choice

Schedule: TypeAlias = Callable[[int, int, int], float]  # step, total steps, warm-up steps -> factor of the lr

_BETAS = (0.9, 0.98)  # of Adam; .98 as in "Attention is all you need" (§5.3), for steps of few sets


@dataclass(frozen=True)
class OptimizerConfig:
    """The `[optimizer]` section of a recipe.

    Args:
        name: a name of `OPTIMIZERS`.
        lr: highest learning rate.
        schedule: a name of `SCHEDULES`.
        warmup_steps: steps in which the learning rate rises linearly from 0.
        warmup_ratio: these steps as a share of all, in place of a number; 0 uses the number.
        weight_decay: of matrices; vectors (biases, norms) have none.
        max_grad_norm: gradients with a larger norm are scaled down to it; 0 disables clipping.
    """

    name: str = "adam"
    lr: float = 5e-5
    schedule: str = "constant"
    warmup_steps: int = 0
    warmup_ratio: float = 0.0
    weight_decay: float = 0.0
    max_grad_norm: float = 1.0

    def check(self, where: str) -> None:
        """Check the values.

        Raises:
            RecipeError: naming the key whose value is unknown.
        """
        check_choice("optimizer: name", self.name, OPTIMIZERS, where)
        check_choice("optimizer: schedule", self.schedule, SCHEDULES, where)


def build_optimizer(model: nn.Module, config: OptimizerConfig) -> torch.optim.Optimizer:
    """Return the optimizer of a model's trainable weights."""
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    groups = [
        {"params": [weight for weight in weights if weight.ndim > 1], "weight_decay": config.weight_decay},
        {"params": [weight for weight in weights if weight.ndim <= 1], "weight_decay": 0.0},
    ]
    return OPTIMIZERS[config.name]([group for group in groups if group["params"]], config.lr)


def set_lr(optimizer: torch.optim.Optimizer, config: OptimizerConfig, *, step: int, total_steps: int) -> float:
    """Set the learning rate of a step, counted from 0, and return it."""
    warmup_steps = math.ceil(config.warmup_ratio * total_steps) or config.warmup_steps
    lr = config.lr * SCHEDULES[config.schedule](step, total_steps, warmup_steps)
    for group in optimizer.param_groups:
        group["lr"] = lr
    return lr


def clip_gradients(weights: Iterable[Tensor], max_grad_norm: float) -> float:
    """Scale gradients so that their joint norm is at most `max_grad_norm`; return the norm before."""
    return float(nn.utils.clip_grad_norm_(weights, max_grad_norm if max_grad_norm > 0 else math.inf))


def constant(step: int, total_steps: int, warmup_steps: int) -> float:
    """Stay at 1 after the warm-up."""
    return _warmup(step, warmup_steps)


def linear(step: int, total_steps: int, warmup_steps: int) -> float:
    """Fall linearly to 0 at the last step."""
    return _warmup(step, warmup_steps) * (1 - _progress(step, total_steps, warmup_steps))


def cosine(step: int, total_steps: int, warmup_steps: int) -> float:
    """Fall along half a cosine to 0 at the last step."""
    return _warmup(step, warmup_steps) * 0.5 * (1 + math.cos(math.pi * _progress(step, total_steps, warmup_steps)))


def noam(step: int, total_steps: int, warmup_steps: int) -> float:
    """Fall with the square root of the step ("Attention is all you need", eq. 3), scaled to 1 after the warm-up."""
    warm = max(warmup_steps, 1)
    return min((step + 1) / warm, math.sqrt(warm / (step + 1)))


def _warmup(step: int, warmup_steps: int) -> float:
    return min(1.0, (step + 1) / max(warmup_steps, 1))


def _progress(step: int, total_steps: int, warmup_steps: int) -> float:
    """The share of the steps after the warm-up that are done."""
    return min(1.0, max(0, step - warmup_steps) / max(1, total_steps - warmup_steps))


def _adam(groups: list[dict[str, object]], lr: float) -> torch.optim.Optimizer:
    return torch.optim.Adam(groups, lr, betas=_BETAS)


def _adamw(groups: list[dict[str, object]], lr: float) -> torch.optim.Optimizer:
    return torch.optim.AdamW(groups, lr, betas=_BETAS)


OPTIMIZERS = {"adam": _adam, "adamw": _adamw}
SCHEDULES: dict[str, Schedule] = {"constant": constant, "cosine": cosine, "linear": linear, "noam": noam}
