"""Folders of trained rankers: weights, and a card with all that is needed to use and to reproduce them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.errors import ModelError, RecordError
from cinescribe.language.next_phrases.phrase_encoder import phrase_encoder
from cinescribe.language.next_phrases.phrase_ranker import PhraseMoments, PhraseRanker
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER
from cinescribe.model_folder import ModelFolder, package_versions
from cinescribe.record import Record

_VERSION = 1  # of the format
RANKER = ModelFolder("ranker", "weights.safetensors", "ranker.json", "train the ranker again", version=_VERSION)
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
    weights = ranker.encoder.model.state_dict()
    arrays: dict[str, NDArray[Any]] = {f"{_MODEL}{name}": value.cpu().numpy() for name, value in weights.items()}
    for aspect, moments in ranker.moments.items():
        arrays |= {f"{_MEAN}{aspect}": moments.mean, f"{_COVARIANCE}{aspect}": moments.covariance}
    card = RankerCard(
        tuple(ranker.moments),
        ranker.threshold,
        recipe=tuple(recipe.items()),
        data=tuple(data.items()),
        accuracy=tuple((part, aspect, share) for part, own in accuracy.items() for aspect, share in own.items()),
        versions=tuple(package_versions().items()),
    )
    RANKER.write(folder, arrays, card.to_dict())


def read_ranker(folder: Path) -> PhraseRanker:
    """Return the ranker of a folder.

    Raises:
        ModelError: when there is none, or it is damaged or of another version or encoder.
    """
    card, encoder = read_card(folder), phrase_encoder()
    shapes = {f"{_MODEL}{name}": tuple(value.shape) for name, value in encoder.model.state_dict().items()}
    width = int(encoder.model.config.hidden_size)
    for aspect in card.aspects:
        shapes |= {f"{_MEAN}{aspect}": (width,), f"{_COVARIANCE}{aspect}": (width, width)}
    arrays = RANKER.read_weights(folder, card.to_dict(), shapes)
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
    path, fields = Path(folder) / RANKER.card, RANKER.read_card(folder)
    try:
        card = RankerCard.from_dict(fields)
    except RecordError as error:
        raise RANKER.damaged(path, error) from error
    if card.encoder != PACKAGED_ENCODER:
        raise ModelError(
            f"{str(path)!r} is of the encoder {card.encoder!r}, not {PACKAGED_ENCODER!r}; use the release that wrote it"
        )
    return card
