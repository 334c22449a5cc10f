"""Damages the files of a seed. The same reader and number always give the same files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from pathlib import PurePosixPath
from random import Random
from typing import TypeAlias

from fuzz.mutations.byte_changes import BYTE_CHANGES
from fuzz.mutations.packed_changes import gzip_content, png_size, safetensors_header, zip_member
from fuzz.mutations.text_changes import TEXT_CHANGES, mark, odd_cell, odd_value
from fuzz.mutations.tokens import FAMILIES, MARKS
from fuzz.mutations.tree_changes import json_value, xml_element
from fuzz.reader import Reader, Seed

MAX_BYTES = 256_000  # of a damaged file
ODD_SHARE = 0.005  # of the files that are replaced by something else than a file
_N_CHANGES = (1, 1, 1, 2, 3, 5)


class Odd(Enum):
    """What stands in a file's place."""

    NOTHING = "nothing"
    FOLDER = "a folder"
    PIPE = "a pipe"


Content: TypeAlias = bytes | Odd
Change: TypeAlias = Callable[[Random, bytes, bytes], bytes]


def damaged(reader: Reader, number: int) -> dict[str, Content]:
    """Return the files of one of a reader's seeds, one of them damaged, by their relative paths."""
    rng = Random(f"{reader.name} {number}")
    seed = rng.choice(reader.seeds)
    files: dict[str, Content] = dict(seed.files)
    for _ in range(rng.choice((1, 1, 1, 1, 2))):
        name = rng.choice(seed.names)
        files[name] = rng.choice(tuple(Odd)) if rng.random() < ODD_SHARE else _changed(rng, name, seed, reader.seeds)
    return files


def _changed(rng: Random, name: str, seed: Seed, seeds: Sequence[Seed]) -> bytes:
    data = seed.files[name]
    changes = _changes(name)
    donors = [each.files[name] for each in seeds if name in each.files]
    for _ in range(rng.choice(_N_CHANGES)):
        data = _cut(rng.choice(changes)(rng, data, rng.choice(donors)), data)
    return data


def _cut(data: bytes, before: bytes) -> bytes:
    """Leave the end out where a change made a file too large."""
    return data[: max(MAX_BYTES, len(before))]


def _changes(name: str) -> list[Change]:
    """The changes for files with a suffix."""
    suffix = PurePosixPath(name).suffix.lower()
    family = FAMILIES.get(suffix, "")
    special: dict[str, tuple[Change, ...]] = {
        ".json": (json_value,) * 24,
        ".jsonl": (json_value,) * 24,
        ".safetensors": (safetensors_header,) * 6,
        ".gz": (gzip_content,) * 20,
        ".png": (png_size,) * 4,
        ".toml": (odd_value,) * 8,
        **dict.fromkeys((".pth", ".pt", ".zip"), (zip_member,) * 16),
        **dict.fromkeys((".csv", ".tsv", ".conllu"), (odd_cell,) * 4),
    }
    changes: list[Change] = [*BYTE_CHANGES, *special.get(suffix, ())]
    if suffix not in _BINARY:
        changes += TEXT_CHANGES
    if family == "xml":
        changes += (xml_element,) * 10
    if family:
        marks = MARKS[family]
        changes += [partial(_marked, marks=marks)] * 3
    return changes


def _marked(rng: Random, data: bytes, _: bytes, *, marks: Sequence[bytes]) -> bytes:
    return mark(rng, data, marks)


_BINARY = {
    *(
        ".safetensors",
        ".gz",
        ".png",
        ".jpg",
        ".webp",
        ".bmp",
        ".mp4",
        ".mkv",
        ".avi",
        ".ts",
        ".wav",
        ".m4a",
        ".pt",
        ".pth",
        ".pkl",
    ),
    *(".resume", ".gif", ".tiff", ".jpeg", ".dat", ".pdf", ".zip"),
}
