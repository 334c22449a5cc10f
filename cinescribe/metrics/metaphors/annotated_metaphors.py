"""Annotators' metaphors of clips, read from the `metaphors.jsonl` of a corpus, and when they are seen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import RecordError, ScoreError, brief
from cinescribe.metrics.embedding.metaphor import Metaphor
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import FileRecord, read_file_records
from cinescribe.timing import Seconds, Span, joined

_PARTS = ("primary", "property", "secondary")
_TIME = r"(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d{1,6})?)\s*(?:s|sec|secs|seconds)?"
_SPAN = re.compile(rf"\s*{_TIME}\s*(?:-|\u2013|\u2014|to|until)\s*{_TIME}\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;\n]|\band\b", re.IGNORECASE)


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
    list of [start, end] in seconds, or `time`, as `parse_spans` reads it. A time that it cannot read is unknown.

    Raises:
        ScoreError: naming the file and the malformed line.
    """
    found: dict[str, list[SeenMetaphor]] = {}
    for record in read_file_records(Path(path)):
        parts = Metaphor(*(_text(record, name) for name in _PARTS))
        found.setdefault(item_id(record), []).append(SeenMetaphor(parts, _spans(record)))
    return {key: tuple(metaphors) for key, metaphors in found.items()}


def read_metaphor_spans(path: Path) -> dict[str, tuple[Span, ...]]:
    """Read when a system says that the metaphor of each clip is seen: JSONL with `id` (or `clip`) and `spans`.

    Raises:
        ScoreError: naming the file and the malformed line, or the clip that is there twice.
    """
    found: dict[str, tuple[Span, ...]] = {}
    for record in read_file_records(Path(path)):
        key = item_id(record)
        if key in found:
            raise ScoreError(f"{record.location} has the spans of {key!r} again; keep one line of it")
        if "spans" not in record.fields:
            raise ScoreError(f"{record.location} has no spans; wanted a list of [start, end] in seconds")
        found[key] = _listed(record.fields["spans"], record)
    return found


def parse_spans(text: str) -> tuple[Span, ...] | None:
    """Return the spans that an annotator wrote, such as `0:05-0:12, 20 to 25.5 s`, or None where one is not clear.

    Args:
        text: spans with commas, semicolons or `and` between them; times in seconds, or with colons as on a clock.
    """
    spans = []
    for part in filter(str.strip, _BETWEEN.split(text)):
        match = _SPAN.fullmatch(part)
        if match is None:
            return None
        start, end = (_seconds(match.groups()[first : first + 3]) for first in (0, 3))
        if end < start:
            return None
        spans.append(Span(start, end))
    return tuple(joined(spans)) or None


def _seconds(parts: tuple[str | None, ...]) -> Seconds:
    hours, minutes, seconds = (float(part or 0) for part in parts)
    return 3600 * hours + 60 * minutes + seconds


def _spans(record: FileRecord) -> tuple[Span, ...]:
    fields: Mapping[str, Any] = record.fields
    if fields.get("spans") is not None:
        return _listed(fields["spans"], record)
    time = fields.get("time")
    return (parse_spans(time) or ()) if isinstance(time, str) else ()


def _listed(value: Any, record: FileRecord) -> tuple[Span, ...]:
    try:
        return tuple(joined(Span(float(start), float(end)) for start, end in value))
    except (TypeError, ValueError, OverflowError, RecordError) as error:
        raise ScoreError(
            f"{record.location} has {brief(value)} under spans; wanted a list of [start, end] in seconds"
        ) from error


def _text(record: FileRecord, name: str) -> str:
    value = record.fields.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ScoreError(f"{record.location} has {brief(value)} under {name!r}; a text is wanted")
    return value.strip()
