"""Recipes of training runs on questions about clips."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.models.fields import plain
from cinescribe.train.recipes.optim import OptimizerConfig
from cinescribe.train.recipes.training_config import TrainingConfig

SCORES = ("P@1", "R@1", "P@3", "R@3", "P@5", "R@5")


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
class QuestionSamplingConfig:
    """The `[sampling]` section: the `split` of the corpus to train on."""

    split: str = "train"


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
class QuestionValidationConfig:
    """The `[validation]` section: when and by what a model is evaluated during training.

    Args:
        split: the split of the corpus.
        every_n_epochs: epochs between two validations.
        patience: validations without a better score after which training stops; 0 disables early stopping.
        best: the score over all questions that selects the best checkpoint: P@1, R@1, P@3, R@3, P@5 or R@5.
    """

    split: str = "val"
    every_n_epochs: int = 1
    patience: int = 0
    best: str = "P@1"


@dataclass(frozen=True)
class QuestionRecipe:
    """A training run on questions about clips.

    Args:
        name: the published row it reproduces.
        model: a name of `MODELS` that answers questions.
        seed: of initial weights, order of clips and dropout.
        init_checkpoint: the folder of a checkpoint to initialize the weights from: one of the same model, or one of a
            commonsense model, whose video encoder is taken; empty for random weights.
        fp16: whether checkpoints store weights in 16 bits, as for shipping.
        sizes: of the model, by name; those that follow from the data are left out.
        sets: how much of a clip the model reads; `n_clips` is 1.
        inputs, sampling, loss, optimizer, training, validation: the sections of these names.
    """

    name: str
    model: str
    seed: int = 1
    init_checkpoint: str = ""
    fp16: bool = False
    sizes: dict[str, Any] = field(default_factory=dict)
    sets: SetSizes = field(default_factory=lambda: SetSizes(n_clips=1, n_faces=0))
    inputs: QuestionInputConfig = field(default_factory=QuestionInputConfig)
    sampling: QuestionSamplingConfig = field(default_factory=QuestionSamplingConfig)
    loss: QuestionLossConfig = field(default_factory=QuestionLossConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)
    validation: QuestionValidationConfig = field(default_factory=QuestionValidationConfig)

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON or TOML values; `recipe.recipe_of` reads them back."""
        values: dict[str, Any] = plain(self)
        return values

    def choices(self) -> list[tuple[str, str, list[str]]]:
        """Return the names that only recipes of questions have: key, value and allowed values."""
        return [("validation: best", self.validation.best, list(SCORES))]

    def minimums(self) -> list[tuple[str, int, int]]:
        """Return the numbers that only recipes of questions have: key, value and smallest allowed value."""
        return [("inputs: min_count", self.inputs.min_count, 1)]
