"""The list of genres that people may lay beside their films: `genres.tsv`, a film a line."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.store import read_text

GENRES = "genres.tsv"


def read_genres(path: Path) -> dict[str, tuple[str, ...]]:
    """The genres of films by id, none where there is no such file.

    A line is a film's id, a tab, and its genres with commas between; empty lines, and a first line that begins with
    `film`, are passed over.

    Raises:
        CorpusError: naming the line that is not so, or a film that comes again.
        RecordError: when the file cannot be read.
    """
    if not path.is_file():
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        id, tab, listed = line.partition("\t")
        if not line.strip() or (number == 1 and id == "film"):
            continue
        genres = tuple(genre.strip() for genre in listed.split(",") if genre.strip())
        if not tab or not id.strip() or not genres:
            raise CorpusError(
                f"{str(path)!r}, line {number}, is {line!r}; wanted a film's id, a tab, and genres with commas between"
            )
        if id.strip() in found:
            raise CorpusError(f"{str(path)!r}, line {number}, tells of {id.strip()!r} again; keep one of its lines")
        found[id.strip()] = genres
    return found
