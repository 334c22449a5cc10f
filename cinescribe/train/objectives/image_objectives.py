"""Objectives on images: cross-entropy and self-critical training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from torch import Tensor
from torch.nn import functional

from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.still_schema import Still
from cinescribe.train.objectives.image_batch import ImageBatch, ImageCaptionModel
from cinescribe.train.objectives.losses import JointObjective
from cinescribe.train.objectives.self_critical import CaptionReward, SelfCriticalObjective


@dataclass(frozen=True)
class ImageLossConfig:
    """The `[loss]` section of a recipe for images.

    Args:
        objective: a name of `IMAGE_OBJECTIVES`.
        label_smoothing: share of a word's probability that is spread over all words; for `xe` only.
        n_beams: sampled captions of an image, k; for `scst` only.
    """

    objective: str = "xe"
    label_smoothing: float = 0.0
    n_beams: int = 5


@dataclass(frozen=True)
class ImageCaptionObjective:
    """Cross-entropy of each caption word given the words before it."""

    tokens: Vocabulary
    label_smoothing: float = 0.0
    name = "caption"
    weight = 1.0

    def count(self, batch: ImageBatch) -> Tensor:
        """Return the number of words to predict, ()."""
        return (batch.pictures.words[:, 1:] != self.tokens.pad).sum()

    def loss(self, model: ImageCaptionModel, batch: ImageBatch) -> Tensor:
        """Return the cross-entropy summed over these words, ()."""
        words = batch.pictures.words
        targets = words[:, 1:] != self.tokens.pad
        hidden = model.hidden(words[:, :-1], model.memory(batch.pictures))[targets]
        logits, labels = model.word_logits(hidden).float(), words[:, 1:][targets]
        return functional.cross_entropy(logits, labels, reduction="sum", label_smoothing=self.label_smoothing)


@dataclass(frozen=True)
class ObjectiveData:
    """The data that objectives need beside the recipe: the vocabulary, the training images and the caption length."""

    tokens: Vocabulary
    stills: Sequence[Still]
    longest: int


ObjectiveFactory: TypeAlias = Callable[[ImageLossConfig, ObjectiveData], tuple[JointObjective, ...]]


def _cross_entropy(config: ImageLossConfig, data: ObjectiveData) -> tuple[JointObjective, ...]:
    return ((ImageCaptionObjective(data.tokens, config.label_smoothing),),)


def _self_critical(config: ImageLossConfig, data: ObjectiveData) -> tuple[JointObjective, ...]:
    reward = CaptionReward.from_references([still.captions for still in data.stills], data.tokens)
    return ((SelfCriticalObjective(data.tokens, reward, longest=data.longest, n_beams=config.n_beams),),)


IMAGE_OBJECTIVES: dict[str, ObjectiveFactory] = {"scst": _self_critical, "xe": _cross_entropy}
