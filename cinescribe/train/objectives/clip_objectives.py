"""What is learnt about clip sets: captioning and filling in, and how a batch passes through a model (MICap, §3.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from torch import Tensor
from torch.nn import functional

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.train.objectives.losses import Group


class SetWriter(Protocol):
    """What the losses ask of a model; `models.micap.Micap` has it."""

    def memory(self, batch: SetBatch, *, blanks: bool) -> Any: ...
    def hidden(self, words: Tensor, memory: Any) -> Tensor: ...
    def word_logits(self, hidden: Tensor) -> Tensor: ...
    def person_logits(self, hidden: Tensor) -> Tensor: ...


@dataclass(frozen=True)
class Weights:
    """The recipe's lines on losses.

    Args:
        objective: a name of `OBJECTIVES`.
        fill, caption: weights of the two losses.
        smoothing: share of a target's probability that is spread over all words; captions alone.
    """

    objective: str = "joint"
    fill: float = 1.0
    caption: float = 1.0
    smoothing: float = 0.0


@dataclass(frozen=True)
class CaptionPass:
    """Each word behind the first is told from those before it (eq. 15)."""

    tokens: Tokens
    weight: float = 1.0
    smoothing: float = 0.0
    name = "caption"

    def count(self, batch: SetBatch) -> Tensor:
        """How many words are to be told, ()."""
        return self._targets(batch).sum()

    def loss(self, model: SetWriter, batch: SetBatch) -> Tensor:
        """Cross-entropy summed over them, ().

        Blanks are left out of memory: nobody has written the caption yet (eq. 12).
        """
        targets = self._targets(batch)
        logits = model.word_logits(_hidden(model, batch, targets, blanks=False))
        wanted = batch.words[:, 1:][targets]
        return functional.cross_entropy(logits.float(), wanted, reduction="sum", label_smoothing=self.smoothing)

    def _targets(self, batch: SetBatch) -> Tensor:
        """Every word, (B, L - 1); padding, and people whom nobody told of, left out."""
        words = batch.words[:, 1:]
        return (words != self.tokens.pad) & (words != self.tokens.blank)


@dataclass(frozen=True)
class FillPass:
    """Each blank's person is told among the people; the words are given, true people before it among them (eq. 9)."""

    tokens: Tokens
    weight: float = 1.0
    name = "fill"

    def count(self, batch: SetBatch) -> Tensor:
        """How many people are to be told, ()."""
        return self._targets(batch).sum()

    def loss(self, model: SetWriter, batch: SetBatch) -> Tensor:
        """Cross-entropy summed over them, ()."""
        targets = self._targets(batch)
        logits = model.person_logits(_hidden(model, batch, targets, blanks=True))
        wanted = batch.words[:, 1:][targets] - self.tokens.first_person
        return functional.cross_entropy(logits.float(), wanted, reduction="sum")

    def _targets(self, batch: SetBatch) -> Tensor:
        """Every word that is a known person, (B, L - 1) (eq. 11)."""
        return batch.is_blank[:, 1:] & (batch.words[:, 1:] != self.tokens.blank)


def _hidden(model: SetWriter, batch: SetBatch, targets: Tensor, *, blanks: bool) -> Tensor:
    """What the model knows before each target, (n, D): the classifier is run for these alone."""
    return model.hidden(batch.words[:, :-1], model.memory(batch, blanks=blanks))[targets]


def _caption(tokens: Tokens, weights: Weights) -> CaptionPass:
    return CaptionPass(tokens, weights.caption, weights.smoothing)


def _fill(tokens: Tokens, weights: Weights) -> FillPass:
    return FillPass(tokens, weights.fill)


OBJECTIVES: dict[str, Callable[[Tokens, Weights], tuple[Group, ...]]] = {
    "xe": lambda tokens, weights: ((_caption(tokens, weights),),),
    "fill": lambda tokens, weights: ((_fill(tokens, weights),),),
    "joint": lambda tokens, weights: ((_fill(tokens, weights), _caption(tokens, weights)),),
    # a step after each pass, as the authors' release does
    "joint-stepwise": lambda tokens, weights: ((_fill(tokens, weights),), (_caption(tokens, weights),)),
}


def groups_of(tokens: Tokens, weights: Weights) -> tuple[Group, ...]:
    """The passes of an objective; those of a group share an optimiser step."""
    return OBJECTIVES[weights.objective](tokens, weights)
