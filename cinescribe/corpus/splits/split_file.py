"""The list of splits that people may edit: `splits.tsv`, a film a line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.record import Record
from cinescribe.store import read_text, write_text

SPLIT_LIST = "splits.tsv"

_HEADING = ["film", "split", "known by"]
_BETWEEN_KEYS = " | "


@dataclass(frozen=True)
class ListedFilm(Record):
    """A film that has its split.

    Args:
        id: its id.
        split: where it belongs.
        keys: what it is known by besides its id, as the digest of its file.
    """

    id: str
    split: str
    keys: tuple[str, ...] = ()


def read_split_list(path: Path) -> tuple[ListedFilm, ...]:
    """The films of a list, none where there is no such file.

    A line is a film's id, its split and, if need be, what else it is known by, with tabs between, and ` | ` between
    several things that it is known by; the first line is the heading.

    Raises:
        CorpusError: naming the line that is not so, or the film that has two lines.
        RecordError: when the file cannot be read.
    """
    path = Path(path)
    if not path.exists():
        return ()
    found: dict[str, ListedFilm] = {}
    for n, line in enumerate(read_text(path).split("\n"), 1):
        film = _film(line.rstrip("\r"), f"{path}, line {n}")
        if film is None:
            continue
        if film.id in found:
            raise CorpusError(f"{path}, line {n}, gives film {film.id!r} a split again; keep one of its lines")
        found[film.id] = film
    return tuple(found.values())


def write_split_list(path: Path, films: Iterable[ListedFilm]) -> None:
    """Write the list, in order of splits' first film and then of ids.

    Raises:
        CorpusError: when an id, a split or a key has a tab or a line break in it.
        OutputError: when the file cannot be written.
    """
    held = sorted(films, key=lambda film: (film.split, film.id))
    rows = [[film.id, film.split, _BETWEEN_KEYS.join(film.keys)] for film in held]
    for cell in (cell for row in rows for cell in row):
        if any(mark in cell for mark in "\t\r\n"):
            raise CorpusError(f"{cell!r} has a tab or a line break in it and cannot stand in {path.name}; rename it")
    written = io.StringIO()
    table = csv.writer(written, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None, lineterminator="\n")
    table.writerows([_HEADING, *rows])
    write_text(path, written.getvalue())


def _film(line: str, where: str) -> ListedFilm | None:
    cells = [cell.strip() for cell in line.split("\t")]
    if not any(cells) or cells[: len(_HEADING)] == _HEADING[: len(cells)]:
        return None
    if len(cells) not in (2, 3) or not all(cells[:2]):
        raise CorpusError(f"{where}, is {line!r}; wanted a film, a tab and its split (a tab and what it is known by)")
    keys = cells[2].split(_BETWEEN_KEYS.strip()) if len(cells) > 2 else []
    return ListedFilm(cells[0], cells[1], tuple(key.strip() for key in keys if key.strip()))
