"""Recipes of training runs on what clips imply."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.corpus.datasets.sidecar_annotations import CLEAN, COMMONSENSE
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.timing import Seconds
from cinescribe.train.recipes.base_recipe import BaseRecipe


@dataclass(frozen=True)
class CommonsenseInputConfig:
    """The `[inputs]` section: what the model reads.

    Args:
        features: the corpus's folder of features.
        min_count: occurrences in the training texts that a word needs to enter the vocabulary.
        n_people: person tokens.
    """

    features: str = "features"
    min_count: int = 1
    n_people: int = N_PEOPLE


@dataclass(frozen=True)
class CommonsenseSamplingConfig:
    """The `[sampling]` section.

    Args:
        split: the split of the corpus to train on.
        annotations: the file of phrases: those of V2C-Raw, or the sentences of V2C-Clean, on which a trained model is
            fine-tuned to write stories.
        window: seconds before and after the beginning of each clip that the model sees; empty for the clip itself.
    """

    split: str = "train"
    annotations: str = COMMONSENSE
    window: tuple[Seconds, ...] = ()


@dataclass(frozen=True)
class CommonsenseLossConfig:
    """The `[loss]` section: `label_smoothing` is the share of a target's probability spread over all words."""

    label_smoothing: float = 0.0


@dataclass(frozen=True)
class CommonsenseValidationConfig:
    """The `[validation]` section: when and by what a model is evaluated during training, in completion.

    Args:
        split: the split of the corpus.
        every_n_epochs: epochs between two validations.
        patience: validations without a better score after which training stops; 0 disables early stopping.
        best: the metric whose mean over intentions and effects selects the best checkpoint.
        metrics: metrics of the final scores.
    """

    split: str = "val"
    every_n_epochs: int = 1
    patience: int = 0
    best: str = "CIDEr"
    metrics: tuple[str, ...] = ("CIDEr", "BLEU", "METEOR", "ROUGE-L")


@dataclass(frozen=True)
class CommonsenseRecipe(BaseRecipe):
    """A training run on what clips imply; see `BaseRecipe` for what all recipes have.

    Args:
        model: a name of `MODELS` that writes commonsense.
        sets: how much of a clip the model reads; `n_clips` is 1.
        inputs, sampling, loss, validation: the sections of these names.
    """

    sets: SetSizes = field(default_factory=lambda: SetSizes(n_clips=1, n_faces=0))
    inputs: CommonsenseInputConfig = field(default_factory=CommonsenseInputConfig)
    sampling: CommonsenseSamplingConfig = field(default_factory=CommonsenseSamplingConfig)
    loss: CommonsenseLossConfig = field(default_factory=CommonsenseLossConfig)
    validation: CommonsenseValidationConfig = field(default_factory=CommonsenseValidationConfig)

    def choices(self) -> list[tuple[str, str, list[str]]]:
        """Return the names that only these recipes have: key, value and allowed values."""
        return [("sampling: annotations", self.sampling.annotations, [COMMONSENSE, CLEAN])]

    def best_metric(self) -> tuple[str, str]:
        """Return the key and the value of the metric that selects the best checkpoint."""
        return "best", self.validation.best
