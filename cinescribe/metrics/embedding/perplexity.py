"""Perplexity of a language model on texts, from the log-probability of each token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from reprlib import repr as shortened

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, metric_signature, score_from_sums
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import read_score_rows

_LOWEST = float(np.finfo(np.float64).min)
_FIELD = "log_probabilities"
_MIN_MEAN = -700.0  # nats per token; a double cannot hold e to the 710th


def perplexity(log_probabilities: Mapping[str, Sequence[float]], *, model: str) -> Score:
    """Return the perplexity of a corpus: e to the mean of minus log p over all tokens, not over items.

    Perplexities are comparable only between models with the same tokens.

    Args:
        log_probabilities: the natural logarithm of each token's probability, by id.
        model: the model's name in the signature, with its tokeniser.

    Raises:
        ScoreError: naming the item without tokens, or the token whose logarithm is above 0 or not finite.

    Example:
        >>> perplexity({"a": [-0.5, -1.5], "b": [-1.0]}, model="ours").value
        2.718281828459045
    """
    if not log_probabilities:
        raise ScoreError("there is no item to score; give the log-probabilities of at least one")
    items = [_checked(key, values) for key, values in log_probabilities.items()]
    sums = np.array([[-values.sum(), len(values)] for values in items])
    signature = metric_signature("Perplexity", model=model, log="e", over="tokens")
    return score_from_sums("Perplexity", list(log_probabilities), _rule(sums), sums, rule=_rule, signature=signature)


def read_log_probabilities(path: Path) -> dict[str, list[float]]:
    """Read the log-probabilities of each item, by id, from JSONL lines `{"id", "log_probabilities": [numbers]}`.

    Raises:
        ScoreError: naming the file and the malformed line.
    """
    by_item: dict[str, list[float]] = {}
    for record in read_score_rows(Path(path)):
        key, values = item_id(record), record.cells.get(_FIELD)
        if not isinstance(values, list):
            raise ScoreError(f"{record.where} has {shortened(values)} under {_FIELD}; expected a list of numbers")
        if key in by_item:
            raise ScoreError(f"{record.where} has item {key!r} again; keep one line per item")
        by_item[key] = values
    return by_item


def _rule(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.exp(sums[..., 0] / sums[..., 1])


def _checked(key: str, values: Sequence[float]) -> NDArray[np.float64]:
    """Return the logarithms of one item, (S,)."""
    for n, value in enumerate(values, 1):
        if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
            raise ScoreError(
                f"token {n} of item {key!r} has {shortened(value)}; expected a number, its log-probability"
            )
        if not _LOWEST <= value <= 0:  # also catches nan, and whole numbers too large for a double
            raise ScoreError(
                f"token {n} of item {key!r} has the log-probability {shortened(value)}; expected a finite natural "
                "logarithm, 0 or less (a token of probability 0 would make the corpus's perplexity infinite)"
            )
    if not len(values):
        raise ScoreError(f"item {key!r} has no tokens; give the log-probability of each, including the end of the text")
    array = np.asarray(values, dtype=np.float64)
    mean = (array / len(array)).sum()  # dividing first keeps the sum within a double
    if mean < _MIN_MEAN:
        raise ScoreError(f"item {key!r} has a mean log-probability of {mean:g}, which is too low; check the logarithms")
    return array
