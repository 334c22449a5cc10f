"""Captions of any `Step`, to be explained by whatever it was shown, token by token."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from cinescribe.explain.targets.region_target import check_steady
from cinescribe.generate.step import Step


@dataclass(frozen=True)
class StepCaption:
    """One text that a `Step` wrote; `explain.attribution.Explained`.

    Args:
        step: the writer, in evaluation mode.
        shown: makes the writer's batch from what was seen, (n, R, D), an item a row.
        visual: what was seen, (R, D).
        tokens: the start and the text's tokens, without an end, (1 + L,).
        words: the text's words, L.

    Raises:
        ModelError: when the writer is a module in training mode, in which it drops out.
    """

    step: Step[Any]
    shown: Callable[[Tensor], Any]
    visual: Tensor
    tokens: Tensor
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if isinstance(self.step, torch.nn.Module):
            check_steady(self.step)

    def scores(self, visual: Tensor) -> Tensor:
        """The log-probability of each word, had `visual` (n, R, D) been seen, (n, L)."""
        state = self.step.start(self.shown(visual))
        found = []
        for token, word in zip(self.tokens[:-1], self.tokens[1:], strict=True):
            logits, state = self.step.step(token.expand(len(visual)), state)
            found.append(logits.log_softmax(-1)[:, word])
        return torch.stack(found, 1)
