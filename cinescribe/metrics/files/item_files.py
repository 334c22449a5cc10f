"""Writes each item's score under each metric to a file."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.store import write_text, writing

_SUFFIXES = (".jsonl", ".csv")


def check_suffix(path: Path) -> None:
    """Check that a path's suffix names a format that can be written.

    Raises:
        ScoreError: for another suffix than those of `_SUFFIXES`.
    """
    if path.suffix.lower() not in _SUFFIXES:
        raise ScoreError(f"{str(path)!r} has no known format; name it {' or '.join(_SUFFIXES)}")


def write_items(path: Path, scores: Sequence[Score], *, ids: Iterable[str]) -> None:
    """Write a record for each of `ids`: the id, then the item's value under each metric.

    The suffix chooses JSONL or CSV. An item without a value under a metric lacks that field, or has an empty cell.

    Raises:
        ScoreError: for another suffix.
        OutputError: when the file cannot be written.
    """
    check_suffix(path)
    records = [_record(key, scores) for key in ids]
    if path.suffix.lower() == ".jsonl":
        write_text(path, "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
        return
    with writing(path) as beside, open(beside, "w", encoding="utf-8", newline="") as opened:
        table = csv.DictWriter(opened, ["id", *(score.name for score in scores)])
        table.writeheader()
        table.writerows(records)


def _record(key: str, scores: Sequence[Score]) -> dict[str, str | float]:
    return {"id": key} | {score.name: score.per_item[key] for score in scores if key in score.per_item}
