"""Finds the films in a folder and the files that belong to each, by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.file_names import check_utf8

PICTURES = (".mp4", ".mkv", ".mov", ".m4v", ".avi", ".webm", ".mpg", ".mpeg", ".ts", ".ogv", ".wmv")
_SOUNDS = (".m4a", ".mp3", ".wav", ".flac", ".ogg", ".opus", ".aac", ".ac3", ".mka")
TIMED_TEXTS = (".srt", ".vtt", ".ttml", ".dfxp", ".ass", ".ssa")
SCREENPLAYS = (".fountain", ".fdx", ".txt", ".pdf")
TRANSCRIPTS = (*TIMED_TEXTS, ".tsv", ".csv", ".jsonl")
DESCRIBED = ("described", "description", "descriptions", "ad")  # `film.described.m4a` belongs to `film.mp4`
_SCRIPT = ("", "script", "screenplay")
_ENGLISH = ("en", "eng", "en-us", "en-gb")  # preferred among subtitles in several languages
_NAMES = "names"
CORPUS_FOLDERS = ("features",)  # folders that a corpus makes; they have no films


@dataclass(frozen=True)
class FilmFiles:
    """A film and the files that belong to it.

    Args:
        id: name of its file without the ending; its path in the folder if several films have the same name.
        film: the film's file.
        subtitles: subtitles of its dialogue.
        script: its screenplay.
        described: sound track, or film, with audio description.
        transcript: transcript of the description, with times on the clock of the described track.
        names: list of its people, one person a line.
    """

    id: str
    film: Path
    subtitles: Path | None = None
    script: Path | None = None
    described: Path | None = None
    transcript: Path | None = None
    names: Path | None = None

    def all(self) -> tuple[Path, ...]:
        """Return every existing file, the film first."""
        others = (self.subtitles, self.script, self.described, self.transcript, self.names)
        return (self.film, *(path for path in others if path is not None))


def films_in(folder: Path) -> tuple[FilmFiles, ...]:
    """Return the films of a folder and its subfolders, by path.

    Files of `film.mp4` begin with `film.`: `film.srt` or `film.en.vtt`, `film.fountain`, `film.described.m4a`,
    `film.described.srt`, `film.names.txt`.

    Raises:
        CorpusError: if the folder does not exist or has no film, if two films get the same id, or if a film has two
            files of one kind.
        RecordError: if a film's path cannot be written down as text.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise CorpusError(f"{str(folder)!r} is not a folder; give one with films in it")
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_skipped(path.relative_to(folder)))
    films = [path for path in files if path.suffix.lower() in PICTURES and not _is_described(path)]
    if not films:
        raise CorpusError(
            f"{str(folder)!r} has no film; put files ending in {', '.join(PICTURES)} in it or in its subfolders"
        )
    for film in films:
        check_utf8(film)
    ids = _ids(films, folder)
    beside: dict[Path, dict[Path, str]] = {film: {} for film in films}
    for path in files:
        if path not in ids and (owner := _owner(path, films)) is not None:
            film, tag = owner
            beside[film][path] = tag
    return tuple(_film_files(ids[film], film, beside[film]) for film in films)


def _is_skipped(path: Path) -> bool:
    return path.parts[0] in CORPUS_FOLDERS or any(part.startswith(".") for part in path.parts)


def _is_described(path: Path) -> bool:
    return path.stem.rpartition(".")[2].lower() in DESCRIBED and "." in path.stem


def _ids(films: Iterable[Path], folder: Path) -> dict[Path, str]:
    """Return the id of each film: its name, or its path in the folder if several films have the same name.

    Raises:
        CorpusError: if two films get the same id.
    """
    by_stem: dict[str, list[Path]] = {}
    for film in films:
        by_stem.setdefault(film.stem.strip(), []).append(film)  # lists that people edit lose spaces at the ends
    ids = {
        film: stem if len(group) == 1 else "-".join(film.relative_to(folder).parts).replace(".", "-").strip()
        for stem, group in by_stem.items()
        for film in group
    }
    owner: dict[str, Path] = {}
    for film, id in ids.items():
        if owner.setdefault(id, film) != film:
            raise CorpusError(f"{str(owner[id])!r} and {str(film)!r} would both be called {id!r}; rename one of them")
    return ids


def _owner(path: Path, films: Iterable[Path]) -> tuple[Path, str] | None:
    """Return the film that a file belongs to, by the longest matching name, and the rest of the file's name."""
    found = [(film, tag) for film in films if film.parent == path.parent and (tag := _tag(film, path)) is not None]
    return max(found, key=lambda one: len(one[0].stem), default=None)


def _tag(film: Path, path: Path) -> str | None:
    """Return the part between the film's name and a file's ending, None if the file is not the film's."""
    if path.stem == film.stem:
        return ""
    name, dot, tag = path.stem.partition(film.stem + ".")
    return tag.lower() if dot and not name else None


def _film_files(id: str, film: Path, beside: Mapping[Path, str]) -> FilmFiles:
    described = [path for path, tag in beside.items() if tag in DESCRIBED]
    scripts = [path for path, tag in beside.items() if tag in _SCRIPT]
    subtitles = [path for path, tag in beside.items() if tag not in DESCRIBED]
    in_english = [path for path in subtitles if beside[path] in _ENGLISH]
    return FilmFiles(
        id,
        film,
        subtitles=_one(film, "file of English subtitles", in_english, TIMED_TEXTS)
        or _one(film, "file of subtitles", subtitles, TIMED_TEXTS),
        script=_one(film, "screenplay", scripts, SCREENPLAYS),
        described=_one(film, "described sound track", described, (*_SOUNDS, *PICTURES)),
        transcript=_one(film, "transcript of its description", described, TRANSCRIPTS),
        names=next((path for path, tag in beside.items() if tag == _NAMES and path.suffix.lower() == ".txt"), None),
    )


def _one(film: Path, part: str, files: Iterable[Path], endings: Collection[str]) -> Path | None:
    """Return the only file of a kind, None if there is none.

    Raises:
        CorpusError: if there are several.
    """
    found = [path for path in files if path.suffix.lower() in endings]
    if len(found) > 1:
        names = " and ".join(path.name for path in found[:2])
        raise CorpusError(f"{film.name!r} has more than one {part}: {names}; keep one beside it")
    return found[0] if found else None
