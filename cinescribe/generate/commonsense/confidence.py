"""How likely a written phrase is true: a logistic regression of its log-probability (Platt 1999), for each aspect."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from cinescribe.errors import ModelError, brief

LIKELY = 0.5  # probability from which a phrase is kept: more likely true than not
_RIDGE = 1e-3  # of the slope: without it, classes that a line separates have no finite fit
_STEPS = 50  # of Newton's method; it converges in about ten


@dataclass(frozen=True)
class Confidence:
    """The chance that a phrase is true.

    Args:
        lines: offset and slope of the log-odds over the log-probability, by aspect.
    """

    lines: Mapping[str, tuple[float, float]]

    @classmethod
    def from_card(cls, lines: Mapping[str, Any]) -> Self:
        """Return the confidence that the card of a checkpoint has, by aspect.

        Raises:
            ModelError: when a line is not two numbers.
        """
        return cls({aspect: _line(aspect, line) for aspect, line in lines.items()})

    def of(self, aspect: str, log_prob: float) -> float:
        """Return the chance that a phrase of an aspect is true, 0 to 1.

        Raises:
            ModelError: when nothing is known of the aspect.
        """
        if aspect not in self.lines:
            raise ModelError(
                f"no confidence is known for {aspect!r}; train the model again, on a corpus whose validation films "
                "have phrases of it"
            )
        offset, slope = self.lines[aspect]
        return 1 / (1 + math.exp(-max(min(offset + slope * log_prob, 50.0), -50.0)))


def _line(aspect: str, line: Any) -> tuple[float, float]:
    is_list = isinstance(line, list | tuple)
    if not is_list or len(line) != 2 or not all(type(number) in (int, float) for number in line):
        raise ModelError(
            f"the confidence of {aspect!r} is {brief(line)}; expected an offset and a slope: get the checkpoint "
            "again from its source"
        )
    return float(line[0]), float(line[1])


def with_chance(text: str, chance: float) -> str | None:
    """Return a text and its chance, as notes say it; None if it is more likely false than true."""
    return f"{text} ({chance:.0%} likely)" if chance >= LIKELY else None


def fitted_line(log_probs: Sequence[float], are_true: Sequence[bool]) -> tuple[float, float]:
    """Return offset and slope of the log-odds that a phrase is true, by maximum likelihood.

    Targets are Platt's, (n + 1) / (n + 2) and 1 / (m + 2), so that a few phrases which are all true leave doubt.

    Args:
        log_probs: of phrases.
        are_true: whether each is true.

    Raises:
        ModelError: without phrases.
    """
    if not log_probs:
        raise ModelError("there are no phrases to fit confidence to; give phrases of validation films")
    x = np.stack([np.ones(len(log_probs)), np.asarray(log_probs, np.float64)], 1)
    true = np.asarray(are_true, np.bool_)
    target = np.where(true, (true.sum() + 1) / (true.sum() + 2), 1 / ((~true).sum() + 2))
    weights, ridge = np.zeros(2), np.array([0.0, _RIDGE])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -50, 50)))
        gradient = x.T @ (target - chance) - ridge * weights
        hessian = (x * (chance * (1 - chance))[:, None]).T @ x + np.diag(ridge + 1e-9)
        weights = weights + np.linalg.solve(hessian, gradient)
    return float(weights[0]), float(weights[1])
