"""The modules below all packages: records, arrays, tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import open_arrays, read_arrays, write_arrays
from cinescribe.errors import brief
from cinescribe.file_names import checked_name, inside
from cinescribe.input_files import digest, read_bytes, read_text
from cinescribe.output_folder import MARKER, claim_folder, read_marker
from cinescribe.parsing import parse_float, parse_int, parse_json, parse_toml, table_rows
from cinescribe.schema import Script, Shot
from cinescribe.store import read_appended, read_json, read_record, read_records
from cinescribe.tables import read_tab_lines
from fuzz.reader import Reader, Seed, file_reader
from fuzz.samples.scripts import SCRIPT_JSON
from fuzz.samples.written import gzipped, written

_MOST_NAMES = 20  # of a file; each takes a few system calls
_MARKER = b'{"kinds": ["description"], "files": ["a.jpg"], "version": 1}\n'
_ROWS = b'{"start": 0.5, "end": 1.5}\n{"start": 2, "end": 3.25, "transition": "fade"}\n'


def _arrays() -> list[bytes]:
    arrays: dict[str, NDArray[Any]] = {
        "x": np.arange(6, dtype=np.float32).reshape(2, 3),
        "n": np.arange(3),
        "e": np.zeros((0, 4), np.float16),
    }
    return [written("a.safetensors", lambda path: write_arrays(path, arrays, notes={"film": "f"}))]


def _use_arrays(path: Path) -> None:
    arrays, notes = open_arrays(path)
    brief([(array.sum(), len(array.shape)) for array in arrays.values()])
    brief(dict(notes))


def _parse_numbers(path: Path) -> None:
    text = read_text(path)
    for _, cells in table_rows(text, str(path)):
        for cell in cells:
            parse_float(cell, "a number")
            parse_int(cell, "a count")


def _names(path: Path) -> None:
    for line in read_text(path).split("\n")[:_MOST_NAMES]:
        inside(path.parent, checked_name(line, "a name"), "a path")


def _path_names(path: Path) -> None:
    for line in read_text(path).split("\n")[:_MOST_NAMES]:
        inside(path.parent, line, "a path").exists()


def _shots(path: Path, *, appended: bool = False) -> None:
    (read_appended if appended else read_records)(path, Shot)


def _claim(folder: Path) -> None:
    read_marker(folder)
    claim_folder(folder, "description", is_older=lambda _: False)


READERS = (
    Reader("output_folder.claim_folder", _claim, lambda: [Seed({MARKER: _MARKER})], (read_marker,)),
    file_reader(
        lambda path: read_record(path, Script),
        "script.json",
        [SCRIPT_JSON],
        label="store.read_record",
        covers=[read_record],
    ),
    file_reader(_shots, "shots.jsonl", [_ROWS], label="store.read_records", covers=[read_records]),
    file_reader(
        lambda path: _shots(path, appended=True),
        "shots.jsonl",
        [_ROWS],
        label="store.read_appended",
        covers=[read_appended],
    ),
    file_reader(read_arrays, "a.safetensors", _arrays),
    file_reader(_use_arrays, "a.safetensors", _arrays, label="arrays.open_arrays", covers=[open_arrays]),
    file_reader(read_json, "x.json", [SCRIPT_JSON, b'{"a": [1, 2.5, null, true, {"b": "c"}]}']),
    file_reader(read_tab_lines, "x.tsv", [b"a\tb\nc\td\n"]),
    file_reader(digest, "x.bin", [b"abc"]),
    file_reader(read_bytes, "x.gz", lambda: [gzipped(_ROWS)]),
    file_reader(
        lambda path: parse_toml(read_text(path), str(path)),
        "x.toml",
        [b'a = 1\nb = [1.5, "x"]\n[t]\nc = {d = true}\n[[u]]\ne = 1979-05-27T07:32:00Z\n'],
        label="parsing.parse_toml",
        covers=[parse_toml],
    ),
    file_reader(
        lambda path: parse_json(read_text(path), str(path), unique_keys=True),
        "x.json",
        [SCRIPT_JSON],
        label="parsing.parse_json",
        covers=[parse_json, read_text],
    ),
    file_reader(
        _parse_numbers, "x.csv", [b"1,2\n3,4\n"], label="parsing.numbers", covers=[parse_float, parse_int, table_rows]
    ),
    file_reader(_names, "x.txt", [b"train\nval-2.b"], label="file_names.checked_name", covers=[checked_name, inside]),
    file_reader(_path_names, "x.txt", [b"a/b.mp4\nc.txt"], label="file_names.inside", covers=[inside]),
)
