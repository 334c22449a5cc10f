"""Reads captions from files, in the formats of captioners and corpora."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

from cinescribe.errors import ScoreError
from cinescribe.metrics.files.tabular_files import parse_score_json, read_score_json, read_score_rows, suffix_of
from cinescribe.tables import TABLES, TableRow

_IDS = ("image_id", "id", "clip")


def read_candidates(path: Path) -> dict[str, str]:
    """Read the one caption of each item, by id, in the file's order.

    Raises:
        ScoreError: as `read_references`, and naming the item that has two captions.
    """
    captions = read_references(path)
    for key, texts in captions.items():
        if len(texts) != 1:
            raise ScoreError(f"{str(path)!r} has {len(texts)} captions of item {key!r}; a candidate is one caption")
    return {key: texts[0] for key, texts in captions.items()}


def read_references(path: Path) -> dict[str, tuple[str, ...]]:
    """Read the captions of each item, by id, in the file's order.

    The suffix gives the format; `.gz` may follow it:

    - `.json`: COCO results `[{"image_id", "caption"}]`, COCO annotations `{"annotations": [{"image_id", "caption"}]}`,
      or `{id: text}` and `{id: [texts]}`;
    - `.jsonl`: lines `{"id", "caption"}` or `{"id", "captions": [texts]}`;
    - `.csv` and `.tsv`: the columns `id` and `caption`, or `captions` (a JSON list of texts).

    In lines and columns, `image_id` or `clip` (from captioners of films) may replace `id`. Several captions with one id
    are several references. Ids are texts: 12 and "12" name one item.

    Raises:
        ScoreError: naming the file and the malformed line or record.
    """
    captions: dict[str, list[str]] = {}
    for key, texts in _items(Path(path)):
        captions.setdefault(key, []).extend(texts)
    return {key: tuple(texts) for key, texts in captions.items()}


def item_id(record: TableRow, names: tuple[str, ...] = _IDS) -> str:
    """Return the id of a record as text, from the one of the fields `names` that it has.

    Raises:
        ScoreError: when it has none or two of them, or an invalid id.
    """
    present = [name for name in names if name in record.cells]
    if len(present) != 1:
        raise ScoreError(
            f"{record.where} has the fields {', '.join(record.cells)}; expected one of {' and '.join(names)}"
        )
    return _as_id(record.cells[present[0]], record.where)


def _items(path: Path) -> Iterator[tuple[str, list[str]]]:
    suffix = suffix_of(path)
    if suffix == ".json":
        return _of_json(path, read_score_json(path))
    return (_of_record(record, is_table=suffix in TABLES) for record in read_score_rows(path))


def _of_json(path: Path, value: Any) -> Iterator[tuple[str, list[str]]]:
    if isinstance(value, dict) and _is_coco(value.get("annotations")):
        value = value["annotations"]
    if not isinstance(value, (list, dict)):
        raise ScoreError(
            f"{str(path)!r} holds {shortened(value)}; expected COCO's list of records, or an object of texts by id"
        )
    if not value:
        raise ScoreError(f"{str(path)!r} holds no caption; there is nothing to score")
    if isinstance(value, list):
        return (_of_coco(f"{path}, record {n}", record) for n, record in enumerate(value, 1))
    return ((_as_id(key, str(path)), _texts(texts, f"{path}, item {key!r}")) for key, texts in value.items())


def _is_coco(annotations: Any) -> bool:
    # COCO's annotations are records; an item with the id "annotations" has texts.
    return isinstance(annotations, list) and not any(isinstance(entry, str) for entry in annotations)


def _of_coco(location: str, record: Any) -> tuple[str, list[str]]:
    """Return id and caption of a COCO record, in which `id` is the number of the annotation, not of the item."""
    if not isinstance(record, dict):
        raise ScoreError(f"{location} is {shortened(record)}; expected an object with image_id and caption")
    key = item_id(TableRow(location, record), ("image_id",))
    if "caption" not in record:
        raise ScoreError(f"{location} has the fields {', '.join(record)}; expected caption")
    return key, [_text(record["caption"], location)]


def _of_record(record: TableRow, *, is_table: bool) -> tuple[str, list[str]]:
    key, fields = item_id(record), record.cells
    if ("caption" in fields) == ("captions" in fields):
        raise ScoreError(f"{record.where} has the fields {', '.join(fields)}; expected one of caption and captions")
    if "caption" in fields:
        return key, [_text(fields["caption"], record.where)]
    return key, _texts(_list(record) if is_table else fields["captions"], record.where)


def _list(record: TableRow) -> Any:
    """Return the JSON list in a table's cell."""
    cell = record.cells["captions"]
    try:
        return parse_score_json(cell, record.where)
    except ScoreError as error:
        raise ScoreError(
            f'{record.where} has {shortened(cell)} under captions; expected a JSON list such as ["a", "b"], '
            "or one row per text under caption"
        ) from error


def _texts(value: Any, location: str) -> list[str]:
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list):
        raise ScoreError(f"{location} is {shortened(value)}; expected a text or a list of texts")
    if not value:
        raise ScoreError(f"{location} has an empty list; give at least one text")
    return [_text(text, location) for text in value]


def _text(value: Any, location: str) -> str:
    if not isinstance(value, str):
        raise ScoreError(f"{location} has {shortened(value)}, of type {type(value).__name__}; expected a text")
    return value


def _as_id(value: Any, location: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ScoreError(f"{location} has the id {shortened(value)}; expected a text or a whole number")
    if not str(value).strip():
        raise ScoreError(f"{location} has an empty id; give the item a name")
    return str(value).strip()
