"""Objectives on clip sets: captioning and filling in people (MICap, §3.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from torch import Tensor
from torch.nn import functional

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.train.objectives.losses import JointObjective
from cinescribe.train.objectives.point_objective import PointObjective


class ClipSetModel(Protocol):
    """The methods of a model that the objectives call; `models.micap.Micap` has them."""

    def memory(self, batch: SetBatch, *, blanks: bool) -> Any:
        """Encode a batch, with or without the blanks of its captions."""

    def hidden(self, words: Tensor, memory: Any) -> Tensor:
        """Return the decoder's hidden states of words (B, L), (B, L, D)."""

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Return logits over the vocabulary, (..., V)."""

    def person_logits(self, hidden: Tensor) -> Tensor:
        """Return logits over people, (..., P)."""


@dataclass(frozen=True)
class LossConfig:
    """The `[loss]` section of a recipe for clip sets.

    Args:
        objective: a name of `OBJECTIVES`.
        fill, caption: weights of the two losses.
        label_smoothing: share of a target's probability that is spread over all words; for captions only.
        antecedents, parts: weights of the two further losses of a pointer; see `PointObjective`.
    """

    objective: str = "joint"
    fill: float = 1.0
    caption: float = 1.0
    label_smoothing: float = 0.0
    antecedents: float = 0.5
    parts: float = 1.0


@dataclass(frozen=True)
class CaptionObjective:
    """Cross-entropy of each caption word given the words before it (eq. 15)."""

    tokens: Tokens
    weight: float = 1.0
    label_smoothing: float = 0.0
    name = "caption"

    def count(self, batch: SetBatch) -> Tensor:
        """Return the number of words to predict, ()."""
        return self._targets(batch).sum()

    def loss(self, model: ClipSetModel, batch: SetBatch) -> Tensor:
        """Return the cross-entropy summed over these words, ().

        Memory has no blanks, since there is no caption yet when one is generated (eq. 12).
        """
        targets = self._targets(batch)
        logits = model.word_logits(_hidden(model, batch, targets, blanks=False))
        labels = batch.words[:, 1:][targets]
        return functional.cross_entropy(logits.float(), labels, reduction="sum", label_smoothing=self.label_smoothing)

    def _targets(self, batch: SetBatch) -> Tensor:
        """Mask of all words except padding and unknown people, (B, L - 1)."""
        words = batch.words[:, 1:]
        return (words != self.tokens.pad) & (words != self.tokens.blank)


@dataclass(frozen=True)
class FillObjective:
    """Cross-entropy of the person in each blank, given the words and the true people before it (eq. 9)."""

    tokens: Tokens
    weight: float = 1.0
    name = "fill"

    def count(self, batch: SetBatch) -> Tensor:
        """Return the number of people to predict, ()."""
        return self._targets(batch).sum()

    def loss(self, model: ClipSetModel, batch: SetBatch) -> Tensor:
        """Return the cross-entropy summed over these people, ()."""
        targets = self._targets(batch)
        logits = model.person_logits(_hidden(model, batch, targets, blanks=True))
        labels = batch.words[:, 1:][targets] - self.tokens.first_person
        return functional.cross_entropy(logits.float(), labels, reduction="sum")

    def _targets(self, batch: SetBatch) -> Tensor:
        """Mask of words that are known people, (B, L - 1) (eq. 11)."""
        return batch.is_blank[:, 1:] & (batch.words[:, 1:] != self.tokens.blank)


def _hidden(model: ClipSetModel, batch: SetBatch, targets: Tensor, *, blanks: bool) -> Tensor:
    """Hidden states before each target, (n, D); the classifier runs on these only."""
    return model.hidden(batch.words[:, :-1], model.memory(batch, blanks=blanks))[targets]


def _caption(tokens: Tokens, config: LossConfig) -> CaptionObjective:
    return CaptionObjective(tokens, config.caption, config.label_smoothing)


def _fill(tokens: Tokens, config: LossConfig) -> FillObjective:
    return FillObjective(tokens, config.fill)


def _point(tokens: Tokens, config: LossConfig) -> PointObjective:
    return PointObjective(tokens, config.fill, config.antecedents, config.parts)


OBJECTIVES: dict[str, Callable[[Tokens, LossConfig], tuple[JointObjective, ...]]] = {
    "xe": lambda tokens, config: ((_caption(tokens, config),),),
    "fill": lambda tokens, config: ((_fill(tokens, config),),),
    "point": lambda tokens, config: ((_point(tokens, config),),),  # for the model `pointer`
    "joint": lambda tokens, config: ((_fill(tokens, config), _caption(tokens, config)),),
    # one optimizer step per objective, as in the authors' release
    "joint-stepwise": lambda tokens, config: ((_fill(tokens, config),), (_caption(tokens, config),)),
}


def build_clip_objectives(tokens: Tokens, config: LossConfig) -> tuple[JointObjective, ...]:
    """Return the objectives of a recipe, one tuple per optimizer step on a batch."""
    return OBJECTIVES[config.objective](tokens, config)
