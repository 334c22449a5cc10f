"""Recipes of training runs on images."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.train.objectives.image_objectives import IMAGE_OBJECTIVES, ImageLossConfig
from cinescribe.train.recipes.base_recipe import BaseRecipe


@dataclass(frozen=True)
class ImageInputConfig:
    """The `[inputs]` section: what the model reads.

    Args:
        features: the features of the corpus: `regions`, `grid`, or another folder of them.
        min_count: occurrences in the training captions that a word needs to enter the vocabulary.
    """

    features: str = "regions"
    min_count: int = 1


@dataclass(frozen=True)
class ImageSamplingConfig:
    """The `[sampling]` section: the `split` of the corpus to train on."""

    split: str = "train"


@dataclass(frozen=True)
class ImageValidationConfig:
    """The `[validation]` section: when and by what a model is evaluated during training.

    Captions come from beam search.

    Args:
        split: the split of the corpus.
        every_n_epochs: epochs between two validations.
        patience: validations without a better score after which training stops; 0 disables early stopping.
        best: the metric that selects the best checkpoint.
        metrics: metrics of the final scores.
    """

    split: str = "val"
    every_n_epochs: int = 1
    patience: int = 0
    best: str = "CIDEr-D"
    metrics: tuple[str, ...] = ("BLEU-1", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr-D", "SPICE", "NW", "Coverage")


@dataclass(frozen=True)
class ImageRecipe(BaseRecipe):
    """A training run on images; see `BaseRecipe` for what all recipes have.

    Args:
        model: a name of `MODELS` that reads pictures.
        pictures: how many regions and caption tokens the model reads.
        inputs, sampling, loss, validation: the sections of these names.
    """

    pictures: RegionSizes = field(default_factory=RegionSizes)
    inputs: ImageInputConfig = field(default_factory=ImageInputConfig)
    sampling: ImageSamplingConfig = field(default_factory=ImageSamplingConfig)
    loss: ImageLossConfig = field(default_factory=ImageLossConfig)
    validation: ImageValidationConfig = field(default_factory=ImageValidationConfig)

    def choices(self) -> list[tuple[str, str, list[str]]]:
        """Return the names that only these recipes have: key, value and allowed values."""
        return [("loss: objective", self.loss.objective, list(IMAGE_OBJECTIVES))]

    def minimums(self) -> list[tuple[str, int, int]]:
        """Return the numbers that only these recipes have: key, value and smallest allowed value."""
        n_beams = ("loss: n_beams", self.loss.n_beams, 2)  # the only caption of a beam of 1 is its own baseline
        return [n_beams, ("pictures: n_regions", self.pictures.n_regions, 1)]

    def best_metric(self) -> tuple[str, str]:
        """Return the key and the value of the metric that selects the best checkpoint."""
        return "best", self.validation.best
