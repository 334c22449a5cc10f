"""Recipes of models that are fitted to clips: retrieval, translation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cinescribe.models.fields import from_fields, plain_fields
from cinescribe.models.fitted.fitted_table import FITTED
from cinescribe.train.recipes.recipe_checks import check_metrics
from cinescribe.train.recipes.sections import InputSection, SamplingSection


@dataclass(frozen=True)
class FittedInputConfig(InputSection):
    """The `[inputs]` section: what the model reads.

    Args:
        features: see `InputSection`.
        streams: the streams of features, each averaged over the clip: `clip`, `actions`, `imagenet`, or some columns,
            such as `clip[7604:7809]`.
    """

    streams: tuple[str, ...] = ("clip",)


@dataclass(frozen=True)
class FittedValidationConfig:
    """The `[validation]` section.

    Args:
        split: the split of the corpus on which settings are chosen, and the final scores computed.
        metrics: metrics of the final scores.
    """

    split: str = "val"
    metrics: tuple[str, ...] = ("METEOR", "CIDEr")


@dataclass(frozen=True)
class FittedRecipe:
    """A run that fits a model to clips with `someone` in place of people.

    Args:
        name: the published row it reproduces.
        model: a name of `FITTED`.
        settings: of the model, by name.
        inputs, sampling, validation: the sections of these names.
    """

    name: str
    model: str
    settings: dict[str, Any] = field(default_factory=dict)
    inputs: FittedInputConfig = field(default_factory=FittedInputConfig)
    sampling: SamplingSection = field(default_factory=SamplingSection)
    validation: FittedValidationConfig = field(default_factory=FittedValidationConfig)

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON or TOML values; `recipe.recipe_of` reads them back."""
        values: dict[str, Any] = plain_fields(self)
        return values

    def check(self, where: str) -> None:
        """Check the values.

        Args:
            where: the source of the values, for messages.

        Raises:
            RecipeError: naming the key whose value is out of range.
            ModelError, RecordError: when the settings are none of the model's.
        """
        from_fields(FITTED[self.model].settings, self.settings, where=f"{where}: settings")
        check_metrics(self.validation.metrics, where)
