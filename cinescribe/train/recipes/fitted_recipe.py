"""Recipes of models that are fitted to clips: retrieval, translation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cinescribe.models.fields import plain_fields


@dataclass(frozen=True)
class FittedInputConfig:
    """The `[inputs]` section: what the model reads.

    Args:
        features: the corpus's folder of features.
        streams: the streams of features, each averaged over the clip: `clip`, `actions`, `imagenet`.
    """

    features: str = "features"
    streams: tuple[str, ...] = ("clip",)


@dataclass(frozen=True)
class FittedSamplingConfig:
    """The `[sampling]` section: the `split` of the corpus to fit to."""

    split: str = "train"


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
    sampling: FittedSamplingConfig = field(default_factory=FittedSamplingConfig)
    validation: FittedValidationConfig = field(default_factory=FittedValidationConfig)

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON or TOML values; `recipe.recipe_of` reads them back."""
        values: dict[str, Any] = plain_fields(self)
        return values
