"""Folders of trained rankers: weights, and a card with all that is needed to use and to reproduce them.

`ranker.json` is written last and holds the digest of the weights, so that an incomplete folder is recognised.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.arrays import open_arrays, read_arrays, write_arrays
from cinescribe.errors import ModelError, RecordError
from cinescribe.input_files import digest
from cinescribe.language.next_phrases.phrase_encoder import phrase_encoder
from cinescribe.language.next_phrases.phrase_ranker import PhraseMoments, PhraseRanker
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER
from cinescribe.record import Record
from cinescribe.store import read_record, write_record

WEIGHTS, CARD = "weights.safetensors", "ranker.json"
_VERSION = 1  # of the format
_PACKAGES = ("cinescribe", "torch", "transformers", "numpy")
_MODEL, _MEAN, _COVARIANCE = "model.", "mean.", "covariance."  # what names of arrays begin with


@dataclass(frozen=True)
class RankerCard(Record):
    """The facts about a trained ranker.

    Args:
        aspects: what it was trained for.
        threshold: see `PhraseRanker`.
        encoder: the text encoder that training began with.
        recipe: the settings of its training, with the seed, by name.
        data: digests of the files that it was trained on, by name.
        accuracy: part of the data, aspect, and share of right answers.
        weights: digest of its weights.
        versions: of packages, by name.
        version: of the format.
    """

    aspects: tuple[str, ...]
    threshold: float
    encoder: str = PACKAGED_ENCODER
    recipe: tuple[tuple[str, float], ...] = ()
    data: tuple[tuple[str, str], ...] = ()
    accuracy: tuple[tuple[str, str, float], ...] = ()
    weights: str = ""
    versions: tuple[tuple[str, str], ...] = ()
    version: int = _VERSION


def write_ranker(
    folder: Path,
    ranker: PhraseRanker,
    *,
    recipe: Mapping[str, float],
    data: Mapping[str, str],
    accuracy: Mapping[str, Mapping[str, float]],
) -> None:
    """Write a ranker to a folder; replaces one that is there.

    Args:
        folder: created if it does not exist.
        ranker: the ranker.
        recipe: the settings of its training, with the seed.
        data: digests of the files that it was trained on.
        accuracy: by part of the data and aspect.

    Raises:
        OutputError: when the folder cannot be written.
    """
    folder = Path(folder)
    weights = ranker.encoder.model.state_dict()
    arrays: dict[str, NDArray[Any]] = {f"{_MODEL}{name}": value.cpu().numpy() for name, value in weights.items()}
    for aspect, moments in ranker.moments.items():
        arrays |= {f"{_MEAN}{aspect}": moments.mean, f"{_COVARIANCE}{aspect}": moments.covariance}
    write_arrays(folder / WEIGHTS, arrays)
    card = RankerCard(
        tuple(ranker.moments),
        ranker.threshold,
        recipe=tuple(recipe.items()),
        data=tuple(data.items()),
        accuracy=tuple((part, aspect, share) for part, own in accuracy.items() for aspect, share in own.items()),
        weights=digest(folder / WEIGHTS),
        versions=tuple((name, version(name)) for name in _PACKAGES),
    )
    write_record(folder / CARD, card)


def read_ranker(folder: Path) -> PhraseRanker:
    """Return the ranker of a folder.

    Raises:
        ModelError: when there is none, or it is damaged or of another version or encoder.
    """
    folder = Path(folder)
    card = read_card(folder)
    path, encoder = folder / WEIGHTS, phrase_encoder()
    if not path.is_file() or digest(path) != card.weights:
        raise ModelError(f"{str(path)!r} is missing, damaged or of another training than its {CARD}; train it again")
    expected = {f"{_MODEL}{name}": tuple(value.shape) for name, value in encoder.model.state_dict().items()}
    width = int(encoder.model.config.hidden_size)
    for aspect in card.aspects:
        expected |= {f"{_MEAN}{aspect}": (width,), f"{_COVARIANCE}{aspect}": (width, width)}
    try:
        found = {name: array.shape for name, array in open_arrays(path)[0].items()}
        arrays = read_arrays(path)
    except RecordError as error:
        raise ModelError(str(error)) from error
    if found != expected:
        name = next(name for name in {**expected, **found} if expected.get(name) != found.get(name))
        raise ModelError(f"{str(path)!r} does not fit {PACKAGED_ENCODER} at {name!r}; train it again")
    model = {name.removeprefix(_MODEL): torch.from_numpy(a) for name, a in arrays.items() if name.startswith(_MODEL)}
    encoder.model.load_state_dict(model)
    moments = {
        aspect: PhraseMoments(np.asarray(arrays[_MEAN + aspect]), np.asarray(arrays[_COVARIANCE + aspect]))
        for aspect in card.aspects
    }
    return PhraseRanker(encoder.eval(), moments, card.threshold)


def read_card(folder: Path) -> RankerCard:
    """Return the card of a ranker.

    Raises:
        ModelError: when the folder holds no ranker, or its card is damaged or of another version or encoder.
    """
    path = Path(folder) / CARD
    if not path.is_file():
        raise ModelError(f"{str(folder)!r} holds no ranker ({CARD} is missing); name the folder of a trained one")
    try:
        card = read_record(path, RankerCard)
    except RecordError as error:
        raise ModelError(f"{str(path)!r} is damaged ({error}); train the ranker again") from error
    if (card.version, card.encoder) != (_VERSION, PACKAGED_ENCODER):
        raise ModelError(
            f"{str(path)!r} is of version {card.version} and {card.encoder!r}; wanted {_VERSION} and "
            f"{PACKAGED_ENCODER!r}: use the release that wrote it"
        )
    return card
