"""Sections that recipes share; those of one kind of recipe add their own keys."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.train.recipes.recipe_checks import check_minimum


@dataclass(frozen=True)
class InputSection:
    """The `[inputs]` section: what the model reads.

    Args:
        features: the corpus's folder of features.
    """

    features: str = "features"


@dataclass(frozen=True)
class SamplingSection:
    """The `[sampling]` section: what a model is trained on.

    Args:
        split: the split of the corpus.
    """

    split: str = "train"


@dataclass(frozen=True)
class TrainingConfig:
    """The `[training]` section: the length of a training run and the size of its steps.

    Args:
        epochs: passes over the training items (clip sets or images).
        batch_size: items of an optimizer step, over all processes.
        gradient_accumulation: parts into which a process splits its items of a step, computed one after the other.
        mixed_precision: whether to compute in bfloat16, on GPUs and processors that have instructions for it.
        save_steps: steps between two saved states; 0 saves after each epoch only.
    """

    epochs: int = 30
    batch_size: int = 16
    gradient_accumulation: int = 1
    mixed_precision: bool = True
    save_steps: int = 0

    def check(self, where: str) -> None:
        """Check the values.

        Raises:
            RecipeError: naming the key whose value is out of range.
        """
        check_minimum("training: epochs", self.epochs, 1, where)
        check_minimum("training: batch_size", self.batch_size, 1, where)
        check_minimum("training: gradient_accumulation", self.gradient_accumulation, 1, where)


@dataclass(frozen=True)
class ValidationSection:
    """The `[validation]` section: when a model is evaluated during training.

    Args:
        split: the split of the corpus.
        every_n_epochs: epochs between two validations.
        patience: validations without a better score after which training stops; 0 disables early stopping.
    """

    split: str = "val"
    every_n_epochs: int = 1
    patience: int = 0

    def check(self, where: str) -> None:
        """Check the values.

        Raises:
            RecipeError: naming the key whose value is out of range.
        """
        check_minimum("validation: every_n_epochs", self.every_n_epochs, 1, where)
