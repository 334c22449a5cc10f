"""The limits of sizes, so that a damaged or hostile configuration is refused before anything is built from it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterator
from typing import Any

from torch import Tensor

from cinescribe.errors import ModelError

MAX_SIZE = 1 << 20  # of a vocabulary or a width: four times the largest vocabulary of a published language model
MAX_TOKENS = 1 << 16  # in a text: some positions are computed, so that the weights' file does not bound their number
MAX_LAYERS = 256  # built one by one: twice the layers of the deepest published language models
_TEXTS = ("n_tokens", "n_positions")


def check_sizes(sizes: Any, *, positive: Collection[str] = ()) -> None:
    """Check that the numbers of a dataclass of sizes are ones that a model can have.

    Args:
        sizes: a dataclass; names that end in `dropout` are shares, other whole numbers are counts or widths.
        positive: names of sizes that may not be 0.

    Raises:
        ModelError: naming the size, for a negative or huge one, a number that is not finite, or a share outside [0, 1).
    """
    for name, value in _numbers(sizes):
        if isinstance(value, int):
            smallest, largest = int(name in positive), _largest(name)
            if value < smallest:
                raise ModelError(f"{name} is {value}; expected {smallest} or more")
            if value > largest:
                raise ModelError(f"{name} is {value}; expected {largest} or less")
        elif name.endswith("dropout") and not 0 <= value < 1:
            raise ModelError(f"{name} is {value}; expected a share from 0 up to 1")
        elif not math.isfinite(value):
            raise ModelError(f"{name} is {value}; expected a finite number")


def _numbers(sizes: Any) -> Iterator[tuple[str, int | float]]:
    for item in dataclasses.fields(sizes):
        value = getattr(sizes, item.name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, (int, float)) and not isinstance(one, bool):
                yield item.name, one


def _largest(name: str) -> int:
    if name.endswith("layers"):
        return MAX_LAYERS
    return MAX_TOKENS if name in _TEXTS else MAX_SIZE


def check_tokens(tokens: Tensor, n_words: int) -> None:
    """Check that tokens are those of a vocabulary of `n_words`.

    Raises:
        ModelError: when one is beyond it.
    """
    if tokens.numel() and int(tokens.max()) >= n_words:
        raise ModelError(
            f"found token {int(tokens.max())}, but the model's vocabulary has {n_words}; "
            "read captions with the vocabulary the model was trained with"
        )
