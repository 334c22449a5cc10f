"""Checkpoints: a folder with the weights of a trained model and all that is needed to use and to reproduce it.

`checkpoint.json` is written last and holds the digest of the weights, so that an incomplete folder is recognised.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import nn

from cinescribe.errors import LanguageError, ModelError, RecordError, brief
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.language.tokens.subwords import Subwords
from cinescribe.language.tokens.vocabulary import Tokens, Vocabulary
from cinescribe.language.tokens.word_pieces import WordPieces
from cinescribe.layers.weight_shapes import weight_shapes
from cinescribe.model_folder import ModelFolder, as_fp16, as_fp32, package_versions
from cinescribe.models.fields import from_fields, plain_fields
from cinescribe.models.model_table import ModelKind, model_kind
from cinescribe.models.size_limits import check_sizes

CHECKPOINT = ModelFolder(
    "checkpoint", "weights.safetensors", "checkpoint.json", "get the checkpoint again from its source", version=1
)
_MAX_PEOPLE = 10_000  # person tokens: a vocabulary makes one by one what its card only counts
_RENAMED_SIZES = {  # checkpoints of cinescribe 0.1 have the names on the left
    "short_cut": "gated_skip",
    "stress": "skip_scale",
    "stressed_actions": "skip_actions",
    "stressed_frames": "skip_frames",
}


@dataclass(frozen=True)
class CheckpointCard:
    """The facts about a trained model, besides its sizes and vocabulary.

    Args:
        model: a name of `models.model_table.MODELS`.
        sets: sizes of the clip sets it reads, if it reads sets.
        pictures: sizes of the pictures it reads, if it reads pictures.
        features: the folder of its features in a corpus.
        text: the encoder of its blanks; empty for none.
        face_tokens: a name of `models.model_table.FACE_TOKENS`.
        someone: whether it writes `someone` for each person, and no person ids.
        extractors: the extractor of its features, by stream.
        recipe: the recipe it was trained with.
        scores: its scores, by task and metric, on the validation split of that recipe.
        data: digests of the files it was trained on.
        seed: the seed of its training.
        confidence: of a commonsense model, by aspect, the curve of the chance that a phrase is true: a line or bins.
        drawn_films_only: whether it was trained on drawn films only; None in older cards, which do not say.
        window: of a commonsense model, seconds before and after a clip begins that it sees; empty for the clip.
    """

    model: str
    sets: SetSizes = field(default_factory=SetSizes)
    pictures: RegionSizes = field(default_factory=RegionSizes)
    features: str = "features"
    text: str = ""
    face_tokens: str = "detections"
    someone: bool = False
    extractors: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    drawn_films_only: bool | None = None
    confidence: dict[str, Any] = field(default_factory=dict)
    window: tuple[float, ...] = ()


@dataclass(frozen=True)
class Checkpoint:
    """A trained model, read from a folder, with dropout off.

    Args:
        folder: the folder it was read from.
        card: the facts about it.
        model: the model.
        tokens: its vocabulary.
    """

    folder: Path
    card: CheckpointCard
    model: Any
    tokens: Tokens


def write_checkpoint(
    folder: Path,
    model: nn.Module,
    *,
    tokens: Vocabulary | WordPieces | Subwords,
    card: CheckpointCard,
    fp16: bool = False,
) -> None:
    """Write a model to a folder; replaces a checkpoint that is there.

    Args:
        folder: created if it does not exist.
        model: the model, with its `sizes`.
        tokens: its vocabulary.
        card: the facts about it.
        fp16: store weights in 16 bits, as for shipping: they are read back as 32 bits, rounded to 11.

    Raises:
        OutputError: when the folder cannot be written.
    """
    arrays = {name: value.detach().cpu().numpy() for name, value in model.state_dict().items()}
    fields = {
        **plain_fields(card),
        "sizes": plain_fields(model.sizes),
        "vocabulary": _vocabulary_fields(tokens),
        "weights": "",
        "versions": package_versions(),
    }
    CHECKPOINT.write(folder, as_fp16(arrays) if fp16 else arrays, fields)


def read_checkpoint(folder: Path, *, device: str = "cpu") -> Checkpoint:
    """Return the model of a folder, with dropout off.

    Raises:
        ModelError: when there is none, it is damaged or of an unknown family or version, or its weights, sizes and
            vocabulary do not fit together.
    """
    folder = Path(folder)
    fields = _fields(folder)
    try:
        kind = model_kind(fields["model"])
        sizes = from_fields(kind.sizes, _renamed_sizes(fields.pop("sizes")), where=f"{folder / CHECKPOINT.card}: sizes")
        tokens = _vocabulary(fields.pop("vocabulary"))
        known = {name: fields[name] for name in CheckpointCard.__dataclass_fields__ if name in fields}
        card = from_fields(CheckpointCard, known, where=str(folder / CHECKPOINT.card))
        check_sizes(card.sets, positive=("n_clips", "n_tokens"))
        check_sizes(card.pictures, positive=("n_regions", "n_tokens"))
    except (RecordError, ModelError, LanguageError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise CHECKPOINT.damaged(folder / CHECKPOINT.card, error) from error
    _check_vocabulary(folder, sizes, tokens)
    arrays = CHECKPOINT.read_weights(folder, fields, _shapes(folder, kind, sizes))
    model = kind.build(sizes)
    model.load_state_dict({name: torch.from_numpy(array) for name, array in as_fp32(arrays).items()})
    return Checkpoint(folder, card, model.to(device).eval(), tokens)


def _fields(folder: Path) -> dict[str, Any]:
    """Return the fields of `checkpoint.json` of a network."""
    fields = CHECKPOINT.read_card(folder)
    for key, what in (("fitted", "fitted model, which is no network"), ("video", "video language model")):
        if key in fields:
            raise ModelError(f"{str(folder)!r} holds a {what}; it captions, and nothing else")
    return fields


def _renamed_sizes(sizes: Any) -> Any:
    """Return sizes by their present names; anything but a table as it is, for the reader to refuse."""
    if not isinstance(sizes, Mapping):
        return sizes
    return {_RENAMED_SIZES.get(name, name): value for name, value in sizes.items()}


def _shapes(folder: Path, kind: ModelKind, sizes: Any) -> dict[str, tuple[int, ...]]:
    """Return the shape of each weight of a model of these sizes; nothing is allocated for them."""
    try:
        return weight_shapes(lambda: kind.build(sizes))
    except (RuntimeError, TypeError, ValueError, ArithmeticError, AssertionError) as error:
        raise ModelError(
            f"{str(folder / CHECKPOINT.card)!r} has sizes of which no model can be built ({error}); get the "
            "checkpoint again from its source"
        ) from error


def _check_vocabulary(folder: Path, sizes: Any, tokens: Tokens) -> None:
    for what, of_sizes, of_tokens in (
        ("tokens", getattr(sizes, "n_words", len(tokens)), len(tokens)),
        ("as its first person", sizes.first_person, tokens.first_person),
        ("people", sizes.n_people, tokens.n_people),
    ):
        if of_sizes != of_tokens:
            raise ModelError(
                f"{str(folder / CHECKPOINT.card)!r} has a vocabulary with {of_tokens} {what}, but its model was "
                f"built for {of_sizes}; use the vocabulary that it was trained with"
            )


def _vocabulary_fields(tokens: Vocabulary | WordPieces | Subwords) -> dict[str, Any]:
    if isinstance(tokens, Subwords):
        return {"tokenizer": tokens.tokenizer, "n_people": tokens.n_people}
    if isinstance(tokens, WordPieces):
        return {"pieces": list(tokens.pieces), "n_people": tokens.n_people}
    return {"words": list(tokens.words), "n_people": tokens.n_people}


def _vocabulary(fields: Mapping[str, Any]) -> Vocabulary | WordPieces | Subwords:
    kind = next((name for name in ("tokenizer", "pieces") if name in fields), "words")
    tokens, n_people = fields[kind], fields["n_people"]
    if kind == "tokenizer" and not isinstance(tokens, str):
        raise RecordError(f"the tokenizer is {brief(tokens)}; expected a text")
    if kind != "tokenizer" and not (isinstance(tokens, list) and all(isinstance(token, str) for token in tokens)):
        raise RecordError(f"the vocabulary is {brief(tokens)}; expected a list of texts")
    if type(n_people) is not int or not 0 <= n_people <= _MAX_PEOPLE:  # True is an int to isinstance
        raise RecordError(f"n_people is {brief(n_people)}; expected a whole number up to {_MAX_PEOPLE}")
    if kind == "tokenizer":
        return Subwords(tokens, n_people)
    return WordPieces(tuple(tokens), n_people) if kind == "pieces" else Vocabulary(tuple(tokens), n_people)
