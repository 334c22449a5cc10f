"""Reads recipes: TOML files that hold all settings of a training run, checked before anything is computed.

A recipe is a `ClipRecipe`, an `ImageRecipe`, a `CommonsenseRecipe`, a `QuestionRecipe`, a `VideoRecipe` or a
`FittedRecipe`; its model decides which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from cinescribe.errors import ModelError, RecipeError, RecordError, ScoreError
from cinescribe.metrics.scoring.metric_table import select_metrics
from cinescribe.models.fields import from_fields
from cinescribe.models.fitted.fitted_table import FITTED
from cinescribe.models.model_table import MODELS, reads_pictures
from cinescribe.models.video_lm.video_table import VIDEO_LMS
from cinescribe.train.recipes.clip_recipe import ClipRecipe
from cinescribe.train.recipes.commonsense_recipe import CommonsenseRecipe
from cinescribe.train.recipes.fitted_recipe import FittedRecipe
from cinescribe.train.recipes.image_recipe import ImageRecipe
from cinescribe.train.recipes.label_config import LabelConfig
from cinescribe.train.recipes.optim import OPTIMIZERS, SCHEDULES
from cinescribe.train.recipes.question_recipe import QuestionRecipe
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
        recipe = _from_values(values, where)
        if isinstance(recipe, FittedRecipe):
            from_fields(FITTED[recipe.model].settings, recipe.settings, where=f"{where}: settings")
            _check_metrics(recipe.validation.metrics, where)
        else:
            _check_network(recipe, where)
    except (RecordError, ModelError) as error:
        raise RecipeError(str(error)) from error
    return recipe


def _from_values(values: Mapping[str, Any], where: str) -> Recipe:
    if isinstance(values, Mapping):
        check_renamed(values, where=where)
    model = values.get("model") if isinstance(values, Mapping) else None
    if not isinstance(model, str):
        return from_fields(ClipRecipe, values, where=where)
    _check_choice("model", model, [*MODELS, *FITTED, *VIDEO_LMS], where)  # the model decides which keys are known
    if model in FITTED:
        return from_fields(FittedRecipe, values, where=where)
    if model in VIDEO_LMS:
        return from_fields(VideoRecipe, values, where=where)
    if reads_pictures(model):
        return from_fields(ImageRecipe, values, where=where)
    if MODELS[model].answers_questions:
        return from_fields(QuestionRecipe, values, where=where)
    if MODELS[model].writes_commonsense:
        return from_fields(CommonsenseRecipe, values, where=where)
    return from_fields(ClipRecipe, values, where=where)


def _check_network(recipe: NetworkRecipe, where: str) -> None:
    _check_choices(recipe, where)
    _check_numbers(recipe, where)
    if isinstance(recipe, VideoRecipe):
        from_fields(VIDEO_LMS[recipe.model].settings, recipe.sizes, where=f"{where}: sizes")
        if recipe.validation.metrics:
            _check_metrics(recipe.validation.metrics, where)
        return
    MODELS[recipe.model].check(recipe.sizes, where=f"{where}: sizes")
    if isinstance(recipe, ClipRecipe):
        _check_labels(recipe, where)
    if isinstance(recipe, QuestionRecipe):
        return  # its scores are no metrics of captions
    key, best = recipe.best_metric()
    names = _check_metrics([best], where)
    _check_metrics([best, *recipe.validation.metrics], where)
    if names != [best]:
        raise RecipeError(f"{where}: validation: {key} is {best!r}; name one metric, such as {names[0]}")


def _check_choices(recipe: NetworkRecipe, where: str) -> None:
    for key, name, choices in (
        ("optimizer: name", recipe.optimizer.name, list(OPTIMIZERS)),
        ("optimizer: schedule", recipe.optimizer.schedule, list(SCHEDULES)),
        *recipe.choices(),
    ):
        _check_choice(key, name, choices, where)


def _check_choice(key: str, name: str, choices: Sequence[str], where: str) -> None:
    if name not in choices:
        raise RecipeError(f"{where}: {key} is {name!r}; choose one of {', '.join(sorted(choices))}")


def _check_labels(recipe: ClipRecipe, where: str) -> None:
    if MODELS[recipe.model].reads_labels:
        recipe.labels.check(where)
    elif recipe.labels != LabelConfig():
        readers = ", ".join(name for name, kind in MODELS.items() if kind.reads_labels)
        raise RecipeError(
            f"{where}: labels came for {recipe.model}, which reads none; leave them out, or train {readers}"
        )


def _check_numbers(recipe: NetworkRecipe, where: str) -> None:
    for key, value, minimum in (
        ("training: epochs", recipe.training.epochs, 1),
        ("training: batch_size", recipe.training.batch_size, 1),
        ("training: gradient_accumulation", recipe.training.gradient_accumulation, 1),
        ("validation: every_n_epochs", recipe.validation.every_n_epochs, 1),
        *recipe.minimums(),
    ):
        if value < minimum:
            raise RecipeError(f"{where}: {key} is {value}; it must be {minimum} or more")
    if not isinstance(recipe, QuestionRecipe | VideoRecipe) and not 0 <= recipe.loss.label_smoothing < 1:
        raise RecipeError(
            f"{where}: loss: label_smoothing is {recipe.loss.label_smoothing}; it must be at least 0 and below 1"
        )


def _check_metrics(names: Sequence[str], where: str) -> list[str]:
    """Check the names of metrics now, since metrics are computed hours later; return the metrics that they select."""
    try:
        return [name for name, _ in select_metrics(names)]
    except ScoreError as error:
        raise RecipeError(f"{where}: validation: {error}") from error
