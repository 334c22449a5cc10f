"""Reads recipes: TOML files that hold all settings of a training run, checked before anything is computed.

A recipe is a `ClipRecipe`, an `ImageRecipe`, a `CommonsenseRecipe`, a `QuestionRecipe`, a `VideoRecipe` or a
`FittedRecipe`; its model decides which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from cinescribe.errors import ModelError, RecipeError, RecordError
from cinescribe.models.fields import from_fields
from cinescribe.models.fitted.fitted_table import FITTED
from cinescribe.models.model_table import MODELS, reads_pictures
from cinescribe.models.video_lm.video_table import VIDEO_LMS
from cinescribe.train.recipes.clip_recipe import ClipRecipe
from cinescribe.train.recipes.commonsense_recipe import CommonsenseRecipe
from cinescribe.train.recipes.fitted_recipe import FittedRecipe
from cinescribe.train.recipes.image_recipe import ImageRecipe
from cinescribe.train.recipes.question_recipe import QuestionRecipe
from cinescribe.train.recipes.recipe_checks import check_choice
from cinescribe.train.recipes.recipe_file import read_recipe_values
from cinescribe.train.recipes.renamed_keys import check_renamed
from cinescribe.train.recipes.video_recipe import VideoRecipe

NetworkRecipe: TypeAlias = ClipRecipe | ImageRecipe | CommonsenseRecipe | QuestionRecipe | VideoRecipe
Recipe: TypeAlias = NetworkRecipe | FittedRecipe


def read_recipe(path: str | Path, *, changes: Sequence[str] = ()) -> Recipe:
    """Return the recipe of a TOML file, with the values of its base where it names one.

    Args:
        path: the file.
        changes: values that replace or extend those of the file, such as `training.epochs=3`.

    Raises:
        RecipeError: as `read_recipe_values`; when a key is unknown, or a value is out of range.
    """
    return recipe_of(read_recipe_values(Path(path), changes=changes), where=str(path))


def recipe_of(values: Mapping[str, Any], *, where: str = "the recipe") -> Recipe:
    """Return the recipe of values by name, as `to_dict` gives them.

    Args:
        values: by key, sections as mappings.
        where: the source of the values, for messages.

    Raises:
        RecipeError: naming the key that is unknown or whose value is out of range.
    """
    try:
        recipe = from_fields(_kind_of(values, where), values, where=where)
        recipe.check(where)
    except (RecordError, ModelError) as error:
        raise RecipeError(str(error)) from error
    return recipe


def _kind_of(values: Any, where: str) -> type[Recipe]:
    """Return the class of a recipe: its model decides which keys are known."""
    if isinstance(values, Mapping):
        check_renamed(values, where=where)
    model = values.get("model") if isinstance(values, Mapping) else None
    if not isinstance(model, str):
        return ClipRecipe
    check_choice("model", model, (*MODELS, *FITTED, *VIDEO_LMS), where)
    if model in FITTED:
        return FittedRecipe
    if model in VIDEO_LMS:
        return VideoRecipe
    if reads_pictures(model):
        return ImageRecipe
    if MODELS[model].answers_questions:
        return QuestionRecipe
    return CommonsenseRecipe if MODELS[model].writes_commonsense else ClipRecipe
