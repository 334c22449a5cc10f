"""Prints scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cinescribe.cli.output import show
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.significance import Interval


def show_scores(scores: Sequence[Score], intervals: Sequence[Interval | None] = (), *, as_json: bool) -> None:
    """Print scores, with their intervals if given."""
    pairs = list(zip(scores, list(intervals) or [None] * len(scores), strict=True))
    value = {score.name: _value(score, interval) for score, interval in pairs}
    width = max(len(score.name) for score in scores)
    show(value, [_line(score, interval, width) for score, interval in pairs], as_json=as_json)


def _value(score: Score, interval: Interval | None) -> dict[str, Any]:
    value: dict[str, Any] = {"value": score.value, "signature": score.signature}
    return value if interval is None else value | {"confidence": interval.to_dict()}


def _line(score: Score, interval: Interval | None, width: int) -> str:
    bounds = "" if interval is None else f"[{interval.low:.4f}, {interval.high:.4f}]  "
    return f"{score.name:<{width}}  {score.value:8.4f}  {bounds}{score.signature}"
