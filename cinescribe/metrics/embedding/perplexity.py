"""How well a language model foresees texts, from the probability it gave each of their tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from reprlib import repr as shortened

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, passport, summed_score
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import read_rows

_LOWEST = float(np.finfo(np.float64).min)
_FIELD = "log_probabilities"
_LEAST = -700.0  # nats a token on average; e to the 710th is no longer a double


def perplexity(log_probabilities: Mapping[str, Sequence[float]], *, model: str) -> Score:
    """The perplexity of a corpus: e to the mean of minus log p over all its tokens, not over its items.

    Perplexities are comparable between models that cut texts into the same tokens, and no others.

    Args:
        log_probabilities: natural logarithms of the probability of each token of each item, by id.
        model: what gave them, with its tokeniser, as it shall stand in the signature.

    Raises:
        ScoreError: naming the item without tokens, or the token whose logarithm is above 0, infinite or no number.

    Example:
        >>> perplexity({"a": [-0.5, -1.5], "b": [-1.0]}, model="ours").value
        2.718281828459045
    """
    if not log_probabilities:
        raise ScoreError("there is no item to score; give the log-probabilities of at least one")
    items = [_checked(key, values) for key, values in log_probabilities.items()]
    sums = np.array([[-values.sum(), len(values)] for values in items])
    signature = passport("Perplexity", model=model, log="e", over="tokens")
    return summed_score("Perplexity", list(log_probabilities), _rule(sums), sums, rule=_rule, signature=signature)


def read_log_probabilities(path: Path) -> dict[str, list[float]]:
    """The log-probabilities of each item, by id, of a JSONL file: a line `{"id", "log_probabilities": [numbers]}`.

    Raises:
        ScoreError: naming the file and the line that is not so.
    """
    found: dict[str, list[float]] = {}
    for row in read_rows(Path(path)):
        key, values = item_id(row), row.values.get(_FIELD)
        if not isinstance(values, list):
            raise ScoreError(f"{row.where} has {shortened(values)} under {_FIELD}; wanted a list of numbers")
        if key in found:
            raise ScoreError(f"{row.where} has item {key!r} again; keep one line an item")
        found[key] = values
    return found


def _rule(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.exp(sums[..., 0] / sums[..., 1])


def _checked(key: str, values: Sequence[float]) -> NDArray[np.float64]:
    """The logarithms of one item, (S,)."""
    for n, value in enumerate(values, 1):
        if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
            raise ScoreError(f"token {n} of item {key!r} has {shortened(value)}; wanted a number, its log-probability")
        if not _LOWEST <= value <= 0:  # catches nan as well, and whole numbers that no double holds
            raise ScoreError(
                f"token {n} of item {key!r} has the log-probability {shortened(value)}; wanted a finite natural "
                "logarithm, 0 or less (a token without a probability makes the perplexity of its corpus infinite)"
            )
    if not len(values):
        raise ScoreError(f"item {key!r} has no token; give the log-probability of each, that of the end among them")
    array = np.asarray(values, dtype=np.float64)
    mean = (array / len(array)).sum()  # whose parts cannot sum to more than a double holds
    if mean < _LEAST:
        raise ScoreError(f"item {key!r} has a mean log-probability of {mean:g}, too low for any number to hold")
    return array
