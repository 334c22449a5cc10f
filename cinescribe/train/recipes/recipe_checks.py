"""Checks of values of recipes; each raises a `RecipeError` that names the key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cinescribe.errors import RecipeError, ScoreError
from cinescribe.metrics.scoring.metric_table import select_metrics


def check_choice(key: str, name: str, choices: Iterable[str], where: str) -> None:
    """Check that a name is one of those allowed.

    Raises:
        RecipeError: naming the key and the choices.
    """
    if name not in (allowed := sorted(choices)):
        raise RecipeError(f"{where}: {key} is {name!r}; choose one of {', '.join(allowed)}")


def check_minimum(key: str, value: int, minimum: int, where: str) -> None:
    """Check that a number is large enough.

    Raises:
        RecipeError: naming the key and the smallest value allowed.
    """
    if value < minimum:
        raise RecipeError(f"{where}: {key} is {value}; it must be {minimum} or more")


def check_label_smoothing(value: float, where: str) -> None:
    """Check the share of a target's probability that is spread over all words.

    Raises:
        RecipeError: when it is below 0, or 1 or more.
    """
    if not 0 <= value < 1:
        raise RecipeError(f"{where}: loss: label_smoothing is {value}; it must be at least 0 and below 1")


def check_metrics(names: Sequence[str], where: str) -> list[str]:
    """Check the metrics of the final scores now, since they are computed hours later; return those that they select.

    Raises:
        RecipeError: naming the metric that is unknown.
    """
    try:
        return [name for name, _ in select_metrics(names)]
    except ScoreError as error:
        raise RecipeError(f"{where}: validation: {error}") from error


def check_best_metric(key: str, best: str, metrics: Sequence[str], where: str) -> None:
    """Check the metric that selects the best checkpoint, and those of the final scores.

    Raises:
        RecipeError: when one is unknown, or `best` selects several.
    """
    names = check_metrics([best], where)
    check_metrics([best, *metrics], where)
    if names != [best]:
        raise RecipeError(f"{where}: validation: {key} is {best!r}; name one metric, such as {names[0]}")
