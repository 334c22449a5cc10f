"""The likeliest token, one after the other."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from cinescribe.generate.hypotheses import Written, opened, write
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.step import State, Step
from cinescribe.language.tokens.vocabulary import Tokens


def greedy(step: Step[State], batch: Any, *, tokens: Tokens, longest: int, limits: Limits | None = None) -> Written:
    """A row for each item of a batch, each token the likeliest after those before it (MICap, eq. 14).

    Of equally likely tokens the one of lower number is taken.

    Args:
        step: the writer, in evaluation mode if it drops out.
        batch: what it writes about.
        tokens: the special tokens.
        longest: tokens of a row at most, start and end included.
        limits: which tokens may come next; any, if left out.

    Raises:
        ModelError: when rows have no room, or no token can come next.
    """
    words = opened(batch, tokens=tokens, longest=longest)
    return write(step, step.start(batch), words=words, choose=_likeliest, tokens=tokens, limits=limits)


def _likeliest(logits: Tensor, rows: Tensor, column: int) -> Tensor:
    return logits.argmax(1)  # the first of equals
