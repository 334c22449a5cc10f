"""The files of LSMDC's fill-in task: the people of each clip's blanks, and the clips of each set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import ScoreError
from cinescribe.metrics.files.tabular_files import read_text

NO_BLANKS = "_"  # written for a clip whose caption names nobody


@dataclass(frozen=True)
class Blanks:
    """Who fills the blanks of one clip.

    Attributes:
        people: an id for each blank, in the order of the caption; empty where it has none.
        where: the file and line, or whatever names it in an error.
    """

    people: tuple[str, ...]
    where: str


def read_people(path: Path) -> dict[str, Blanks]:
    """Who fills the blanks of each clip, by its name.

    A line is a clip's name, a tab, and ids in one of the forms in use: `[a],[b]`, `[25, 26]`, `P2,P1`; `_` for no
    blanks. The file may be gzipped.

    Raises:
        ScoreError: naming the file and the line that is not so, or the clip that has two.
    """
    people: dict[str, Blanks] = {}
    for where, fields in _lines(path):
        if len(fields) != 2:
            raise ScoreError(f"{where} has {len(fields)} columns; wanted a clip, a tab and the ids of its blanks")
        clip, ids = fields
        if clip in people:
            raise ScoreError(f"{where} has the clip {clip!r} for the second time; keep one line for each clip")
        people[clip] = Blanks(_ids(ids, f"{where}, clip {clip!r},"), where)
    return people


def read_sets(path: Path) -> list[tuple[str, ...]]:
    """The clips of each set, in the file's order.

    A line is the names of a set's clips with tabs between them. The file may be gzipped.

    Raises:
        ScoreError: naming the file and the line with an empty name, or a clip that stands in a set twice.
    """
    sets = []
    for where, clips in _lines(path):
        if not all(clips):
            raise ScoreError(f"{where} leaves the name of a clip empty; wanted the clips of a set, tabs between them")
        if len(set(clips)) != len(clips):
            raise ScoreError(f"{where} has one clip twice; wanted the distinct clips of a set, tabs between them")
        sets.append(tuple(clips))
    return sets


def _ids(written: str, where: str) -> tuple[str, ...]:
    """Ids in any of the forms: one pair of brackets around each, around all, or none."""
    if written == NO_BLANKS:
        return ()
    parts = [part.strip() for part in written.split(",")]
    if all(part.startswith("[") and part.endswith("]") for part in parts):
        parts = [part[1:-1].strip() for part in parts]
    elif written.startswith("[") and written.endswith("]"):
        parts = [part.strip() for part in written[1:-1].split(",")]
    if not all(part and part != NO_BLANKS and not set("[]") & set(part) for part in parts):
        raise ScoreError(f"{where} has the ids {written!r}; wanted [a],[b] or [a, b] or a,b, or _ for no blanks")
    return tuple(parts)


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Where each line stands, and its fields; empty lines are passed over."""
    for number, line in enumerate(read_text(Path(path)).splitlines(), 1):
        if line.strip():
            yield f"{path}, line {number}", [field.strip() for field in line.split("\t")]
