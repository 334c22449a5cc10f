"""Initial weights from the checkpoint of another run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cinescribe.errors import TrainError
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.models.fields import plain_fields

_VIDEO = "video."  # how the names of a video encoder's weights begin
_NO_WEIGHTS = "dropout"  # how the names of sizes that do not affect weights end


def load_initial_weights(model: Any, checkpoint: str, *, tokens: Tokens) -> Any:
    """Load the weights of a checkpoint into a model, and return the model.

    Args:
        model: a model with `sizes`.
        checkpoint: the folder of a checkpoint; if it is empty, the model keeps its weights.
        tokens: the model's vocabulary.

    Raises:
        ModelError: when the checkpoint cannot be read.
        TrainError: when its sizes or its vocabulary differ.
    """
    if not checkpoint:
        return model
    other = read_checkpoint(Path(checkpoint))
    wanted, found = _sizes(model), _sizes(other.model)
    if different := [name for name in {**wanted, **found} if wanted.get(name) != found.get(name)]:
        name = different[0]
        raise TrainError(
            f"the checkpoint {checkpoint!r} has {name} {found.get(name)!r}, but recipe and corpus need "
            f"{wanted.get(name)!r}; start from a run of the same model, on the same corpus and features"
        )
    if other.tokens != tokens:
        raise TrainError(
            f"the checkpoint {checkpoint!r} has another vocabulary than the corpus "
            f"({_difference(other.tokens, tokens)}); start from a run on the same corpus, with the same inputs"
        )
    model.load_state_dict(other.model.state_dict())
    return model


def load_video_encoder(model: Any, checkpoint: str) -> Any:
    """Load the video encoder of a commonsense model into a model that has one, and return the model.

    Raises:
        ModelError: when the checkpoint cannot be read.
        TrainError: when one of the two models has no video encoder, or their sizes differ.
    """
    other = read_checkpoint(Path(checkpoint))
    weights = {name: value for name, value in other.model.state_dict().items() if name.startswith(_VIDEO)}
    wanted = {name: value.shape for name, value in model.state_dict().items() if name.startswith(_VIDEO)}
    if not weights or not wanted:
        who = f"the checkpoint {checkpoint!r}" if not weights else "the model of the recipe"
        raise TrainError(
            f"{who} has no video encoder to start from; name a V2C-Transformer, and train a model that sees"
        )
    if {name: value.shape for name, value in weights.items()} != wanted:
        raise TrainError(
            f"the video encoder of {checkpoint!r} has other sizes than recipe and corpus need; give `width` "
            "and features as in its recipe"
        )
    model.load_state_dict(weights, strict=False)
    return model


def _sizes(model: Any) -> dict[str, Any]:
    return {name: value for name, value in plain_fields(model.sizes).items() if not name.endswith(_NO_WEIGHTS)}


def _difference(found: Tokens, wanted: Tokens) -> str:
    """The first token in which two vocabularies of one length differ."""
    number = next((n for n in range(len(wanted)) if found.decode([n]) != wanted.decode([n])), len(wanted))
    return f"token {number} is {found.decode([number])!r} there, {wanted.decode([number])!r} here"
