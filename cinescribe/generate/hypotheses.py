"""Decoded rows of tokens, and the loop that decodes one hypothesis per row.

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

_N_ROWS = 16  # rows whose totals are summed together: as many as fit into the processor's cache

# Chooses the next token (R,) of some rows from their logits (R, V), the rows' numbers (R,) and the column to be filled.
TokenChoice: TypeAlias = Callable[[Tensor, Tensor, int], Tensor]


@dataclass(frozen=True)
class Hypotheses:
    """Decoded rows of tokens with their log-probabilities.

    Args:
        words: from start to end, right-padded, (R, L), as `SetBatch.words`; a row that reached the maximum has no end.
        log_probs: log-probability of each token under the model, (R, L), without limits, temperature and truncation, as
            a teacher-forced pass gives it; 0 for the start and for padding.
    """

    words: Tensor
    log_probs: Tensor

    @property
    def scores(self) -> Tensor:
        """Log-probability of each whole row, (R,)."""
        return self.log_probs.sum(-1)


def start_rows(batch: Any, *, tokens: Tokens, longest: int) -> Tensor:
    """Return rows with only the start token, (B, longest), one for each item of a batch, on the batch's device.

    Raises:
        ModelError: when `longest` is below 2.
    """
    if longest < 2:
        raise ModelError(f"rows have at most {longest} tokens; expected 2 or more, for the start and the end")
    tensors = [value for value in getattr(batch, "__dict__", {}).values() if isinstance(value, Tensor)]
    device = tensors[0].device if tensors else torch.device("cpu")
    words = torch.full((len(batch), longest), tokens.pad, device=device)
    words[:, 0] = tokens.start
    return words


@torch.no_grad()
def decode_rows(
    step: Step[State], state: State, *, words: Tensor, choose: TokenChoice, tokens: Tokens, limits: Limits | None = None
) -> Hypotheses:
    """Decode rows token by token until each has ended or is full; rows that have ended leave the batch.

    Args:
        step: the model.
        state: its state before the start token, a row for each of `words`.
        words: rows with only the start token, (R, L); not changed.
        choose: chooses the next tokens.
        tokens: the special tokens.
        limits: which tokens are allowed.

    Raises:
        ModelError: when no token is allowed in a row.
    """
    words, log_probs = words.clone(), torch.zeros(words.shape, device=words.device)
    rows = torch.arange(len(words), device=words.device)  # rows not yet ended
    n_tokens = 1
    for column in range(1, words.shape[1] if len(words) else 1):
        logits, state = step.step(words[rows, column - 1], state)
        allowed = logits if limits is None else limits.limited(logits, words[rows, :column])
        chosen = choose(allowed, rows, column)
        words[rows, column] = chosen
        log_probs[rows, column] = token_log_probs(chosen[:, None], logits, allowed=allowed)[:, 0]
        check_tokens(log_probs[rows, column], rows, column)
        going = chosen != tokens.end
        n_tokens = column + 1
        if not bool(going.any()):
            break
        if not bool(going.all()):
            left = going.nonzero()[:, 0]
            state, rows = step.select(state, left), rows[left]
    return Hypotheses(words[:, :n_tokens], log_probs[:, :n_tokens])


def check_tokens(log_probs: Tensor, rows: Tensor, column: int) -> None:
    """Raise if a row got no valid token.

    Args:
        log_probs: the log-probabilities or scores of the chosen tokens, (R,).
        rows: the numbers of the rows, (R,).
        column: the column of the tokens.

    Raises:
        ModelError: when a log-probability is not finite.
    """
    bad = ~torch.isfinite(log_probs)
    if bool(bad.any()):
        raise ModelError(
            f"no token is possible in column {column} of row {int(rows[bad][0])}: the model's logits are not finite, "
            "or the limits forbid every token; check the weights, or loosen the limits"
        )


def token_log_probs(ids: Tensor, logits: Tensor, *, allowed: Tensor) -> Tensor:
    """Return the log-probabilities of some tokens of each row without limits, (R, k); -inf for forbidden tokens."""
    totals = torch.cat([part.logsumexp(1, keepdim=True) for part in torch.split(logits, _N_ROWS)])
    log_probs = logits.gather(1, ids) - totals
    return log_probs.where(allowed.gather(1, ids) > -float("inf"), -float("inf"))
