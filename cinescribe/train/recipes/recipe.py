"""Recipes: everything that a training run follows, from one TOML file, checked before anything is computed.

A recipe is of clip sets (`Recipe`) or of stills (`StillRecipe`): what its model reads decides.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from cinescribe.errors import ModelError, RecipeError, RecordError, ScoreError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.metrics.identity.fitb import ACCURACIES
from cinescribe.metrics.scoring.metric_table import wanted
from cinescribe.models.fields import from_fields, plain
from cinescribe.models.model_table import FACE_TOKENS, MODELS, reads_pictures
from cinescribe.store import read_text
from cinescribe.train.data.sampling import Drawing
from cinescribe.train.objectives.clip_objectives import OBJECTIVES, Weights
from cinescribe.train.objectives.image_objectives import STILL_OBJECTIVES
from cinescribe.train.recipes.image_recipe import StillRecipe
from cinescribe.train.recipes.optim import OPTIMISERS, PACES, Moves
from cinescribe.train.recipes.schedule_config import Course


@dataclass(frozen=True)
class Inputs:
    """The recipe's lines on what a model is given.

    Args:
        features: the corpus's folder of features.
        text: the encoder of blanks: `all-MiniLM-L6-v2`, an id of the hub, or a folder; empty for none.
        face_tokens: a name of `FACE_TOKENS`.
        pieces: a model of the hub, or folder, whose word pieces are the vocabulary, as `bert-base-uncased`; empty for
            the whole words of the training captions.
        fewest: occurrences that make a whole word one of the vocabulary.
        n_people: person tokens, |P|.
    """

    features: str = "features"
    text: str = ""
    face_tokens: str = "detections"
    pieces: str = ""
    fewest: int = 1
    n_people: int = N_PEOPLE


@dataclass(frozen=True)
class Judging:
    """The recipe's lines on how a model is judged while it learns.

    Args:
        split: of the corpus.
        n_epochs: epochs from one judgement to the next.
        patience: judgements without any better score after which the run stops; 0 never stops it.
        best_fill: the score of filling in by which its checkpoint is kept: instance, same, different or class.
        best_captions: the metric of captions by which theirs is kept.
        metrics: of captions, at the end.
    """

    split: str = "val"
    n_epochs: int = 1
    patience: int = 0
    best_fill: str = "class"
    best_captions: str = "CIDEr"
    metrics: tuple[str, ...] = ("CIDEr", "METEOR", "SPICE", "iSPICE")


@dataclass(frozen=True)
class Recipe:
    """A training run on clip sets.

    Args:
        name: of the published row it is for.
        model: a name of `MODELS`.
        seed: of first weights, order of sets, tellings and dropout.
        start: the folder of a checkpoint whose weights it begins with; empty for weights drawn by lot.
        half: whether weights are kept in half the bytes, as for shipping.
        sizes: of the model, by name; what follows from the data is put in when that is known.
        sets: how much of a set is kept.
        inputs, drawing, weights, moves, course, judging: see there.
    """

    name: str
    model: str = "micap"
    seed: int = 1
    start: str = ""
    half: bool = False
    sizes: dict[str, Any] = field(default_factory=dict)
    sets: SetSizes = field(default_factory=SetSizes)
    inputs: Inputs = field(default_factory=Inputs)
    drawing: Drawing = field(default_factory=Drawing)
    weights: Weights = field(default_factory=Weights)
    moves: Moves = field(default_factory=Moves)
    course: Course = field(default_factory=Course)
    judging: Judging = field(default_factory=Judging)

    def to_dict(self) -> dict[str, Any]:
        """The recipe as JSON or TOML values; `recipe_of` gives it back."""
        values: dict[str, Any] = plain(self)
        return values


AnyRecipe: TypeAlias = Recipe | StillRecipe


def read_recipe(path: Path, *, changes: Sequence[str] = ()) -> AnyRecipe:
    """The recipe of a TOML file.

    Args:
        path: the file.
        changes: values to use beside, or instead of, those of the file, as `course.n_epochs=3`.

    Raises:
        RecipeError: when the file is missing or malformed, or says something that no recipe can.
    """
    try:
        values = tomllib.loads(read_text(path))
    except RecordError as error:
        raise RecipeError(str(error)) from error
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{str(path)!r} is not TOML ({error}); docs/training.md shows how recipes look") from error
    for change in changes:
        values = _changed(values, change)
    return recipe_of(values, where=str(path))


def recipe_of(values: Mapping[str, Any], *, where: str = "the recipe") -> AnyRecipe:
    """The recipe of values by name, as its `to_dict` gives them.

    Raises:
        RecipeError: naming the value that no recipe can have.
    """
    try:
        recipe = _read(values, where)
        _check_names(recipe, where)
        MODELS[recipe.model].check(recipe.sizes, where=f"{where}: sizes")
    except (RecordError, ModelError) as error:
        raise RecipeError(str(error)) from error
    _check_numbers(recipe, where)
    _check_metrics(recipe, where)
    return recipe


def _read(values: Mapping[str, Any], where: str) -> AnyRecipe:
    model = values.get("model") if isinstance(values, Mapping) else None
    if not isinstance(model, str):
        return from_fields(Recipe, values, where=where)
    _check_name("model", model, list(MODELS), where)  # which lines are known goes by the model
    if reads_pictures(model):
        return from_fields(StillRecipe, values, where=where)
    return from_fields(Recipe, values, where=where)


def _check_names(recipe: AnyRecipe, where: str) -> None:
    for line, name, known in (
        ("moves: optimiser", recipe.moves.optimiser, list(OPTIMISERS)),
        ("moves: pace", recipe.moves.pace, list(PACES)),
        *_own_names(recipe),
    ):
        _check_name(line, name, known, where)


def _check_name(line: str, name: str, known: Sequence[str], where: str) -> None:
    if name not in known:
        raise RecipeError(f"{where}: {line} came as {name!r}; it is one of {', '.join(sorted(known))}")


def _own_names(recipe: AnyRecipe) -> list[tuple[str, str, list[str]]]:
    """Names that only recipes of its kind have, and those that are known."""
    objective = "weights: objective"
    if isinstance(recipe, StillRecipe):
        return [(objective, recipe.weights.objective, list(STILL_OBJECTIVES))]
    faces = ("inputs: face_tokens", recipe.inputs.face_tokens, list(FACE_TOKENS))
    fill = ("judging: best_fill", recipe.judging.best_fill, list(ACCURACIES))
    return [(objective, recipe.weights.objective, list(OBJECTIVES)), faces, fill]


def _check_numbers(recipe: AnyRecipe, where: str) -> None:
    for line, value, least in (
        ("course: n_epochs", recipe.course.n_epochs, 1),
        ("course: batch_size", recipe.course.batch_size, 1),
        ("course: n_accumulated", recipe.course.n_accumulated, 1),
        ("judging: n_epochs", recipe.judging.n_epochs, 1),
        *_own_numbers(recipe),
    ):
        if value < least:
            raise RecipeError(f"{where}: {line} came as {value}; {least} or more is wanted")
    if not 0 <= recipe.weights.smoothing < 1:
        raise RecipeError(
            f"{where}: weights: smoothing came as {recipe.weights.smoothing}; a share from 0 up to 1 is wanted"
        )


def _own_numbers(recipe: AnyRecipe) -> list[tuple[str, int, int]]:
    """Numbers that only recipes of its kind have, and the least that each can be."""
    if isinstance(recipe, StillRecipe):
        n_beams = ("weights: n_beams", recipe.weights.n_beams, 2)  # one would be its own baseline, and teach nothing
        return [n_beams, ("pictures: n_regions", recipe.pictures.n_regions, 1)]
    return [("drawing: stride", recipe.drawing.stride, 1)]


def _check_metrics(recipe: AnyRecipe, where: str) -> None:
    """See to it now that metrics are known: they are computed after an epoch, or after them all."""
    if isinstance(recipe, StillRecipe):
        line, best = "best", recipe.judging.best
    else:
        line, best = "best_captions", recipe.judging.best_captions
    try:
        names = [name for name, _ in wanted([best])]
        wanted([best, *recipe.judging.metrics])
    except ScoreError as error:
        raise RecipeError(f"{where}: judging: {error}") from error
    if names != [best]:
        raise RecipeError(f"{where}: judging: {line} came as {best!r}; one metric is wanted, as {names[0]}")


def _changed(values: dict[str, Any], change: str) -> dict[str, Any]:
    """The values with one of them changed by a line as `course.n_epochs=3`; what is no TOML value is a text."""
    name, equals, text = change.partition("=")
    if not (equals and name.strip()):
        raise RecipeError(f"the change came as {change!r}; key=value is wanted, as course.n_epochs=3")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    return _with(values, name.strip().split("."), value)


def _with(values: Any, path: Sequence[str], value: Any) -> dict[str, Any]:
    if not isinstance(values, dict):
        raise RecipeError(
            f"a change names {path[0]!r} inside {values!r}, which holds nothing; name a line of a section"
        )
    inner = value if len(path) == 1 else _with(values.get(path[0], {}), path[1:], value)
    return {**values, path[0]: inner}
