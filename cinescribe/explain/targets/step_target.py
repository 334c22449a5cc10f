"""Explainable texts of any `Step`: the way to explain a captioner of your own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from cinescribe.explain.targets.region_target import check_in_eval_mode
from cinescribe.generate.step import Step


@dataclass(frozen=True)
class StepCaption:
    """One text that a `Step` wrote, an `ExplainableCaption`.

    Args:
        step: the captioner, in evaluation mode.
        make_batch: returns the captioner's batch of n items for inputs (n, R, D).
        visual: the visual input, (R, D).
        tokens: the start token and the text's tokens, without an end, (1 + L,).
        words: of the text, L.

    Raises:
        ModelError: when the captioner is a module in training mode, where dropout is on.
    """

    step: Step[Any]
    make_batch: Callable[[Tensor], Any]
    visual: Tensor
    tokens: Tensor
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if isinstance(self.step, torch.nn.Module):
            check_in_eval_mode(self.step)

    def scores(self, visual: Tensor) -> Tensor:
        """Return the log-probability of each word for inputs `visual` (n, R, D), (n, L)."""
        state = self.step.start(self.make_batch(visual))
        log_probs = []
        for token, word in zip(self.tokens[:-1], self.tokens[1:], strict=True):
            logits, state = self.step.step(token.expand(len(visual)), state)
            log_probs.append(logits.log_softmax(-1)[:, word])
        return torch.stack(log_probs, 1)
