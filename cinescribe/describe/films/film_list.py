"""Which films are meant: files, folders, lists and patterns; and the folder of each, which stays the same."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from cinescribe.corpus.film_folder.film_folder import PICTURES, FilmFiles, films_in
from cinescribe.errors import CorpusError
from cinescribe.file_names import check_utf8
from cinescribe.input_files import read_text
from cinescribe.record import Record
from cinescribe.store import read_records, write_records

LIST = ".txt"  # a file that names films, a line each
PLAN = "films.jsonl"  # which folder belongs to which film
_COMMENT = "#"


@dataclass(frozen=True)
class PlannedFilm(Record):
    """A film and the folder of its description.

    Args:
        film: its path, from the root.
        folder: the folder's name.
        captioner: who writes; films are shared out where several servers are named.
        subtitles: the file beside it, from the root; None if there is none.
    """

    film: str
    folder: str
    captioner: str
    subtitles: str | None = None


def is_one_film(paths: Sequence[str | Path]) -> bool:
    """Return whether a command names one film by its file, and not a folder, a list, a pattern or several."""
    if len(paths) != 1:
        return False
    path = Path(paths[0])
    return not path.is_dir() and not _is_list(path) and not _is_pattern(path)


def listed_films(paths: Iterable[str | Path]) -> list[FilmFiles]:
    """Return the films that are meant, each once, in the order in which they are named.

    Args:
        paths: films; folders, whose films come with the subtitles beside them; lists, files ending in `.txt` with a
            path a line, relative to the list, where `#` begins a comment; patterns such as `archive/**/*.mkv`.

    Raises:
        CorpusError: when a folder or a pattern has no film, or no film is named.
        RecordError: when a list cannot be read, or a path cannot be written down as text.
    """
    found: dict[Path, FilmFiles] = {}
    for path in map(Path, paths):
        for film in _films(path):
            check_utf8(film.film)
            found.setdefault(film.film.absolute(), film)
    if not found:
        raise CorpusError("no films given; name films, folders of films, lists of films or patterns")
    return list(found.values())


def planned_films(films: Iterable[FilmFiles], folder: Path, captioners: Sequence[str]) -> list[PlannedFilm]:
    """Return each film with the name of its folder and its captioner, and write them down for the next run.

    A film keeps its folder and its captioner whatever films are named with it later. New films are shared out among
    the captioners in turn.

    Args:
        films: the films.
        folder: of all descriptions.
        captioners: one, or several servers.

    Raises:
        RecordError: when what an earlier run wrote down is damaged.
        OutputError: when the folder cannot be written.
    """
    path = folder / PLAN
    known = {one.film: one for one in (read_records(path, PlannedFilm) if path.is_file() else [])}
    taken = {one.folder.casefold() for one in known.values()}
    planned = []
    for film in films:
        place = str(film.film.absolute())
        subtitles = None if film.subtitles is None else str(film.subtitles.absolute())
        before = known.get(place)
        name = before.folder if before else _free_name(film.id, taken)
        kept = before.captioner if before and before.captioner in captioners else None
        taken.add(name.casefold())
        n_new = sum(one.captioner in captioners for one in known.values())
        known[place] = PlannedFilm(place, name, kept or captioners[n_new % len(captioners)], subtitles)
        planned.append(known[place])
    write_records(path, known.values())
    return planned


def _films(path: Path) -> Iterator[FilmFiles]:
    if path.is_dir():
        yield from films_in(path)
    elif _is_list(path):
        for line in read_text(path).splitlines():
            if line.strip() and not line.lstrip().startswith(_COMMENT):
                yield from _films(path.parent / line.strip())
    elif _is_pattern(path):
        matching = [Path(one) for one in sorted(glob.glob(str(path), recursive=True))]
        films = [one for one in matching if one.suffix.lower() in PICTURES and one.is_file()]
        if not films:
            raise CorpusError(f"no film matches {str(path)!r}; films end in {', '.join(PICTURES)}")
        yield from (FilmFiles(one.stem, one) for one in films)
    else:
        yield FilmFiles(path.stem, path)


def _is_list(path: Path) -> bool:
    return path.suffix.lower() == LIST


def _is_pattern(path: Path) -> bool:
    return glob.has_magic(str(path)) and not path.exists()


def _free_name(id: str, taken: set[str]) -> str:
    """The first of `<id>.ad`, `<id>-2.ad` and so on that is free, also where folders ignore case."""
    names = (f"{id}.ad" if n == 1 else f"{id}-{n}.ad" for n in count(1))
    return next(name for name in names if name.casefold() not in taken)
