"""The films in a folder, and which other files belong to each: found by their names alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import CorpusError

PICTURES = (".mp4", ".mkv", ".mov", ".m4v", ".avi", ".webm", ".mpg", ".mpeg", ".ts", ".ogv", ".wmv")
SOUNDS = (".m4a", ".mp3", ".wav", ".flac", ".ogg", ".opus", ".aac", ".ac3", ".mka")
TIMED_TEXTS = (".srt", ".vtt", ".ttml", ".dfxp", ".ass", ".ssa")
SCREENPLAYS = (".fountain", ".fdx", ".txt", ".pdf")
TRANSCRIPTS = (*TIMED_TEXTS, ".tsv", ".csv", ".jsonl")
DESCRIBED = ("described", "description", "descriptions", "ad")  # `film.described.m4a` is about `film.mp4`
SCRIPT = ("", "script", "screenplay")
ENGLISH = ("en", "eng", "en-us", "en-gb")  # chosen where there are subtitles in several languages
NAMES = "names"
OURS = ("features",)  # folders that a corpus makes hold no films


@dataclass(frozen=True)
class FilmFiles:
    """A film and what lies beside it.

    Args:
        id: its file's name without the ending; with its folder's name before it where two films are called alike.
        film: its file.
        subtitles: what is spoken in it.
        script: its screenplay.
        described: a sound track, or a film, on which a narrator speaks as well.
        transcript: what the narrator says, with times on the clock of the described track.
        names: who is in it, a person a line.
    """

    id: str
    film: Path
    subtitles: Path | None = None
    script: Path | None = None
    described: Path | None = None
    transcript: Path | None = None
    names: Path | None = None

    def all(self) -> tuple[Path, ...]:
        """Every file that is there, the film first."""
        others = (self.subtitles, self.script, self.described, self.transcript, self.names)
        return (self.film, *(path for path in others if path is not None))


def films_in(folder: Path) -> tuple[FilmFiles, ...]:
    """The films of a folder and of the folders in it, by path.

    What belongs to `film.mp4` begins with `film.`: `film.srt` or `film.en.vtt`, `film.fountain`, `film.described.m4a`,
    `film.described.srt`, `film.names.txt`.

    Raises:
        CorpusError: when there is no such folder, no film in it, two films with one id, or two files of one kind
            beside a film.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise CorpusError(f"{str(folder)!r} is no folder; give one with films in it")
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_ours(path.relative_to(folder)))
    films = [path for path in files if path.suffix.lower() in PICTURES and not _is_described(path)]
    if not films:
        raise CorpusError(
            f"{str(folder)!r} holds no film; wanted files ending in {', '.join(PICTURES)}, in it or in folders in it"
        )
    ids = _ids(films, folder)
    beside: dict[Path, dict[Path, str]] = {film: {} for film in films}
    for path in files:
        if path not in ids and (found := _of(path, films)) is not None:
            film, tag = found
            beside[film][path] = tag
    return tuple(_with_others(ids[film], film, beside[film]) for film in films)


def _is_ours(path: Path) -> bool:
    return path.parts[0] in OURS or any(part.startswith(".") for part in path.parts)


def _is_described(path: Path) -> bool:
    return path.stem.rpartition(".")[2].lower() in DESCRIBED and "." in path.stem


def _ids(films: Iterable[Path], folder: Path) -> dict[Path, str]:
    """A film's id: its name; where several films have it, its place in the folder.

    Raises:
        CorpusError: when two come to have one id.
    """
    by_stem: dict[str, list[Path]] = {}
    for film in films:
        by_stem.setdefault(film.stem.strip(), []).append(film)  # lists that people edit keep no spaces at the ends
    ids = {
        film: stem if len(alike) == 1 else "-".join(film.relative_to(folder).parts).replace(".", "-").strip()
        for stem, alike in by_stem.items()
        for film in alike
    }
    owner: dict[str, Path] = {}
    for film, id in ids.items():
        if owner.setdefault(id, film) != film:
            raise CorpusError(f"{str(owner[id])!r} and {str(film)!r} would both be called {id!r}; rename one of them")
    return ids


def _of(path: Path, films: Iterable[Path]) -> tuple[Path, str] | None:
    """The film that a file belongs to, the longest name first, and what the file's own name says after it."""
    found = [(film, tag) for film in films if film.parent == path.parent and (tag := _tag(film, path)) is not None]
    return max(found, key=lambda one: len(one[0].stem), default=None)


def _tag(film: Path, path: Path) -> str | None:
    """What stands between the film's name and a file's ending; None where the file is not the film's."""
    if path.stem == film.stem:
        return ""
    name, dot, tag = path.stem.partition(film.stem + ".")
    return tag.lower() if dot and not name else None


def _with_others(id: str, film: Path, beside: Mapping[Path, str]) -> FilmFiles:
    about = [path for path, tag in beside.items() if tag in DESCRIBED]
    scripts = [path for path, tag in beside.items() if tag in SCRIPT]
    subtitles = [path for path, tag in beside.items() if tag not in DESCRIBED]
    in_english = [path for path in subtitles if beside[path] in ENGLISH]
    return FilmFiles(
        id,
        film,
        subtitles=_one(film, "file of English subtitles", in_english, TIMED_TEXTS)
        or _one(film, "file of subtitles", subtitles, TIMED_TEXTS),
        script=_one(film, "screenplay", scripts, SCREENPLAYS),
        described=_one(film, "described sound track", about, (*SOUNDS, *PICTURES)),
        transcript=_one(film, "transcript of its description", about, TRANSCRIPTS),
        names=next((path for path, tag in beside.items() if tag == NAMES and path.suffix.lower() == ".txt"), None),
    )


def _one(film: Path, part: str, files: Iterable[Path], endings: Collection[str]) -> Path | None:
    """The only file of a kind.

    Raises:
        CorpusError: when there are several.
    """
    found = [path for path in files if path.suffix.lower() in endings]
    if len(found) > 1:
        came = " and ".join(path.name for path in found[:2])
        raise CorpusError(f"{film.name!r} has more than one {part}: {came}; keep one beside it")
    return found[0] if found else None
