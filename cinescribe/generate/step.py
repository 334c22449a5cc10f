"""The contract of every neural writer: one token at a time, its memory a value."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from torch import Tensor

State = TypeVar("State")


class Step(Protocol[State]):
    """A neural writer, one token at a time.

    A state holds everything that was read so far and is never written into by its reader: rows of one state can be
    selected, repeated and dropped.
    """

    def start(self, batch: Any) -> State:
        """The state before the first token, a row for each item of the batch."""

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Read one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""

    def select(self, state: State, rows: Tensor) -> State:
        """The state of some rows, by number, (R',), at least one; a row may come several times."""


class Reader(Protocol[State]):
    """A neural reader of given words, runs of them at once; its states are those of a writer."""

    def read(self, words: Tensor, n_words: Tensor, state: State) -> tuple[Tensor, State]:
        """Read the first `n_words` (R,), one or more, of each row of words, (R, n).

        Gives what stands after each word, (R, n, D), anything where a row has no word, and the state after the rows'
        last words.
        """

    def select(self, state: State, rows: Tensor) -> State:
        """The state of some rows, by number, (R',), at least one; a row may come several times."""


class Filler(Reader[State], Protocol[State]):
    """A reader that tells which person comes next."""

    def start_filling(self, batch: Any) -> State:
        """The state before the first word, its memory with the blanks' text, a row for each item of the batch."""

    def person_logits(self, hidden: Tensor) -> Tensor:
        """Logits of the people, (..., P), from what stands before them, (..., D)."""
