"""A trained model as a folder: weights, and beside them everything that it takes to use and to make them again.

`checkpoint.json` is written last and holds the digest of the weights: half a folder is not taken for a whole one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from cinescribe.errors import LanguageError, ModelError, RecordError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.language.tokens.vocabulary import Tokens, Vocabulary
from cinescribe.language.tokens.word_pieces import WordPieces
from cinescribe.models.fields import from_fields, plain
from cinescribe.models.model_table import model_kind
from cinescribe.store import digest, read_arrays, read_text, write_arrays, write_text

WEIGHTS, CARD = "weights.safetensors", "checkpoint.json"
_VERSION = 1  # of the folder's form
_PACKAGES = ("cinescribe", "torch", "transformers", "numpy")


@dataclass(frozen=True)
class CheckpointCard:
    """What is known of a trained model beside its sizes and vocabulary.

    Args:
        model: a name of `models.table.MODELS`.
        sets: how much of a set it reads, if it reads sets.
        pictures: how much of a picture it reads, if it reads pictures.
        features: the folder of a corpus in which its features are.
        text: the encoder that its blanks are read by; empty for none.
        face_tokens: a name of `models.table.FACE_TOKENS`.
        extractors: by stream, what its features were made by.
        recipe: what it was trained by.
        scores: what it reached, by task and metric, on the split of that recipe.
        data: digests of what it was trained on, by file.
        seed: of its training.
    """

    model: str
    sets: SetSizes = field(default_factory=SetSizes)
    pictures: RegionSizes = field(default_factory=RegionSizes)
    features: str = "features"
    text: str = ""
    face_tokens: str = "detections"
    extractors: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    seed: int = 0


@dataclass(frozen=True)
class Checkpoint:
    """A trained model as read, its dropout off.

    Args:
        folder: where it came from.
        card: what is known of it.
        model: itself.
        tokens: its vocabulary.
    """

    folder: Path
    card: CheckpointCard
    model: Any
    tokens: Tokens


def write_checkpoint(
    folder: Path, model: nn.Module, *, tokens: Vocabulary | WordPieces, card: CheckpointCard, half: bool = False
) -> None:
    """Write a model to a folder; what was there before is replaced.

    Args:
        folder: made when it is not there.
        model: with its `sizes`.
        tokens: its vocabulary.
        card: what is known of it.
        half: keep weights in half the bytes, as for shipping: they come back rounded to 11 bits.

    Raises:
        OutputError: when the folder cannot be written.
    """
    folder = Path(folder)
    arrays = {name: value.detach().cpu().numpy() for name, value in model.state_dict().items()}
    write_arrays(folder / WEIGHTS, {name: _narrow(array) if half else array for name, array in arrays.items()})
    said = {
        "version": _VERSION,
        **plain(card),
        "sizes": plain(model.sizes),
        "vocabulary": _vocabulary_said(tokens),
        "weights": digest(folder / WEIGHTS),
        "versions": {name: version(name) for name in _PACKAGES},
    }
    write_text(folder / CARD, json.dumps(said, ensure_ascii=False, indent=1) + "\n")


def read_checkpoint(folder: Path, *, device: str = "cpu") -> Checkpoint:
    """The model of a folder.

    Raises:
        ModelError: when there is none, or it is damaged, of an unknown family or version, or when weights, sizes and
            vocabulary do not belong together.
    """
    folder = Path(folder)
    if not (folder / CARD).is_file():
        raise ModelError(f"{str(folder)!r} holds no checkpoint ({CARD} is missing); name a folder that `train` wrote")
    said = _said(folder)
    try:
        kind = model_kind(said["model"])
        sizes = from_fields(kind.sizes, said.pop("sizes"), where=f"{folder / CARD}: sizes")
        tokens = _vocabulary(said.pop("vocabulary"))
        known = {name: said[name] for name in CheckpointCard.__dataclass_fields__ if name in said}
        card = from_fields(CheckpointCard, known, where=str(folder / CARD))
    except (RecordError, LanguageError, LookupError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{str(folder / CARD)!r} is damaged ({error}); take the checkpoint from where it came"
        ) from error
    _check_vocabulary(folder, sizes, tokens)
    model = kind.build(sizes)
    _load(model, folder, said.get("weights"))
    return Checkpoint(folder, card, model.to(device).eval(), tokens)


def _said(folder: Path) -> dict[str, Any]:
    """The values of `checkpoint.json`."""
    try:
        said = json.loads(read_text(folder / CARD))
    except (RecordError, ValueError) as error:
        raise ModelError(
            f"{str(folder / CARD)!r} is damaged ({error}); take the checkpoint from where it came"
        ) from error
    if not isinstance(said, dict) or said.get("version") != _VERSION:
        raise ModelError(
            f"{str(folder / CARD)!r} is of another version than {_VERSION}; use the release that it was written by"
        )
    return said


def _load(model: nn.Module, folder: Path, wanted: object) -> None:
    """Put the weights of a folder into a model."""
    path = folder / WEIGHTS
    if not path.is_file():
        raise ModelError(f"{str(folder)!r} has no {WEIGHTS}; take the checkpoint from where it came")
    if digest(path) != wanted:
        raise ModelError(f"{str(path)!r} is damaged, or of another training than its {CARD}; take both from one place")
    arrays = read_arrays(path)
    expected = {name: tuple(value.shape) for name, value in model.state_dict().items()}
    found = {name: array.shape for name, array in arrays.items()}
    if found != expected:
        name = next(name for name in {**expected, **found} if expected.get(name) != found.get(name))
        raise ModelError(
            f"{str(path)!r} has {_shape(found, name)}, but the sizes of {CARD} make {_shape(expected, name)}; "
            "leave both as they were written"
        )
    model.load_state_dict({name: torch.from_numpy(_wide(array)) for name, array in arrays.items()})


def _shape(shapes: Mapping[str, tuple[int, ...]], name: str) -> str:
    return f"{name} {shapes[name]}" if name in shapes else f"no {name}"


def _check_vocabulary(folder: Path, sizes: Any, tokens: Tokens) -> None:
    for what, of_sizes, of_tokens in (
        ("tokens", getattr(sizes, "n_words", len(tokens)), len(tokens)),
        ("as its first person", sizes.first_person, tokens.first_person),
        ("people", sizes.n_people, tokens.n_people),
    ):
        if of_sizes != of_tokens:
            raise ModelError(
                f"{str(folder / CARD)!r} has a vocabulary with {of_tokens} {what}, but its model was made for "
                f"{of_sizes}; use the vocabulary that it was trained with"
            )


def _vocabulary_said(tokens: Vocabulary | WordPieces) -> dict[str, Any]:
    if isinstance(tokens, WordPieces):
        return {"pieces": list(tokens.pieces), "n_people": tokens.n_people}
    return {"words": list(tokens.words), "n_people": tokens.n_people}


def _vocabulary(said: Mapping[str, Any]) -> Vocabulary | WordPieces:
    if "pieces" in said:
        return WordPieces(tuple(said["pieces"]), said["n_people"])
    return Vocabulary(tuple(said["words"]), said["n_people"])


def _narrow(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return array.astype(np.float16) if array.dtype == np.float32 else array


def _wide(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return array.astype(np.float32) if array.dtype == np.float16 else array
