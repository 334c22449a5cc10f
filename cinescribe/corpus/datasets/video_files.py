"""Files of videos, found by the ids that annotations have: their durations, and their places in a corpus."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.linked_folder import link_folder
from cinescribe.errors import CorpusError
from cinescribe.file_names import inside
from cinescribe.media.film.probe import probe
from cinescribe.timing import Seconds

SUFFIXES = (".mp4", ".avi", ".mkv", ".webm", ".mov")
_LINK = "films"  # in a corpus, leads to the folder of its films
_N_NAMED = 3  # missing films that a message names


def video_files(folder: Path, ids: Iterable[str]) -> dict[str, Path]:
    """Return the file of each video that is in a folder or its subfolders, named by id and a video suffix."""
    wanted = set(ids)
    files = [path for path in Path(folder).rglob("*") if path.suffix.lower() in SUFFIXES] if wanted else []
    return {path.stem: path for path in sorted(files, reverse=True) if path.stem in wanted}


def video_lengths(folder: Path, ids: Iterable[str]) -> dict[str, Seconds]:
    """Return the duration of each video, from its file in a folder or its subfolders.

    Raises:
        CorpusError: when a video is missing.
        FilmError: when a file is no video.
    """
    ids = list(ids)
    found = video_files(folder, ids)
    missing = next((id for id in ids if id not in found), None)
    if missing is not None:
        raise CorpusError(
            f"video {missing!r} has no times in the annotations; add them, or put the video into {str(folder)!r} as "
            f"{missing}.mp4"
        )
    return {id: probe(found[id]).duration for id in ids}


def with_video_files(corpus: Corpus, folder: Path, films: Path, *, are_named: bool = True) -> Corpus:
    """Return a corpus with the paths of its films, which stay where they are: their folder is linked as `films`.

    A film without a file keeps no path; `missing_films` names those.

    Args:
        corpus: to be written.
        folder: where it is written; created if missing.
        films: the folder of the films, in which or in whose subfolders each is called by its id and a video suffix.
        are_named: whether the user named the folder, so that films must be there.

    Raises:
        CorpusError: when the folder was named and has none of the films, or the corpus already has other films.
        OutputError: when the link cannot be made.
        RecordError: when the name of a film's file cannot be in a corpus.
    """
    films = Path(films)
    found = video_files(films, (film.id for film in corpus.films))
    if not found and not are_named:
        return corpus
    if not found:
        raise CorpusError(
            f"{str(films)!r} has none of the {len(corpus.films)} films, such as {corpus.films[0].id}.mp4; name the "
            "folder that they are in with `films`"
        )
    paths = {id: path.relative_to(films).as_posix() for id, path in found.items()}
    named = tuple(film.replace(path=paths.get(film.id)) for film in corpus.films)
    return with_linked_films(replace(corpus, films=named), folder, films)


def with_linked_films(corpus: Corpus, folder: Path, films: Path) -> Corpus:
    """Return a corpus whose films have paths from another folder, which is linked as `films`.

    Args:
        corpus: to be written; the paths of its films are relative to `films`. Films may have none.
        folder: where it is written; created if missing.
        films: the folder of the films.

    Raises:
        CorpusError: when the corpus already has other films.
        OutputError: when the link cannot be made.
    """
    if all(film.path is None for film in corpus.films):
        return corpus
    linked = link_folder(folder, films, link=_LINK, holds="films")
    return replace(
        corpus,
        films=tuple(
            film if film.path is None else film.replace(path=(linked / film.path).as_posix()) for film in corpus.films
        ),
    )


def film_inside(folder: Path, path: str, film: str) -> Path:
    """Return the place of a film's file, inside its corpus or inside the folder that is linked as `films`.

    Args:
        folder: the corpus.
        path: of the film, relative to it.
        film: its id, that an error names.

    Raises:
        RecordError: when the path, or any other link on the way, leads out of that folder.
    """
    folder, (first, *rest) = Path(folder), Path(path).parts or ("",)
    while rest and first == _LINK and (folder / first).is_symlink():
        folder, (first, *rest) = folder / first, rest
    return inside(folder, "/".join((first, *rest)), f"the path of film {film!r}")


def missing_films(corpus: Corpus) -> str | None:
    """Return a line about the films without a file, where others have one: how many, and the first ones."""
    missing = [film.id for film in corpus.films if film.path is None]
    if not missing or len(missing) == len(corpus.films):
        return None
    names = ", ".join(map(repr, missing[:_N_NAMED])) + (" ..." if len(missing) > _N_NAMED else "")
    return (
        f"{len(missing)} of {len(corpus.films)} films have no file: {names}; no model looks at them. Put them beside "
        f"the others as {missing[0]}.mp4 and import again, or leave them out of the annotations"
    )
