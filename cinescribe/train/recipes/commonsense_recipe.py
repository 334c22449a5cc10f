"""Recipes of training runs on what clips imply."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.corpus.datasets.sidecar_annotations import CLEAN, COMMONSENSE
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.models.model_table import MODELS
from cinescribe.timing import Seconds
from cinescribe.train.recipes.base_recipe import BaseRecipe
from cinescribe.train.recipes.recipe_checks import check_best_metric, check_choice, check_label_smoothing
from cinescribe.train.recipes.sections import InputSection, SamplingSection, ValidationSection


@dataclass(frozen=True)
class CommonsenseInputConfig(InputSection):
    """The `[inputs]` section: what the model reads.

    Args:
        features: see `InputSection`.
        min_count: occurrences in the training texts that a word needs to enter the vocabulary.
        n_people: person tokens.
    """

    min_count: int = 1
    n_people: int = N_PEOPLE


@dataclass(frozen=True)
class CommonsenseSamplingConfig(SamplingSection):
    """The `[sampling]` section: what a model is trained on.

    Args:
        split: see `SamplingSection`.
        annotations: the file of phrases: those of V2C-Raw, or the sentences of V2C-Clean, on which a trained model is
            fine-tuned to write stories.
        window: seconds before and after the beginning of each clip that the model sees; empty for the clip itself.
    """

    annotations: str = COMMONSENSE
    window: tuple[Seconds, ...] = ()


@dataclass(frozen=True)
class CommonsenseLossConfig:
    """The `[loss]` section: `label_smoothing` is the share of a target's probability spread over all words."""

    label_smoothing: float = 0.0


@dataclass(frozen=True)
class CommonsenseValidationConfig(ValidationSection):
    """The `[validation]` section: when, and by what, a model is evaluated during training, in completion.

    Args:
        split, every_n_epochs, patience: see `ValidationSection`.
        best: the metric whose mean over intentions and effects selects the best checkpoint.
        metrics: metrics of the final scores.
    """

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

    def check(self, where: str) -> None:
        """Check the values, as `BaseRecipe.check`."""
        super().check(where)
        self.validation.check(where)
        check_choice("sampling: annotations", self.sampling.annotations, (COMMONSENSE, CLEAN), where)
        check_label_smoothing(self.loss.label_smoothing, where)
        MODELS[self.model].check(self.sizes, where=f"{where}: sizes")
        check_best_metric("best", self.validation.best, self.validation.metrics, where)
