"""Greedy decoding."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from cinescribe.generate.hypotheses import Hypotheses, decode_rows, start_rows
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.step import State, Step
from cinescribe.language.tokens.vocabulary import Tokens


def greedy(step: Step[State], batch: Any, *, tokens: Tokens, longest: int, limits: Limits | None = None) -> Hypotheses:
    """Decode a row for each item of a batch, each token the likeliest given those before it (MICap, eq. 14).

    Of equally likely tokens, the one with the lower number is taken.

    Args:
        step: the model, in evaluation mode.
        batch: its inputs.
        tokens: the special tokens.
        longest: maximum number of tokens of a row, with start and end.
        limits: which tokens are allowed; by default all.

    Raises:
        ModelError: when `longest` is below 2, or no token is allowed.
    """
    words = start_rows(batch, tokens=tokens, longest=longest)
    return decode_rows(step, step.start(batch), words=words, choose=_likeliest, tokens=tokens, limits=limits)


def _likeliest(logits: Tensor, rows: Tensor, column: int) -> Tensor:
    return logits.argmax(1)  # the first of equals
