"""What is learnt about stills: captions that people gave them told word by word, or own captions by their reward."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from torch import Tensor
from torch.nn import functional

from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.schema import Still
from cinescribe.train.objectives.image_batch import PictureWriter, StillBatch
from cinescribe.train.objectives.losses import Group
from cinescribe.train.objectives.self_critical import CaptionReward, SelfCriticalPass


@dataclass(frozen=True)
class StillWeights:
    """The recipe's lines on losses.

    Args:
        objective: a name of `STILL_OBJECTIVES`.
        smoothing: share of a word's probability that is spread over all words; of `xe` alone.
        n_beams: captions of a still that are rewarded, k; of `scst` alone.
    """

    objective: str = "xe"
    smoothing: float = 0.0
    n_beams: int = 5


@dataclass(frozen=True)
class TellPass:
    """Each word of a still's caption is told from those before it: cross-entropy."""

    tokens: Vocabulary
    smoothing: float = 0.0
    name = "caption"
    weight = 1.0

    def count(self, batch: StillBatch) -> Tensor:
        """How many words are to be told, ()."""
        return (batch.pictures.words[:, 1:] != self.tokens.pad).sum()

    def loss(self, model: PictureWriter, batch: StillBatch) -> Tensor:
        """Cross-entropy summed over them, ()."""
        words = batch.pictures.words
        targets = words[:, 1:] != self.tokens.pad
        hidden = model.hidden(words[:, :-1], model.memory(batch.pictures))[targets]
        logits = model.word_logits(hidden).float()
        return functional.cross_entropy(logits, words[:, 1:][targets], reduction="sum", label_smoothing=self.smoothing)


@dataclass(frozen=True)
class Taught:
    """What the passes rest on beside the recipe: the vocabulary, the stills learnt from, and how long captions are."""

    tokens: Vocabulary
    stills: Sequence[Still]
    longest: int


Objective: TypeAlias = Callable[[StillWeights, Taught], tuple[Group, ...]]


def _cross_entropy(weights: StillWeights, taught: Taught) -> tuple[Group, ...]:
    return ((TellPass(taught.tokens, weights.smoothing),),)


def _self_critical(weights: StillWeights, taught: Taught) -> tuple[Group, ...]:
    reward = CaptionReward.of([still.captions for still in taught.stills], taught.tokens)
    return ((SelfCriticalPass(taught.tokens, reward, longest=taught.longest, n_beams=weights.n_beams),),)


STILL_OBJECTIVES: dict[str, Objective] = {"scst": _self_critical, "xe": _cross_entropy}
