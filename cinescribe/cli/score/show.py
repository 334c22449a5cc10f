"""Prints scores, and writes those of each item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cinescribe.cli.output import for_command, show
from cinescribe.errors import CinescribeError, ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.significance import Interval, confidence
from cinescribe.metrics.files.item_files import write_items


def show_scores(
    scores: Sequence[Score],
    *,
    as_json: bool,
    with_intervals: bool = False,
    per_item: Path | None = None,
    ids: Iterable[str] | None = None,
) -> None:
    """Print scores, and write the values of each item to a file if one is given.

    Args:
        scores: those that failed are printed with their errors.
        as_json: print one JSON value.
        with_intervals: also print 95 % bootstrap intervals.
        per_item: the file to write.
        ids: the items to write; by default those that have a value.

    Raises:
        ScoreError: when all is printed and a metric, or an interval, failed.
        OutputError: when the file cannot be written.
    """
    done = [score for score in scores if score.error is None]
    intervals = {score.name: _interval(score) for score in done if with_intervals}
    if per_item is not None:
        write_items(per_item, done, ids=ids or dict.fromkeys(key for score in done for key in score.per_item))
    value = {score.name: _value(score, intervals.get(score.name)) for score in scores}
    width = max(len(score.name) for score in scores)
    show(value, [_line(score, intervals.get(score.name), width) for score in scores], as_json=as_json)
    failed = [score for score in scores if score.error is not None]
    if failed:
        raise ScoreError(f"{len(failed)} of {len(scores)} metrics failed; {failed[0].name}: {failed[0].error}")
    if without := next((one for one in intervals.values() if isinstance(one, CinescribeError)), None):
        raise without


def _interval(score: Score) -> Interval | CinescribeError:
    """The interval of a score, or why it has none."""
    try:
        return confidence(score)
    except CinescribeError as error:
        return error


def _value(score: Score, interval: Interval | CinescribeError | None) -> dict[str, Any]:
    if score.error is not None:
        return {"error": for_command(str(score.error))}
    value: dict[str, Any] = {"value": score.value, "signature": score.signature}
    if isinstance(interval, CinescribeError):
        return value | {"confidence": {"error": for_command(str(interval))}}
    return value if interval is None else value | {"confidence": interval.to_dict()}


def _line(score: Score, interval: Interval | CinescribeError | None, width: int) -> str:
    if score.error is not None:
        return f"{score.name:<{width}}    failed  {' '.join(for_command(str(score.error)).split())}"
    bounds = "" if interval is None else "[no interval]  "
    if isinstance(interval, Interval):
        bounds = f"[{interval.low:.4f}, {interval.high:.4f}]  "
    return f"{score.name:<{width}}  {score.value:8.4f}  {bounds}{score.signature}"
