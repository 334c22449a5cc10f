"""Reads the files of LSMDC's fill-in task: the people in each clip's blanks, and the clips of each set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import ScoreError
from cinescribe.input_files import numbered_lines
from cinescribe.metrics.files.tabular_files import read_text

NO_BLANKS = "_"  # stands for a clip whose caption has no blanks
_BRACKETED_OR_BARE = re.compile(r"(?!_$)[^][]+|\[[^][]+\]")


@dataclass(frozen=True)
class Blanks:
    """The people in the blanks of one clip.

    Attributes:
        people: one id per blank, in the order of the caption; empty if it has none.
        location: the file and line, or another name for error messages.
    """

    people: tuple[str, ...]
    location: str


def read_people(path: Path) -> dict[str, Blanks]:
    """Read the people in the blanks of each clip, by clip.

    A line has a clip's name, a tab, and ids in one of the usual forms: `[a],[b]`, `[25, 26]`, `P2,P1`, or `_` for no
    blanks. In a line that mixes forms, as `P4,[3009_PERSON10]`, ids stay as written, since the official evaluator
    compares them so: there `P1` and `[P1]` are two people. The file may be gzipped.

    Raises:
        ScoreError: naming the file and the malformed line, or the clip that has two lines.
    """
    people: dict[str, Blanks] = {}
    for location, fields in _lines(path):
        if len(fields) != 2:
            raise ScoreError(f"{location} has {len(fields)} columns; wanted a clip, a tab and the ids of its blanks")
        clip, ids = fields
        if clip in people:
            raise ScoreError(f"{location} has the clip {clip!r} for the second time; keep one line per clip")
        people[clip] = Blanks(_ids(ids, f"{location}, clip {clip!r},"), location)
    return people


def read_sets(path: Path) -> list[tuple[str, ...]]:
    """Read the clips of each set, in the file's order.

    A line has the names of a set's clips, separated by tabs. The file may be gzipped.

    Raises:
        ScoreError: naming the file and the line with an empty or a repeated name.
    """
    sets = []
    for location, clips in _lines(path):
        if not all(clips):
            raise ScoreError(f"{location} has an empty name; wanted the clips of a set, separated by tabs")
        if len(set(clips)) != len(clips):
            raise ScoreError(f"{location} has one clip twice; wanted the distinct clips of a set, separated by tabs")
        sets.append(tuple(clips))
    return sets


def _ids(written: str, location: str) -> tuple[str, ...]:
    """Return the ids; brackets may stand around each id, around all, or nowhere, and else belong to the ids."""
    if written == NO_BLANKS:
        return ()
    parts = [part.strip() for part in written.split(",")]
    if all(part.startswith("[") and part.endswith("]") for part in parts):
        parts = [part[1:-1].strip() for part in parts]
    elif written.startswith("[") and written.endswith("]") and written.count("[") == 1:
        parts = [part.strip() for part in written[1:-1].split(",")]
    elif all(map(_BRACKETED_OR_BARE.fullmatch, parts)):
        return tuple(parts)
    if not all(part and part != NO_BLANKS and not set("[]") & set(part) for part in parts):
        raise ScoreError(f"{location} has the ids {written!r}; wanted [a],[b] or [a, b] or a,b, or _ for no blanks")
    return tuple(parts)


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the location and the fields of each line that is not blank."""
    for number, line in numbered_lines(read_text(Path(path))):
        yield f"{path}, line {number}", [field.strip() for field in line.split("\t")]
