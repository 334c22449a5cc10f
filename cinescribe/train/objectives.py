"""What is learnt: the losses of captioning and of filling in, and how a batch passes through them (MICap, §3.2).

A loss is a sum over targets and is divided by how many targets the whole step has, over its accumulated batches and
over all processes: so a step does not depend on how it was cut up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import torch
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.features.set_batch import SetBatch
from cinescribe.language.vocabulary import Tokens


class SetWriter(Protocol):
    """What the losses ask of a model; `models.micap.Micap` has it."""

    def memory(self, batch: SetBatch, *, blanks: bool) -> Any: ...
    def hidden(self, words: Tensor, memory: Any) -> Tensor: ...
    def word_logits(self, hidden: Tensor) -> Tensor: ...
    def person_logits(self, hidden: Tensor) -> Tensor: ...


Targets: TypeAlias = Callable[[SetBatch, Tokens], Tensor]  # which words of a batch are to be told, (B, L - 1)
Logits: TypeAlias = Callable[[Any, SetBatch, Tensor], Tensor]  # of those words, (n, V) or (n, P)


@dataclass(frozen=True)
class Pass:
    """One way of a batch through a model.

    Args:
        name: as logs tell it.
        targets: which words have to be told.
        logits: the model's guesses of them.
        people_only: whether the guesses are among people alone.
    """

    name: str
    targets: Targets
    logits: Logits
    people_only: bool


def every_word(batch: SetBatch, tokens: Tokens) -> Tensor:
    """Each word behind the first (eq. 15); padding, and people whom nobody told of, left out."""
    words = batch.words[:, 1:]
    return (words != tokens.pad) & (words != tokens.blank)


def every_blank(batch: SetBatch, tokens: Tokens) -> Tensor:
    """Each word that is a known person (eq. 11)."""
    return batch.is_blank[:, 1:] & (batch.words[:, 1:] != tokens.blank)


def _caption_logits(model: SetWriter, batch: SetBatch, targets: Tensor) -> Tensor:
    """Blanks are left out of memory: nobody has written the caption yet (eq. 12)."""
    return model.word_logits(_hidden(model, batch, targets, blanks=False))


def _fill_logits(model: SetWriter, batch: SetBatch, targets: Tensor) -> Tensor:
    """The words are given, the true people before each blank among them (eq. 9)."""
    return model.person_logits(_hidden(model, batch, targets, blanks=True))


def _hidden(model: SetWriter, batch: SetBatch, targets: Tensor, *, blanks: bool) -> Tensor:
    """What the model knows before each target, (n, D): the classifier is run for these alone."""
    return model.hidden(batch.words[:, :-1], model.memory(batch, blanks=blanks))[targets]


CAPTION = Pass("caption", every_word, _caption_logits, people_only=False)
FILL = Pass("fill", every_blank, _fill_logits, people_only=True)

# Passes whose gradients one optimiser step takes together.
Group: TypeAlias = tuple[Pass, ...]
OBJECTIVES: dict[str, tuple[Group, ...]] = {
    "xe": ((CAPTION,),),
    "fill": ((FILL,),),
    "joint": ((FILL, CAPTION),),
    "joint-stepwise": ((FILL,), (CAPTION,)),  # a step after each pass, as the authors' release does
}


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

    def of(self, name: str) -> float:
        """The weight of a pass."""
        return {"fill": self.fill, "caption": self.caption}[name]


class Losses(nn.Module):
    """A model with its losses; a module of its own, so that several processes can share its gradients."""

    def __init__(self, model: nn.Module, tokens: Tokens, weights: Weights) -> None:
        super().__init__()
        self.model = model
        self._tokens, self._weights = tokens, weights

    def forward(self, batch: SetBatch, *, group: Group, counts: Tensor) -> Tensor:
        """Each pass's loss over `counts` targets, unweighted, (passes,)."""
        sums = [self._sum(batch, each) for each in group]
        return torch.stack(sums) / counts.clamp(min=1)

    def weights(self, group: Group) -> Tensor:
        """What each pass's loss counts, (passes,)."""
        return torch.tensor([self._weights.of(each.name) for each in group])

    def counts(self, batch: SetBatch, group: Group) -> Tensor:
        """Targets of each pass, (passes,)."""
        return torch.stack([each.targets(batch, self._tokens).sum() for each in group])

    def _sum(self, batch: SetBatch, each: Pass) -> Tensor:
        targets = each.targets(batch, self._tokens)
        logits = each.logits(self.model, batch, targets)
        wanted = batch.words[:, 1:][targets] - (self._tokens.first_person if each.people_only else 0)
        smoothing = 0.0 if each.people_only else self._weights.smoothing
        return functional.cross_entropy(logits.float(), wanted, reduction="sum", label_smoothing=smoothing)
