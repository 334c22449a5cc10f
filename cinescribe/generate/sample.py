"""Tokens drawn by chance, as likely as the model has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.generate.hypotheses import Written, opened, write
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.step import State, Step
from cinescribe.language.tokens.vocabulary import Tokens


@dataclass(frozen=True)
class Sampling:
    """How tokens are drawn: logits / temperature, then the `top_k` likeliest, of those the nucleus `top_p`.

    Args:
        n_samples: rows for each item.
        temperature: above 1 bolder, below 1 nearer to the likeliest.
        top_k: how many tokens may be drawn; all, if None.
        top_p: the fewest likeliest tokens whose probabilities reach this sum may be drawn.
        seed: the same seed draws the same rows.

    Raises:
        ModelError: when one of them cannot be.
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
                raise ModelError(f"sampling came with {name} {getattr(self, name)!r}; {wish} is wanted")


def sampled(
    step: Step[State],
    batch: Any,
    *,
    tokens: Tokens,
    longest: int,
    sampling: Sampling | None = None,
    limits: Limits | None = None,
) -> Written:
    """Rows drawn by chance, (B · n_samples, L), the samples of one item next to each other.

    Each row has its own random numbers, so that a row does not change when others end before it.

    Args:
        step: the writer, in evaluation mode if it drops out.
        batch: what it writes about.
        tokens: the special tokens.
        longest: tokens of a row at most, start and end included.
        sampling: how tokens are drawn; by default as the model has them, one row an item.
        limits: which tokens may come next; any, if left out.

    Raises:
        ModelError: when rows have no room, or no token can come next.
    """
    sampling = sampling or Sampling()
    words = opened(batch, tokens=tokens, longest=longest)
    items = torch.arange(len(words), device=words.device).repeat_interleave(sampling.n_samples)
    generator = torch.Generator().manual_seed(sampling.seed)
    numbers = torch.rand(len(items), longest, generator=generator, dtype=torch.float64).to(words.device)

    def drawn(logits: Tensor, rows: Tensor, column: int) -> Tensor:
        return _at(_chances(logits, sampling), numbers[rows, column])

    state = step.select(step.start(batch), items)
    return write(step, state, words=words[items], choose=drawn, tokens=tokens, limits=limits)


def _chances(logits: Tensor, sampling: Sampling) -> Tensor:
    """Probabilities of the tokens that may be drawn, (R, V), not brought to a sum of 1."""
    chances = (logits.double() / sampling.temperature).softmax(1)
    if sampling.top_k is None and sampling.top_p == 1:
        return chances
    ranked, order = chances.sort(dim=1, descending=True, stable=True)
    ranked = ranked[:, : sampling.top_k]
    # A token is in the nucleus while those before it have not reached the sum (Holtzman et al. 2020).
    before = ranked.cumsum(1) - ranked
    ranked = ranked.masked_fill(before >= sampling.top_p * ranked.sum(1, keepdim=True), 0)
    return torch.zeros_like(chances).scatter(1, order[:, : sampling.top_k], ranked)


def _at(chances: Tensor, numbers: Tensor) -> Tensor:
    """The token (R,) at which the sum of the chances, (R, V), passes each number of [0, 1), (R,)."""
    passed = chances.cumsum(1)
    return (passed <= numbers[:, None] * passed[:, -1:]).sum(1).clamp(max=chances.shape[1] - 1)
