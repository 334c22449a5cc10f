"""Recipes of training runs on questions about clips."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.models.model_table import MODELS
from cinescribe.train.recipes.base_recipe import BaseRecipe
from cinescribe.train.recipes.recipe_checks import check_choice, check_minimum
from cinescribe.train.recipes.sections import SamplingSection, ValidationSection

_SCORES = ("P@1", "R@1", "P@3", "R@3", "P@5", "R@5")


@dataclass(frozen=True)
class QuestionInputConfig:
    """The `[inputs]` section: what the model reads.

    Args:
        questions: the file of questions in the corpus's folder, of all splits.
        features: the corpus's folder of features.
        min_count: training questions that an answer needs to be learned.
    """

    questions: str = "questions.jsonl"
    features: str = "features"
    min_count: int = 1


@dataclass(frozen=True)
class QuestionLossConfig:
    """The `[loss]` section: weights beside that of the answers, which is 1.

    Args:
        kind_weight: of the classification of the kind of question.
        ranking_weight: of the ranking of true answers above others.
    """

    kind_weight: float = 0.5
    ranking_weight: float = 0.5


@dataclass(frozen=True)
class QuestionValidationConfig(ValidationSection):
    """The `[validation]` section: when, and by what, a model is evaluated during training.

    Args:
        split, every_n_epochs, patience: see `ValidationSection`.
        best: the score over all questions that selects the best checkpoint: P@1, R@1, P@3, R@3, P@5 or R@5.
    """

    best: str = "P@1"


@dataclass(frozen=True)
class QuestionRecipe(BaseRecipe):
    """A training run on questions about clips; see `BaseRecipe` for what all recipes have.

    Args:
        model: a name of `MODELS` that answers questions.
        init_checkpoint: the folder of a checkpoint to initialize the weights from: one of the same model, or one of a
            commonsense model, whose video encoder is taken; empty for random weights.
        sets: how much of a clip the model reads; `n_clips` is 1.
        inputs, sampling, loss, validation: the sections of these names.
    """

    sets: SetSizes = field(default_factory=lambda: SetSizes(n_clips=1, n_faces=0))
    inputs: QuestionInputConfig = field(default_factory=QuestionInputConfig)
    sampling: SamplingSection = field(default_factory=SamplingSection)
    loss: QuestionLossConfig = field(default_factory=QuestionLossConfig)
    validation: QuestionValidationConfig = field(default_factory=QuestionValidationConfig)

    def check(self, where: str) -> None:
        """Check the values, as `BaseRecipe.check`."""
        super().check(where)
        self.validation.check(where)
        check_choice("validation: best", self.validation.best, _SCORES, where)
        check_minimum("inputs: min_count", self.inputs.min_count, 1, where)
        MODELS[self.model].check(self.sizes, where=f"{where}: sizes")
