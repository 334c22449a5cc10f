"""Checkpoints of fitted models: the model's own files, and `checkpoint.json` with their digests, written last."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cinescribe.errors import ModelError, RecordError
from cinescribe.file_names import checked_name
from cinescribe.input_files import digest
from cinescribe.models.checkpoint import CARD, card_fields
from cinescribe.models.fields import from_fields, plain_fields
from cinescribe.models.fitted.fitted_table import FITTED, FittedModel
from cinescribe.store import write_text

_VERSION = 1  # of the format
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
    versions = {name: version(name) for name in _PACKAGES}
    fields = {"version": _VERSION, "fitted": plain_fields(card), "files": files, "versions": versions}
    write_text(folder / CARD, json.dumps(fields, ensure_ascii=False, indent=1) + "\n")


def read_fitted(folder: Path) -> FittedCheckpoint:
    """Return the fitted model of a folder.

    Raises:
        ModelError: when there is none, or it is damaged, of another version or of an unknown model.
    """
    folder = Path(folder)
    fields = card_fields(folder)
    try:
        card = from_fields(FittedCard, fields.get("fitted"), where=str(folder / CARD))
        files = from_fields(_Files, {"files": fields.get("files")}, where=str(folder / CARD)).files
        if card.model not in FITTED:
            raise ModelError(f"the model {card.model!r} is not known; known are {', '.join(FITTED)}")
        for name, wanted in files.items():
            _check_file(folder / checked_name(name, str(folder / CARD)), wanted)
        return FittedCheckpoint(folder, card, FITTED[card.model].read(folder))
    except RecordError as error:
        raise ModelError(f"{str(folder)!r} is damaged ({error}); get the checkpoint again from its source") from error


def is_fitted(folder: Path) -> bool:
    """Return whether a folder holds a checkpoint of a fitted model.

    Raises:
        ModelError: when it holds no checkpoint, or a damaged card.
    """
    return "fitted" in card_fields(Path(folder))


@dataclass(frozen=True)
class _Files:
    """The digests of a checkpoint's files, by name."""

    files: dict[str, Any]


def _check_file(path: Path, wanted: object) -> None:
    if not path.is_file():
        raise ModelError(f"{str(path)!r} is missing; get the checkpoint again from its source")
    if digest(path) != wanted:
        raise ModelError(f"{str(path)!r} is damaged, or of another training than its {CARD}; take both from one place")
