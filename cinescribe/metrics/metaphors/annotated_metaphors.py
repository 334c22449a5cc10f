"""Annotators' metaphors of clips, read from the `metaphors.jsonl` of a corpus, and when they are seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import RecordError, ScoreError, brief
from cinescribe.metrics.embedding.metaphor import Metaphor
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import read_score_rows
from cinescribe.metrics.metaphors.typed_times import spans_of
from cinescribe.tables import TableRow
from cinescribe.timing import Span, joined

_PARTS = ("primary", "property", "secondary")


@dataclass(frozen=True)
class SeenMetaphor:
    """One annotator's metaphor of a clip.

    Attributes:
        parts: the concepts and the property.
        spans: when it is seen, in seconds of the clip, in order; empty where that is not known.
    """

    parts: Metaphor
    spans: tuple[Span, ...] = ()


def read_annotated_metaphors(path: Path) -> dict[str, tuple[SeenMetaphor, ...]]:
    """Read the metaphors of each clip, by the clip's id.

    Lines have `clip` (or `id`), `primary`, `property`, `secondary`, and perhaps when the metaphor is seen: `spans`, a
    list of [start, end] or {"start", "end"} in seconds, or else `time` as it was typed. A time that `spans_of` cannot
    read without the video's duration is unknown.

    Raises:
        ScoreError: naming the file and the malformed line.
    """
    found: dict[str, list[SeenMetaphor]] = {}
    for record in read_score_rows(Path(path)):
        parts = Metaphor(*(_text(record, name) for name in _PARTS))
        found.setdefault(item_id(record), []).append(SeenMetaphor(parts, _spans(record)))
    return {key: tuple(metaphors) for key, metaphors in found.items()}


def read_metaphor_spans(path: Path) -> dict[str, tuple[Span, ...]]:
    """Read when a system says that the metaphor of each clip is seen: JSONL with `id` (or `clip`) and `spans`.

    Raises:
        ScoreError: naming the file and the malformed line, or the clip that is there twice.
    """
    found: dict[str, tuple[Span, ...]] = {}
    for record in read_score_rows(Path(path)):
        key = item_id(record)
        if key in found:
            raise ScoreError(f"{record.where} has the spans of {key!r} again; keep one line of it")
        if "spans" not in record.cells:
            raise ScoreError(f"{record.where} has no spans; expected a list of [start, end] in seconds")
        found[key] = _listed(record.cells["spans"], record)
    return found


def _spans(record: TableRow) -> tuple[Span, ...]:
    fields: Mapping[str, Any] = record.cells
    if fields.get("spans") is not None:
        return _listed(fields["spans"], record)
    time = fields.get("time")
    try:
        return spans_of(time, duration=None) if isinstance(time, str) else ()
    except RecordError:
        return ()


def _listed(value: Any, record: TableRow) -> tuple[Span, ...]:
    try:
        pairs = ((one["start"], one["end"]) if isinstance(one, dict) else one for one in value)
        return tuple(joined(Span(float(start), float(end)) for start, end in pairs))
    except (TypeError, ValueError, KeyError, OverflowError, RecordError) as error:
        raise ScoreError(
            f"{record.where} has {brief(value)} under spans; expected a list of [start, end] in seconds"
        ) from error


def _text(record: TableRow, name: str) -> str:
    value = record.cells.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ScoreError(f"{record.where} has {brief(value)} under {name!r}; expected a text")
    return value.strip()
