"""The protocols of models that are decoded token by token."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from torch import Tensor

State = TypeVar("State")


class Step(Protocol[State]):
    """A model that is decoded one token at a time.

    A state holds everything up to a token and is never modified: rows of a state can be selected, repeated and dropped.
    """

    def start(self, batch: Any) -> State:
        """Return the state before the first token, a row for each item of the batch."""

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""

    def select(self, state: State, rows: Tensor) -> State:
        """Return the state of some rows, by number, (R',), at least one; a row may come several times."""


class _Reader(Protocol[State]):
    """A model that takes several given words at once; its states are those of a `Step`."""

    def read(self, words: Tensor, n_words: Tensor, state: State) -> tuple[Tensor, State]:
        """Take the first `n_words` (R,), one or more, of each row of words, (R, n).

        Gives the hidden state after each word, (R, n, D), without meaning where a row has no word, and the state after
        each row's last word.
        """

    def select(self, state: State, rows: Tensor) -> State:
        """Return the state of some rows, by number, (R',), at least one; a row may come several times."""


class Filler(_Reader[State], Protocol[State]):
    """A reader that predicts which person comes next."""

    def start_filling(self, batch: Any) -> State:
        """Return the state before the first word, with the blanks' text in its memory, a row for each item."""

    def person_logits(self, hidden: Tensor) -> Tensor:
        """Hidden states (..., D) to logits of the people, (..., P)."""
