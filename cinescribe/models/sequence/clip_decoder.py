"""What all captioners of single clips have in common: how their recurrent layers become a decoder of tokens.

Legend: `B` clips, `L` tokens of a caption, `R` rows being decoded, `D` width, `V` vocabulary.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, Self, TypeVar

from torch import Tensor, nn

from cinescribe.features.clip_sets.set_batch import SetBatch


class _State(Protocol):
    """A decoding state, as a value."""

    def select(self, rows: Tensor) -> Self:
        """Return the state of some rows, by number, (R',); a row may come several times."""


_SomeState = TypeVar("_SomeState", bound=_State)


class ClipDecoder(nn.Module, ABC, Generic[_SomeState]):
    """A captioner of single clips; a `generate.step.Step`.

    A subclass has a `classifier` of words, and defines what it remembers of a clip and how it reads words. Reading
    words one by one or together gives the same.
    """

    classifier: nn.Module

    @abstractmethod
    def memory(self, batch: SetBatch, *, blanks: bool = False) -> Any:
        """Return what the decoder remembers of each clip.

        Raises:
            ModelError, FeatureError: as `clip_inputs`.
        """

    @abstractmethod
    def read(self, words: Tensor, state: _SomeState) -> tuple[Tensor, _SomeState]:
        """Return the output after each word (R, L), (R, L, D), and the state after the last.

        Raises:
            ModelError: for tokens beyond the vocabulary.
        """

    def start_from(self, memory: Any) -> _SomeState:
        """Return the state before the first token; unless a subclass says otherwise, the memory is this state."""
        state: _SomeState = memory
        return state

    def hidden(self, words: Tensor, memory: Any) -> Tensor:
        """Return the output after each word (B, L), (B, L, D); errors as `read`."""
        return self.read(words, self.start_from(memory))[0]

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of the next word, (..., V)."""
        logits: Tensor = self.classifier(hidden)
        return logits

    def start(self, batch: SetBatch) -> _SomeState:
        """Return the state before the first token, a row for each clip; errors as `memory`."""
        return self.start_from(self.memory(batch))

    def step(self, tokens: Tensor, state: _SomeState) -> tuple[Tensor, _SomeState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        hidden, state = self.read(tokens[:, None], state)
        return self.word_logits(hidden[:, 0]), state

    def select(self, state: _SomeState, rows: Tensor) -> _SomeState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return state.select(rows)
