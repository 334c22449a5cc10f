"""What all recipes of networks have in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cinescribe.models.fields import plain_fields
from cinescribe.train.recipes.optim import OptimizerConfig
from cinescribe.train.recipes.sections import TrainingConfig


@dataclass(frozen=True)
class BaseRecipe:
    """A training run of a network.

    Args:
        name: the published row it reproduces.
        model: the model's name.
        seed: of everything random: initial weights, order and choice of data, dropout.
        init_checkpoint: the folder of a checkpoint to initialize the weights from; empty for random weights.
        fp16: whether checkpoints store weights in 16 bits, as for shipping.
        sizes: the model's settings, by name; those that follow from the data are left out.
        optimizer, training: the sections of these names.
    """

    name: str
    model: str
    seed: int = 1
    init_checkpoint: str = ""
    fp16: bool = False
    sizes: dict[str, Any] = field(default_factory=dict)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON or TOML values; `recipe.recipe_of` reads them back."""
        values: dict[str, Any] = plain_fields(self)
        return values

    def check(self, where: str) -> None:
        """Check the values; recipes of a kind check theirs too.

        Args:
            where: the source of the values, for messages.

        Raises:
            RecipeError: naming the key whose value is out of range.
            ModelError, RecordError: when the sizes are none of the model's.
        """
        self.optimizer.check(where)
        self.training.check(where)
