"""Reads the files of LSMDC's fill-in task: the people in each clip's blanks, and the clips of each set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.errors import ScoreError
from cinescribe.input_files import numbered_lines
from cinescribe.metrics.files.tabular_files import read_score_text

_NO_BLANKS = "_"  # marks a clip whose caption has no blanks
_ID = re.compile(r"(?!_$)[^][]+|\[[^][]+\]")  # bare, or in brackets
_LIST = re.compile(r"\[([^][]*,[^][]*)\]")


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
    blanks. The forms may be mixed in a file. An id is the text between commas, with its brackets, as the official
    evaluator has it: `P1` and `[P1]` are two people. Only lists are opened; where all ids of a file have brackets, they
    are left out. The file may be gzipped.

    Raises:
        ScoreError: naming the file and the malformed line, or the clip that has two lines.
    """
    written: dict[str, tuple[str, str]] = {}
    for location, fields in _lines(path):
        if len(fields) != 2:
            raise ScoreError(f"{location} has {len(fields)} columns; expected a clip, a tab and the ids of its blanks")
        clip, ids = fields
        if clip in written:
            raise ScoreError(f"{location} has the clip {clip!r} for the second time; keep one line per clip")
        written[clip] = ids, location
    has_lists = any(_LIST.fullmatch(ids) for ids, _ in written.values())
    people = {
        clip: Blanks(_ids(ids, f"{location}, clip {clip!r},", has_lists=has_lists), location)
        for clip, (ids, location) in written.items()
    }
    if any(not _is_bracketed(id) for blanks in people.values() for id in blanks.people):
        return people
    return {clip: replace(one, people=tuple(id[1:-1].strip() for id in one.people)) for clip, one in people.items()}


def read_sets(path: Path) -> list[tuple[str, ...]]:
    """Read the clips of each set, in the file's order.

    A line has the names of a set's clips, separated by tabs. The file may be gzipped.

    Raises:
        ScoreError: naming the file and the line with an empty or a repeated name.
    """
    sets = []
    for location, clips in _lines(path):
        if not all(clips):
            raise ScoreError(f"{location} has an empty name; expected the clips of a set, separated by tabs")
        if len(set(clips)) != len(clips):
            raise ScoreError(f"{location} has one clip twice; expected the distinct clips of a set, separated by tabs")
        sets.append(tuple(clips))
    return sets


def _ids(written: str, location: str, *, has_lists: bool) -> tuple[str, ...]:
    """The ids of a line as written; in a file with lists, `[a]` is a list of one."""
    if written == _NO_BLANKS:
        return ()
    is_list = _LIST.fullmatch(written) or (has_lists and "," not in written and _is_bracketed(written))
    parts = [part.strip() for part in (written[1:-1] if is_list else written).split(",")]
    if not all(_ID.fullmatch(part) and part.strip("[] ") for part in parts):
        raise ScoreError(f"{location} has the ids {written!r}; expected [a],[b] or [a, b] or a,b, or _ for no blanks")
    return tuple(parts)


def _is_bracketed(id: str) -> bool:
    return id.startswith("[") and id.endswith("]")


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the location and the fields of each line that is not blank."""
    for number, line in numbered_lines(read_score_text(Path(path))):
        yield f"{path}, line {number}", [field.strip() for field in line.split("\t")]
