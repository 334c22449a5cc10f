"""Rows of tokens as writers leave them, and the loop that writes one hypothesis a row.

Legend: `R` rows, `L` tokens of a row, `V` vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.step import State, Step
from cinescribe.language.tokens.vocabulary import Tokens

_AT_ONCE = 16  # rows whose totals are summed together: as many as stay near the processor

# Picks the next token (R,) of some rows from their logits (R, V), the rows' numbers (R,) and the column to be filled.
Choice: TypeAlias = Callable[[Tensor, Tensor, int], Tensor]


@dataclass(frozen=True)
class Written:
    """Rows of tokens with what the model thought of them.

    Args:
        words: from start to end, right-padded, (R, L), as `SetBatch.words`; a row that was full before has no end.
        log_probs: log-probability of each token under the model itself, before limits, temperature and cuts, so that
            one teacher-forced pass gives the same, (R, L); 0 for the start and for padding.
    """

    words: Tensor
    log_probs: Tensor

    @property
    def scores(self) -> Tensor:
        """Log-probability of each whole row, (R,)."""
        return self.log_probs.sum(-1)


def opened(batch: Any, *, tokens: Tokens, longest: int) -> Tensor:
    """Rows that hold the start alone, (B, longest), one for each item of a batch, where its tensors lie.

    Raises:
        ModelError: when a row has no room for a start and an end.
    """
    if longest < 2:
        raise ModelError(f"rows of at most {longest} tokens came; 2 or more are wanted, for the start and the end")
    held = [value for value in getattr(batch, "__dict__", {}).values() if isinstance(value, Tensor)]
    device = held[0].device if held else torch.device("cpu")
    words = torch.full((len(batch), longest), tokens.pad, device=device)
    words[:, 0] = tokens.start
    return words


@torch.no_grad()
def write(
    step: Step[State], state: State, *, words: Tensor, choose: Choice, tokens: Tokens, limits: Limits | None = None
) -> Written:
    """Rows written token after token until each has ended or is full; rows that ended leave the batch.

    Args:
        step: the writer.
        state: its state before the rows' start, a row for each of `words`.
        words: rows that hold the start alone, (R, L); left as they are.
        choose: picks the next tokens.
        tokens: the special tokens.
        limits: which tokens may come next.

    Raises:
        ModelError: when a row has no next token.
    """
    words, log_probs = words.clone(), torch.zeros(words.shape, device=words.device)
    rows = torch.arange(len(words), device=words.device)  # those still being written
    n_tokens = 1
    for column in range(1, words.shape[1] if len(words) else 1):
        logits, state = step.step(words[rows, column - 1], state)
        allowed = logits if limits is None else limits.limited(logits, words[rows, :column])
        chosen = choose(allowed, rows, column)
        words[rows, column] = chosen
        log_probs[rows, column] = log_probs_of(chosen[:, None], logits, allowed=allowed)[:, 0]
        check_chosen(log_probs[rows, column], rows, column)
        going = chosen != tokens.end
        n_tokens = column + 1
        if not bool(going.any()):
            break
        if not bool(going.all()):
            kept = going.nonzero()[:, 0]
            state, rows = step.select(state, kept), rows[kept]
    return Written(words[:, :n_tokens], log_probs[:, :n_tokens])


def check_chosen(log_probs: Tensor, rows: Tensor, column: int) -> None:
    """See to it that every row got a token that can be.

    Args:
        log_probs: what speaks for the tokens that were picked, (R,).
        rows: the numbers of the rows, (R,).
        column: where the tokens stand.

    Raises:
        ModelError: when nothing, or no number, speaks for one of them.
    """
    bad = ~torch.isfinite(log_probs)
    if bool(bad.any()):
        raise ModelError(
            f"no token can stand in column {column} of row {int(rows[bad][0])}: the model's logits are not numbers, "
            "or the limits forbid every token; look at the weights, or loosen the limits"
        )


def log_probs_of(ids: Tensor, logits: Tensor, *, allowed: Tensor) -> Tensor:
    """Log-probabilities of some tokens of each row, (R, k), under the model without limits; -inf where not allowed."""
    totals = torch.cat([part.logsumexp(1, keepdim=True) for part in torch.split(logits, _AT_ONCE)])
    log_probs = logits.gather(1, ids) - totals
    return log_probs.where(allowed.gather(1, ids) > -float("inf"), -float("inf"))
