"""Recipes of training runs on images."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.models.fields import plain
from cinescribe.train.objectives.image_objectives import IMAGE_OBJECTIVES, ImageLossConfig
from cinescribe.train.recipes.optim import OptimizerConfig
from cinescribe.train.recipes.training_config import TrainingConfig


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
class ImageRecipe:
    """A training run on images.

    Args:
        name: the published row it reproduces.
        model: a name of `MODELS` that reads pictures.
        seed: of initial weights, order of images, choice of captions and dropout.
        init_checkpoint: the folder of a checkpoint to initialize the weights from; empty for random weights.
        fp16: whether checkpoints store weights in 16 bits, as for shipping.
        sizes: of the model, by name; those that follow from the data are left out.
        pictures: how many regions and caption tokens the model reads.
        inputs, sampling, loss, optimizer, training, validation: the sections of these names.
    """

    name: str
    model: str
    seed: int = 1
    init_checkpoint: str = ""
    fp16: bool = False
    sizes: dict[str, Any] = field(default_factory=dict)
    pictures: RegionSizes = field(default_factory=RegionSizes)
    inputs: ImageInputConfig = field(default_factory=ImageInputConfig)
    sampling: ImageSamplingConfig = field(default_factory=ImageSamplingConfig)
    loss: ImageLossConfig = field(default_factory=ImageLossConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)
    validation: ImageValidationConfig = field(default_factory=ImageValidationConfig)

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON or TOML values; `recipe.recipe_of` reads them back."""
        values: dict[str, Any] = plain(self)
        return values

    def choices(self) -> list[tuple[str, str, list[str]]]:
        """Return the names that only recipes of images have: key, value and allowed values."""
        return [("loss: objective", self.loss.objective, list(IMAGE_OBJECTIVES))]

    def minimums(self) -> list[tuple[str, int, int]]:
        """Return the numbers that only recipes of images have: key, value and smallest allowed value."""
        n_beams = ("loss: n_beams", self.loss.n_beams, 2)  # the only caption of a beam of 1 is its own baseline
        return [n_beams, ("pictures: n_regions", self.pictures.n_regions, 1)]

    def best_metric(self) -> tuple[str, str]:
        """Return the key and the value of the metric that selects the best checkpoint."""
        return "best", self.validation.best
