"""The list of splits that people may edit: `splits.tsv`, a film a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.file_names import checked_name
from cinescribe.record import Record
from cinescribe.tables import read_tab_lines, write_tab_lines

SPLIT_LIST = "splits.tsv"

_HEADING = ["film", "split", "known by"]
_BETWEEN_KEYS = " | "


@dataclass(frozen=True)
class ListedFilm(Record):
    """A film with its split.

    Args:
        id: unique.
        split: its split.
        keys: other names of the film, as the digest of its file.
    """

    id: str
    split: str
    keys: tuple[str, ...] = ()


def read_split_list(path: Path) -> tuple[ListedFilm, ...]:
    """Read the films of a list; none where there is no such file.

    After the heading, a line has a film's id, its split and optionally its other names, with tabs between the columns
    and ` | ` between the names.

    Raises:
        CorpusError: naming the line that is malformed, or the film that has two lines.
        RecordError: when the file cannot be read, or a split cannot be part of a file's name.
    """
    path = Path(path)
    films: dict[str, ListedFilm] = {}
    for where, cells in read_tab_lines(path) if path.exists() else ():
        if not any(cells) or cells[: len(_HEADING)] == _HEADING[: len(cells)]:
            continue
        film = _film(cells, where)
        if film.id in films:
            raise CorpusError(f"{where}, gives film {film.id!r} a split again; keep one of its lines")
        films[film.id] = film
    return tuple(films.values())


def write_split_list(path: Path, films: Iterable[ListedFilm]) -> None:
    """Write the list, sorted by split and id.

    Raises:
        OutputError: when an id, a split or a key has a tab or a line break in it, or the file cannot be written.
    """
    rows = [
        (film.id, film.split, _BETWEEN_KEYS.join(film.keys))
        for film in sorted(films, key=lambda film: (film.split, film.id))
    ]
    write_tab_lines(path, [_HEADING, *rows])


def _film(cells: Sequence[str], where: str) -> ListedFilm:
    if len(cells) not in (2, 3) or not all(cells[:2]):
        line = "\t".join(cells)
        raise CorpusError(
            f"{where}, is {line!r}; expected a film, a tab and its split (optionally a tab and its other names)"
        )
    checked_name(cells[1], f"{where}: the split")
    keys = cells[2].split(_BETWEEN_KEYS.strip()) if len(cells) > 2 else []
    return ListedFilm(cells[0], cells[1], tuple(key.strip() for key in keys if key.strip()))
