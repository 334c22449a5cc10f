"""Captions from files, in the forms that captioners and corpora write them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

from cinescribe.errors import ScoreError
from cinescribe.metrics.files.tabular_files import TABLES, Row, parsed, read_json, read_rows, suffix_of

_IDS = ("image_id", "id", "clip")


def read_candidates(path: Path) -> dict[str, str]:
    """The one caption of each item, by id, in the file's order.

    Raises:
        ScoreError: as `read_references`, and naming the item that has two captions.
    """
    found = read_references(path)
    for key, texts in found.items():
        if len(texts) != 1:
            raise ScoreError(f"{str(path)!r} has {len(texts)} captions of item {key!r}; a candidate is one caption")
    return {key: texts[0] for key, texts in found.items()}


def read_references(path: Path) -> dict[str, tuple[str, ...]]:
    """The captions of each item, by id, in the file's order.

    The suffix says how the file is written, `.gz` after it or not:

    - `.json`: COCO results `[{"image_id", "caption"}]`, COCO annotations `{"annotations": [{"image_id", "caption"}]}`,
      or `{id: text}` and `{id: [texts]}`;
    - `.jsonl`: a line `{"id", "caption"}` or `{"id", "captions": [texts]}`;
    - `.csv` and `.tsv`: the columns `id` and `caption`, or `captions` (a JSON list of texts).

    `image_id`, or `clip` as captioners of films write it, may stand for `id` in lines and columns. Several captions of
    one id are several references. Ids are texts: 12 and "12" name one item.

    Raises:
        ScoreError: naming the file and the line or record that is not so.
    """
    found: dict[str, list[str]] = {}
    for key, texts in _items(Path(path)):
        found.setdefault(key, []).extend(texts)
    return {key: tuple(texts) for key, texts in found.items()}


def item_id(row: Row, names: tuple[str, ...] = _IDS) -> str:
    """The id of a row as text, under the one of `names` that is there.

    Raises:
        ScoreError: when none or two of them are there, or what is there names nothing.
    """
    there = [name for name in names if name in row.values]
    if len(there) != 1:
        raise ScoreError(f"{row.where} has the fields {', '.join(row.values)}; wanted one of {' and '.join(names)}")
    return _as_id(row.values[there[0]], row.where)


def _items(path: Path) -> Iterator[tuple[str, list[str]]]:
    suffix = suffix_of(path)
    if suffix == ".json":
        return _of_json(path, read_json(path))
    return (_of_row(row, listed_as_text=suffix in TABLES) for row in read_rows(path))


def _of_json(path: Path, value: Any) -> Iterator[tuple[str, list[str]]]:
    if isinstance(value, dict) and _is_coco(value.get("annotations")):
        value = value["annotations"]
    if not isinstance(value, (list, dict)):
        raise ScoreError(
            f"{str(path)!r} holds {shortened(value)}; wanted COCO's list of records, or an object of texts by id"
        )
    if not value:
        raise ScoreError(f"{str(path)!r} holds no caption; there is nothing to score")
    if isinstance(value, list):
        return (_of_record(f"{path}, record {n}", record) for n, record in enumerate(value, 1))
    return ((_as_id(key, str(path)), _texts(texts, f"{path}, item {key!r}")) for key, texts in value.items())


def _is_coco(annotations: Any) -> bool:
    # An item that is called "annotations" has texts, COCO's annotations are records.
    return isinstance(annotations, list) and not any(isinstance(entry, str) for entry in annotations)


def _of_record(where: str, record: Any) -> tuple[str, list[str]]:
    """A record as COCO writes it, where `id` is the annotation's own number and no item's."""
    if not isinstance(record, dict):
        raise ScoreError(f"{where} is {shortened(record)}; wanted an object with image_id and caption")
    row = Row(where, record)
    key = item_id(row, ("image_id",))
    if "caption" not in record:
        raise ScoreError(f"{where} has the fields {', '.join(record)}; wanted caption")
    return key, [_text(record["caption"], where)]


def _of_row(row: Row, *, listed_as_text: bool) -> tuple[str, list[str]]:
    key, values = item_id(row), row.values
    if ("caption" in values) == ("captions" in values):
        raise ScoreError(f"{row.where} has the fields {', '.join(values)}; wanted one of caption and captions")
    if "caption" in values:
        return key, [_text(values["caption"], row.where)]
    return key, _texts(_list(row) if listed_as_text else values["captions"], row.where)


def _list(row: Row) -> Any:
    """A cell that holds a JSON list, as a table writes several texts of one item."""
    cell = row.values["captions"]
    try:
        return parsed(cell, row.where)
    except ScoreError as error:
        raise ScoreError(
            f'{row.where} has {shortened(cell)} under captions; wanted a JSON list as ["a", "b"], '
            "or a row for each text under caption"
        ) from error


def _texts(value: Any, where: str) -> list[str]:
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list):
        raise ScoreError(f"{where} is {shortened(value)}; wanted a text or a list of texts")
    if not value:
        raise ScoreError(f"{where} has an empty list; give at least one text")
    return [_text(text, where) for text in value]


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise ScoreError(f"{where} has {shortened(value)}, of type {type(value).__name__}; wanted a text")
    return value


def _as_id(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ScoreError(f"{where} has the id {shortened(value)}; wanted a text or a whole number")
    if not str(value).strip():
        raise ScoreError(f"{where} has an empty id; name the item")
    return str(value).strip()
