"""Recipes of training runs on images."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.models.model_table import MODELS
from cinescribe.train.objectives.image_objectives import IMAGE_OBJECTIVES, ImageLossConfig
from cinescribe.train.recipes.base_recipe import BaseRecipe
from cinescribe.train.recipes.recipe_checks import (
    check_best_metric,
    check_choice,
    check_label_smoothing,
    check_minimum,
)
from cinescribe.train.recipes.sections import InputSection, SamplingSection, ValidationSection


@dataclass(frozen=True)
class ImageInputConfig(InputSection):
    """The `[inputs]` section: what the model reads.

    Args:
        features: the features of the corpus: `regions`, `grid`, or another folder of them.
        min_count: occurrences in the training captions that a word needs to enter the vocabulary.
    """

    features: str = "regions"
    min_count: int = 1


@dataclass(frozen=True)
class ImageValidationConfig(ValidationSection):
    """The `[validation]` section: when, and by what, a model is evaluated during training.

    Captions come from beam search.

    Args:
        split, every_n_epochs, patience: see `ValidationSection`.
        best: the metric that selects the best checkpoint.
        metrics: metrics of the final scores.
    """

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
    sampling: SamplingSection = field(default_factory=SamplingSection)
    loss: ImageLossConfig = field(default_factory=ImageLossConfig)
    validation: ImageValidationConfig = field(default_factory=ImageValidationConfig)

    def check(self, where: str) -> None:
        """Check the values, as `BaseRecipe.check`."""
        super().check(where)
        self.validation.check(where)
        check_choice("loss: objective", self.loss.objective, IMAGE_OBJECTIVES, where)
        check_minimum("loss: n_beams", self.loss.n_beams, 2, where)  # the only caption of one beam is its own baseline
        check_minimum("pictures: n_regions", self.pictures.n_regions, 1, where)
        check_label_smoothing(self.loss.label_smoothing, where)
        MODELS[self.model].check(self.sizes, where=f"{where}: sizes")
        check_best_metric("best", self.validation.best, self.validation.metrics, where)
