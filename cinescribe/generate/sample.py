"""Decoding by sampling, with temperature, top-k and nucleus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.generate.hypotheses import Hypotheses, decode_rows, start_rows
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.step import State, Step
from cinescribe.language.tokens.vocabulary import Tokens


@dataclass(frozen=True)
class Sampling:
    """How tokens are sampled: logits / temperature, then the `top_k` likeliest, of those the nucleus `top_p`.

    Args:
        n_samples: rows for each item.
        temperature: above 1 flattens the distribution, below 1 sharpens it.
        top_k: number of likeliest tokens that may be sampled; None for all.
        top_p: only the smallest set of likeliest tokens whose probabilities reach this sum may be sampled.
        seed: the same seed gives the same rows.

    Raises:
        ModelError: when a value is out of range.
    """

    n_samples: int = 1
    temperature: float = 1.0
    top_k: int | None = None
    top_p: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        wanted = {
            "n_samples": (self.n_samples >= 1, "1 or more"),
            "temperature": (0 < self.temperature < float("inf"), "a number above 0"),
            "top_k": (self.top_k is None or self.top_k >= 1, "1 or more, or none at all"),
            "top_p": (0 < self.top_p <= 1, "above 0 and up to 1"),
        }
        for name, (good, wish) in wanted.items():
            if not good:
                raise ModelError(f"{name} of sampling is {getattr(self, name)!r}; expected {wish}")


def sampled(
    step: Step[State],
    batch: Any,
    *,
    tokens: Tokens,
    longest: int,
    sampling: Sampling | None = None,
    limits: Limits | None = None,
) -> Hypotheses:
    """Sample rows, (B · n_samples, L), those of one item next to each other.

    Each row has its own random numbers, so it does not depend on which rows end before it.

    Args:
        step: the model, in evaluation mode.
        batch: its inputs.
        tokens: the special tokens.
        longest: maximum number of tokens of a row, with start and end.
        sampling: how tokens are sampled; by default one row per item from the unchanged distribution.
        limits: which tokens are allowed; by default all.

    Raises:
        ModelError: when `longest` is below 2, or no token is allowed.
    """
    sampling = sampling or Sampling()
    words = start_rows(batch, tokens=tokens, longest=longest)
    items = torch.arange(len(words), device=words.device).repeat_interleave(sampling.n_samples)
    generator = torch.Generator().manual_seed(sampling.seed)
    numbers = torch.rand(len(items), longest, generator=generator, dtype=torch.float64).to(words.device)

    def choose(logits: Tensor, rows: Tensor, column: int) -> Tensor:
        return _token_at(_probabilities(logits, sampling), numbers[rows, column])

    state = step.select(step.start(batch), items)
    return decode_rows(step, state, words=words[items], choose=choose, tokens=tokens, limits=limits)


def _probabilities(logits: Tensor, sampling: Sampling) -> Tensor:
    """Return the probabilities of the tokens that may be sampled, (R, V), not normalised."""
    probabilities = (logits.double() / sampling.temperature).softmax(1)
    if sampling.top_k is None and sampling.top_p == 1:
        return probabilities
    ranked, order = probabilities.sort(dim=1, descending=True, stable=True)
    ranked = ranked[:, : sampling.top_k]
    # A token is in the nucleus while those before it have not reached the sum (Holtzman et al. 2020).
    before = ranked.cumsum(1) - ranked
    ranked = ranked.masked_fill(before >= sampling.top_p * ranked.sum(1, keepdim=True), 0)
    return torch.zeros_like(probabilities).scatter(1, order[:, : sampling.top_k], ranked)


def _token_at(probabilities: Tensor, numbers: Tensor) -> Tensor:
    """Return the token (R,) at which the cumulative probabilities, (R, V), pass each number of [0, 1), (R,)."""
    totals = probabilities.cumsum(1)
    return (totals <= numbers[:, None] * totals[:, -1:]).sum(1).clamp(max=probabilities.shape[1] - 1)
