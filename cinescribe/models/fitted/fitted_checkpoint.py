"""Checkpoints of fitted models: the model's own files, and `checkpoint.json` with their digests, written last."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cinescribe.errors import ModelError, RecordError
from cinescribe.file_names import checked_name
from cinescribe.input_files import digest
from cinescribe.model_folder import package_versions
from cinescribe.models.checkpoint import CHECKPOINT
from cinescribe.models.fields import from_fields, plain_fields
from cinescribe.models.fitted.fitted_table import FITTED, FittedModel

_PACKAGES = ("cinescribe", "numpy")


@dataclass(frozen=True)
class FittedCard:
    """The facts about a fitted model.

    Args:
        model: a name of `FITTED`.
        streams: the streams of features it reads, in the order of their columns.
        features: the folder of its features in a corpus.
        extractors: the extractor of its features, by stream.
        recipe: the recipe it was fitted with.
        scores: its scores by metric on the validation split of that recipe.
        data: digests of the files it was fitted to.
        drawn_films_only: whether it was fitted to drawn films only; None in older cards, which do not say.
    """

    model: str
    streams: tuple[str, ...]
    features: str = "features"
    extractors: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    drawn_films_only: bool | None = None


@dataclass(frozen=True)
class FittedCheckpoint:
    """A fitted model, read from a folder."""

    folder: Path
    card: FittedCard
    model: FittedModel


def write_fitted(folder: Path, model: FittedModel, card: FittedCard) -> None:
    """Write a fitted model to a folder; replaces one that is there.

    Raises:
        OutputError: when the folder cannot be written.
    """
    files = {name: digest(folder / name) for name in model.write(folder)}
    fields = {"fitted": plain_fields(card), "files": files, "versions": package_versions(_PACKAGES)}
    CHECKPOINT.write_card(folder, fields)


def read_fitted(folder: Path) -> FittedCheckpoint:
    """Return the fitted model of a folder.

    Raises:
        ModelError: when there is none, or it is damaged, of another version or of an unknown model.
    """
    folder = Path(folder)
    fields = CHECKPOINT.read_card(folder)
    try:
        card = from_fields(FittedCard, fields.get("fitted"), where=str(folder / CHECKPOINT.card))
        files = from_fields(_Files, {"files": fields.get("files")}, where=str(folder / CHECKPOINT.card)).files
        if card.model not in FITTED:
            raise ModelError(f"the model {card.model!r} is not known; known are {', '.join(FITTED)}")
        for name, wanted in files.items():
            CHECKPOINT.check_digest(folder / checked_name(name, str(folder / CHECKPOINT.card)), wanted)
        return FittedCheckpoint(folder, card, FITTED[card.model].read(folder))
    except RecordError as error:
        raise CHECKPOINT.damaged(folder, error) from error


def is_fitted(folder: Path) -> bool:
    """Return whether a folder holds a checkpoint of a fitted model.

    Raises:
        ModelError: when it holds no checkpoint, or a damaged card.
    """
    return "fitted" in CHECKPOINT.read_card(folder)


@dataclass(frozen=True)
class _Files:
    """The digests of a checkpoint's files, by name."""

    files: dict[str, Any]
