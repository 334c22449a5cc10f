"""An annotated corpus on disk: its films, their clips in order, and which split each film belongs to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.store import read_record, read_records, write_record, write_records
from cinescribe.timing import Seconds

CARD, FILMS, CLIPS, STILLS, FEATURES = "corpus.json", "films.jsonl", "clips.jsonl", "stills.jsonl", "features"
_OTHER = {FILMS: (STILLS, "stills", "films"), STILLS: (FILMS, "films", "stills")}


@dataclass(frozen=True)
class CorpusCard(Record):
    """What a corpus is: its name, where it comes from, its licence, and the version of these files."""

    name: str
    source: str
    licence: str
    version: int = 1


@dataclass(frozen=True)
class CorpusFilm(Record):
    """A film of a corpus.

    Args:
        id: unique in the corpus; `Clip.film` of its clips.
        split: `train`, `val`, `test` or another.
        path: its file, relative to the corpus; None where only features are held.
        duration: seconds, where known.
        genres: what kinds of film it is, as its source calls them.
    """

    id: str
    split: str
    path: str | None = None
    duration: Seconds | None = None
    genres: tuple[str, ...] = ()


@dataclass(frozen=True)
class Corpus:
    """A corpus as read.

    Args:
        folder: where it is; features lie in its folder `features`.
        card: what it is.
        films: in order.
        clips: those of each film together and in order of time; people in texts keep one id through their film.
    """

    folder: Path
    card: CorpusCard
    films: tuple[CorpusFilm, ...]
    clips: tuple[Clip, ...]

    def films_of(self, split: str) -> tuple[CorpusFilm, ...]:
        """The films of a split.

        Raises:
            CorpusError: when there is no such split.
        """
        found = tuple(film for film in self.films if film.split == split)
        if not found:
            there = ", ".join(dict.fromkeys(film.split for film in self.films))
            raise CorpusError(f"{self.card.name} has no split {split!r}; it has {there or 'no film'}")
        return found

    def clips_by_film(self, split: str) -> dict[str, tuple[Clip, ...]]:
        """The clips of each film of a split, in order.

        Raises:
            CorpusError: when there is no such split.
        """
        wanted = {film.id for film in self.films_of(split)}
        groups = groupby(self.clips, key=lambda clip: clip.film)
        return {film: tuple(clips) for film, clips in groups if film in wanted}


def read_corpus(folder: Path) -> Corpus:
    """The corpus of a folder.

    Raises:
        RecordError: when one of its files is missing or malformed.
        CorpusError: when it is one of stills, a clip belongs to no film, or the clips of a film stand apart.
    """
    folder = Path(folder)
    check_kind(folder, FILMS)
    corpus = Corpus(
        folder,
        read_record(folder / CARD, CorpusCard),
        tuple(read_records(folder / FILMS, CorpusFilm)),
        tuple(read_records(folder / CLIPS, Clip)),
    )
    _check(corpus)
    return corpus


def write_corpus(folder: Path, card: CorpusCard, *, films: Iterable[CorpusFilm], clips: Iterable[Clip]) -> Corpus:
    """Write a corpus, its card last, so that a half-written one has none.

    Raises:
        CorpusError: as `read_corpus` does.
        OutputError: when the folder cannot be written.
    """
    folder = Path(folder)
    check_kind(folder, FILMS)
    corpus = Corpus(folder, card, tuple(films), tuple(clips))
    _check(corpus)
    write_records(folder / FILMS, corpus.films)
    write_records(folder / CLIPS, corpus.clips)
    write_record(folder / CARD, card)
    return corpus


def check_kind(folder: Path, wanted: str) -> None:
    """See to it that a folder holds no corpus of the other kind: of stills where films are wanted, or of films.

    Args:
        folder: to be read, or written to.
        wanted: the list that the corpus has, `FILMS` or `STILLS`.

    Raises:
        CorpusError: when it holds the other list, and not the wanted one.
    """
    other, came, kind = _OTHER[wanted]
    if (folder / other).is_file() and not (folder / wanted).is_file():
        raise CorpusError(f"{str(folder)!r} is a corpus of {came}, and {kind} are wanted here; name another folder")


def _check(corpus: Corpus) -> None:
    known = {film.id for film in corpus.films}
    runs = Counter(film for film, _ in groupby(corpus.clips, key=lambda clip: clip.film))
    for film, n_runs in runs.items():
        if film not in known:
            raise CorpusError(f"clips of {film!r} came, but {FILMS} has no such film; add it, or leave its clips out")
        if n_runs > 1:
            raise CorpusError(f"the clips of {film!r} stand apart in {CLIPS}; put the clips of a film together")
