"""An annotated corpus on disk: its films, their clips in order, and the split of each film."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from cinescribe.errors import CorpusError, brief
from cinescribe.file_names import checked_name, path_inside
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.store import read_record, read_records, write_record, write_records
from cinescribe.timing import Seconds, check_duration

CARD, FILMS, CLIPS, STILLS, FEATURES = "corpus.json", "films.jsonl", "clips.jsonl", "stills.jsonl", "features"
_DRAWN = "cinescribe backlot"  # the source of corpora that Backlot drew
_RENAMED_SPLITS = {"untold": "undescribed"}  # names in older corpora
_OTHER = {FILMS: (STILLS, "stills", "films"), STILLS: (FILMS, "films", "stills")}


@dataclass(frozen=True)
class CorpusCard(Record):
    """Name, source and licence of a corpus, and the version of its file format."""

    name: str
    source: str
    licence: str
    version: int = 1

    @property
    def is_drawn(self) -> bool:
        """Whether Backlot drew all its films."""
        return self.source == _DRAWN


@dataclass(frozen=True)
class CorpusFilm(Record):
    """A film of a corpus.

    Args:
        id: unique in the corpus; `Clip.film` of its clips.
        split: `train`, `val`, `test` or another.
        path: its file, relative to the corpus; None where the corpus has only features.
        duration: seconds, where known.
        genres: in the words of its source.

    Raises:
        RecordError: when the split cannot be part of a file's name, the path leads out of the corpus, or the duration
            is none of a film.
    """

    id: str
    split: str
    path: str | None = None
    duration: Seconds | None = None
    genres: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checked_name(self.split, f"the split of film {brief(self.id)}")
        if self.path is not None:
            path_inside(self.path, f"the path of film {brief(self.id)}")
        if self.duration is not None:
            check_duration(self.duration, f"the duration of film {brief(self.id)}")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the film that `to_dict` wrote; a split's old name becomes its new one.

        Raises:
            RecordError: when a field is missing, unknown or of another type.
        """
        film = super().from_dict(values)
        return film.replace(split=_RENAMED_SPLITS.get(film.split, film.split))


@dataclass(frozen=True)
class Corpus:
    """A corpus as read.

    Args:
        folder: where it is; features are in its folder `features`.
        card: its name, source and licence.
        films: in order.
        clips: film by film, in order of time; a person in their texts has one id throughout a film.
    """

    folder: Path
    card: CorpusCard
    films: tuple[CorpusFilm, ...]
    clips: tuple[Clip, ...]

    def films_of(self, split: str) -> tuple[CorpusFilm, ...]:
        """Return the films of a split, by its name or an older one.

        Raises:
            CorpusError: when there is no such split.
        """
        split = _RENAMED_SPLITS.get(split, split)
        found = tuple(film for film in self.films if film.split == split)
        if not found:
            names = ", ".join(dict.fromkeys(film.split for film in self.films))
            raise CorpusError(f"{self.card.name} has no split {split!r}; it has {names or 'no film'}")
        return found

    def clips_by_film(self, split: str) -> dict[str, tuple[Clip, ...]]:
        """Return the clips of each film of a split, in order.

        Raises:
            CorpusError: when there is no such split.
        """
        wanted = {film.id for film in self.films_of(split)}
        groups = groupby(self.clips, key=lambda clip: clip.film)
        return {film: tuple(clips) for film, clips in groups if film in wanted}


def captioned_clips(corpus: Corpus, split: str) -> list[Clip]:
    """Return the clips of a split that have captions, by id.

    Raises:
        CorpusError: when the corpus lacks the split, or none of its clips has a caption.
    """
    clips = [clip for some in corpus.clips_by_film(split).values() for clip in some if clip.text is not None]
    if not clips:
        raise CorpusError(f"no clip of the split {split!r} has a caption; name a split with captions")
    return sorted(clips, key=lambda clip: clip.id)


def read_corpus(folder: Path) -> Corpus:
    """Read the corpus of a folder.

    Raises:
        RecordError: when one of its files is missing or malformed.
        CorpusError: when it is a corpus of stills, a clip has no film, or the clips of a film are not together.
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
    """Write a corpus; the card comes last, so that a half-written corpus has none.

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
    """Raise if a folder holds a corpus of the other kind: stills instead of films, or films instead of stills.

    Args:
        folder: to read, or to write to.
        wanted: the list that the corpus should have, `FILMS` or `STILLS`.

    Raises:
        CorpusError: when it has the other list and not the wanted one.
    """
    other, other_kind, kind = _OTHER[wanted]
    if (folder / other).is_file() and not (folder / wanted).is_file():
        raise CorpusError(f"{str(folder)!r} is a corpus of {other_kind}; expected one of {kind}: name another folder")


def _check(corpus: Corpus) -> None:
    known = {film.id for film in corpus.films}
    runs = Counter(film for film, _ in groupby(corpus.clips, key=lambda clip: clip.film))
    for film, n_runs in runs.items():
        if film not in known:
            raise CorpusError(
                f"there are clips of {film!r}, but {FILMS} has no such film; add it, or leave its clips out"
            )
        if n_runs > 1:
            raise CorpusError(f"the clips of {film!r} are separated in {CLIPS}; put the clips of a film together")
