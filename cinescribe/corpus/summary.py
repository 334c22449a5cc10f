"""What a corpus holds, and whether it holds together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cinescribe.corpus.corpus import Corpus, CorpusFilm, read_corpus
from cinescribe.errors import CorpusError
from cinescribe.metrics.person_ids import person_ids
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.timing import Seconds

SLACK: Seconds = 0.05  # by which a clip may end after its film: a picture or two
_ID = re.compile(r"P[1-9]\d*")


@dataclass(frozen=True)
class SplitSummary(Record):
    """How much a split holds; `seconds` is the length of its clips together."""

    split: str
    films: int
    clips: int
    captions: int
    seconds: Seconds


@dataclass(frozen=True)
class CorpusSummary(Record):
    """How much a corpus holds, in all and split by split."""

    corpus: str
    name: str
    source: str
    licence: str
    films: int
    clips: int
    captions: int
    seconds: Seconds
    splits: tuple[SplitSummary, ...]


def summary(corpus: Corpus) -> CorpusSummary:
    """How much a corpus holds."""
    splits = tuple(_split(corpus, name) for name in dict.fromkeys(film.split for film in corpus.films))
    return CorpusSummary(
        str(corpus.folder),
        corpus.card.name,
        corpus.card.source,
        corpus.card.licence,
        films=len(corpus.films),
        clips=len(corpus.clips),
        captions=sum(split.captions for split in splits),
        seconds=round(sum(split.seconds for split in splits), 3),
        splits=splits,
    )


def check_corpus(folder: Path) -> Corpus:
    """The corpus of a folder, if all of it holds together: ids, films' files, times and people.

    Raises:
        RecordError: when one of its files is missing or malformed.
        CorpusError: naming the first fault, and how many there are besides.
    """
    corpus = read_corpus(folder)
    faults = list(_faults(corpus))
    if faults:
        more = f" ({len(faults) - 1} more faults)" if len(faults) > 1 else ""
        raise CorpusError(faults[0] + more)
    return corpus


def _split(corpus: Corpus, name: str) -> SplitSummary:
    clips = [clip for clips in corpus.clips_by_film(name).values() for clip in clips]
    n_captions = sum((clip.text is not None) + len(clip.paraphrases) for clip in clips)
    seconds = round(sum(clip.span.duration for clip in clips), 3)
    return SplitSummary(name, len(corpus.films_of(name)), len(clips), n_captions, seconds)


def _faults(corpus: Corpus) -> Iterator[str]:
    yield from _doubles("film", (film.id for film in corpus.films))
    yield from _doubles("clip", (clip.id for clip in corpus.clips))
    for film in corpus.films:
        yield from _film_faults(corpus.folder, film)
    films = {film.id: film for film in corpus.films}
    before: Clip | None = None
    for clip in corpus.clips:
        yield from _clip_faults(clip, films[clip.film])
        if before is not None and before.film == clip.film and before.span.start > clip.span.start:
            yield f"clip {clip.id!r} comes after {before.id!r}, but begins before it; put clips in order of time"
        before = clip


def _doubles(kind: str, ids: Iterable[str]) -> Iterator[str]:
    for id, n in Counter(ids).items():
        if n > 1:
            yield f"{n} {kind}s are called {id!r}; give each its own id"


def _film_faults(folder: Path, film: CorpusFilm) -> Iterator[str]:
    if film.path is None:
        return
    path = PurePosixPath(film.path)
    if path.is_absolute() or ".." in path.parts:
        yield f"film {film.id!r} has the path {film.path!r}; wanted one inside the corpus"
    elif not (folder / film.path).is_file():
        yield f"film {film.id!r} has no file {film.path!r}; put it there, or leave its path out"


def _clip_faults(clip: Clip, film: CorpusFilm) -> Iterator[str]:
    if clip.span.start < 0 or clip.span.duration <= 0:
        yield f"clip {clip.id!r} is from {clip.span.start} to {clip.span.end} s; wanted one that lasts, from 0 s on"
    if film.duration is not None and clip.span.end > film.duration + SLACK:
        yield f"clip {clip.id!r} ends at {clip.span.end:.2f} s, but its film lasts {film.duration:.2f} s; shorten it"
    if clip.text is None and clip.paraphrases:
        yield f"clip {clip.id!r} has paraphrases but no text; make the first of them its text"
    yield from _people_faults(clip)


def _people_faults(clip: Clip) -> Iterator[str]:
    told = [text for text in (clip.text, *clip.paraphrases) if text is not None]
    mentioned = [person for text in told for person in person_ids(text)]
    for person in dict.fromkeys((*clip.people, *mentioned)):
        if not _ID.fullmatch(person):
            yield f"clip {clip.id!r} has a person {person!r}; people are P1, P2 and so on"
        elif clip.people and person not in clip.people:
            yield f"clip {clip.id!r} mentions {person}, who is not among its people {', '.join(clip.people)}; add them"
