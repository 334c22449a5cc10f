"""Reader of `genres.tsv`, an optional list of the films' genres that people write beside their films."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.input_files import read_text

GENRES = "genres.tsv"


def read_genres(path: Path) -> dict[str, tuple[str, ...]]:
    """Return the genres of films by id; an empty dict if the file does not exist.

    A line has a film's id, a tab, and its genres separated by commas. Empty lines, and a first line that begins with
    `film`, are skipped.

    Raises:
        CorpusError: if a line is malformed or names a film again; the message has the line.
        RecordError: if the file cannot be read.
    """
    if not path.is_file():
        return {}
    genres_of: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        id, tab, listed = line.partition("\t")
        if not line.strip() or (number == 1 and id == "film"):
            continue
        genres = tuple(genre.strip() for genre in listed.split(",") if genre.strip())
        if not tab or not id.strip() or not genres:
            raise CorpusError(
                f"{str(path)!r}, line {number}, is {line!r}; write a film's id, a tab, and genres separated by commas"
            )
        if id.strip() in genres_of:
            raise CorpusError(f"{str(path)!r}, line {number}, names {id.strip()!r} again; keep one of its lines")
        genres_of[id.strip()] = genres
    return genres_of
