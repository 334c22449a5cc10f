"""Weights to begin with: those of another run's checkpoint, where a recipe names one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cinescribe.errors import TrainError
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.checkpoint import WEIGHTS, read_checkpoint
from cinescribe.models.fields import plain
from cinescribe.store import digest

_NO_WEIGHTS = ("dropout",)  # sizes that weights do not depend on


def started(model: Any, start: str, *, tokens: Tokens) -> Any:
    """A model with the weights that its recipe starts from: its own where none are named.

    Args:
        model: with its `sizes`.
        start: the folder of a checkpoint, or empty.
        tokens: its vocabulary.

    Raises:
        ModelError: when the checkpoint cannot be read.
        TrainError: when it is of other sizes, or of another vocabulary.
    """
    if not start:
        return model
    other = read_checkpoint(Path(start))
    wanted, came = _sizes(model), _sizes(other.model)
    if different := [name for name in {**wanted, **came} if wanted.get(name) != came.get(name)]:
        name = different[0]
        raise TrainError(
            f"the checkpoint {start!r} has {name} {came.get(name)!r}, but recipe and corpus ask for "
            f"{wanted.get(name)!r}; start from a run of the same model, on the same corpus and features"
        )
    if other.tokens != tokens:
        raise TrainError(
            f"the checkpoint {start!r} has another vocabulary than the corpus ({_difference(other.tokens, tokens)}); "
            "start from a run on the same corpus, with the same inputs"
        )
    model.load_state_dict(other.model.state_dict())
    return model


def start_digest(start: str) -> dict[str, str]:
    """The digest of the weights that a recipe starts from, for the card of what it makes."""
    return {"start": digest(Path(start) / WEIGHTS)} if start else {}


def _sizes(model: Any) -> dict[str, Any]:
    return {name: value for name, value in plain(model.sizes).items() if name not in _NO_WEIGHTS}


def _difference(came: Tokens, wanted: Tokens) -> str:
    """Where two vocabularies of one length differ."""
    both = range(len(wanted))
    number = next((n for n in both if came.decode([n]) != wanted.decode([n])), len(wanted))
    return f"token {number} is {came.decode([number])!r} there, {wanted.decode([number])!r} here"
