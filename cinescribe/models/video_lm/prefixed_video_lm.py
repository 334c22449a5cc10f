"""What video language models with a causal language model have in common: it reads their vectors before its prompt."""

from __future__ import annotations

from abc import ABC, abstractmethod

from torch import Tensor

from cinescribe.models.video_lm.prefixed_lm import PrefixedLM, PrefixedState
from cinescribe.models.video_lm.video_batch import VideoBatch
from cinescribe.models.video_lm.video_lm import LearnedWeights


class PrefixedVideoLM(LearnedWeights, ABC):
    """The part of a `VideoLM` that follows from `prefix`; a subclass has `language` and `prefix`."""

    language: PrefixedLM

    @abstractmethod
    def prefix(self, batch: VideoBatch) -> Tensor:
        """Return the vectors of each video in the language model's width, (B, P, D)."""

    def forward(self, batch: VideoBatch) -> Tensor:
        """Return the logits of each token of the answers, (n_targets, V)."""
        logits: Tensor = self.language(self.prefix(batch), batch)
        return logits

    def start(self, batch: VideoBatch) -> PrefixedState:
        """Return the state before the prompt's last token, a row for each video."""
        return self.language.start(self.prefix(batch), batch)

    def step(self, tokens: Tensor, state: PrefixedState) -> tuple[Tensor, PrefixedState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        return self.language.step(tokens, state)

    def select(self, state: PrefixedState, rows: Tensor) -> PrefixedState:
        """Return the state of some rows, by number."""
        return self.language.select(state, rows)
