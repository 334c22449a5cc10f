"""Finds overlap between the splits of a corpus: the same film under two names, and the same captions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusFilm
from cinescribe.corpus.splits.splits import TRAIN
from cinescribe.corpus.statistics.text_counts import mask_people
from cinescribe.input_files import digest
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.record import Record

LONG = 8  # words in a caption that two people hardly write by chance; LSMDC's have 9.7 on average
_MIN_SHARE = 0.5  # of a film's long captions that another film must share to count as the same film
_MIN_LONG = 5  # long captions that both films must have

_Words = tuple[str, ...]


@dataclass(frozen=True)
class FilmLeak(Record):
    """Two films of different splits that seem to be the same film.

    Args:
        film: id of one film.
        split: its split.
        other: id of the other film.
        other_split: the other film's split.
        why: what they have in common, in words.
    """

    film: str
    split: str
    other: str
    other_split: str
    why: str


@dataclass(frozen=True)
class TextLeak(Record):
    """Number of captions of a split that are in training too, word by word, with people as SOMEONE.

    Args:
        split: name of the split.
        captions: number of its captions.
        known: number of these that are in training.
        long: number of captions with `LONG` words or more.
        known_long: number of these that are in training.
    """

    split: str
    captions: int
    known: int
    long: int
    known_long: int


@dataclass(frozen=True)
class Leaks(Record):
    """Overlap between the splits of a corpus."""

    films: tuple[FilmLeak, ...] = ()
    texts: tuple[TextLeak, ...] = ()


def find_leaks(corpus: Corpus) -> Leaks:
    """Find films in several splits, and captions of `train` in other splits.

    Two films count as the same if they share their id or the bytes of their files, or if half the long captions of
    one are captions of the other. Short captions say little, since people nod in many films.
    """
    words = _words(corpus)
    films = (*_same_ids(corpus.films), *_same_files(corpus), *_same_captions(corpus.films, words))
    return Leaks(films, tuple(_text_leaks(corpus.films, words)))


def _words(corpus: Corpus) -> dict[str, list[_Words]]:
    """Return the words of every caption, by film."""
    texts = [(clip.film, text) for clip in corpus.clips for text in (clip.text, *clip.paraphrases) if text is not None]
    by_film: dict[str, list[_Words]] = {film.id: [] for film in corpus.films}
    for (film, _), words in zip(texts, tokenize([mask_people(text) for _, text in texts]), strict=True):
        if words:
            by_film[film].append(tuple(words))
    return by_film


def _same_ids(films: Sequence[CorpusFilm]) -> Iterator[FilmLeak]:
    by_id: dict[str, list[CorpusFilm]] = {}
    for film in films:
        by_id.setdefault(film.id, []).append(film)
    for same in by_id.values():
        yield from _across_splits(same, "the same id")


def _same_files(corpus: Corpus) -> Iterator[FilmLeak]:
    """Yield films with identical files. Only files of equal size are read."""
    by_size: dict[int, list[CorpusFilm]] = {}
    for film in corpus.films:
        path = _file(corpus.folder, film)
        if path is not None:
            by_size.setdefault(path.stat().st_size, []).append(film)
    for candidates in by_size.values():
        if len({film.split for film in candidates}) > 1:
            by_digest: dict[str, list[CorpusFilm]] = {}
            for film in candidates:
                by_digest.setdefault(digest(corpus.folder / str(film.path)), []).append(film)
            for same in by_digest.values():
                yield from _across_splits(same, "the same file")


def _same_captions(films: Sequence[CorpusFilm], words: dict[str, list[_Words]]) -> Iterator[FilmLeak]:
    long = {film.id: {caption for caption in words[film.id] if len(caption) >= LONG} for film in films}
    films_with: dict[_Words, list[CorpusFilm]] = {}
    for film in films:
        for caption in sorted(long[film.id]):
            films_with.setdefault(caption, []).append(film)
    common = Counter(
        (film, other)
        for same in films_with.values()
        for film, other in combinations(same, 2)
        if film.split != other.split and film.id != other.id
    )
    for (film, other), n in common.items():
        n_fewer = min(len(long[film.id]), len(long[other.id]))
        if n_fewer >= _MIN_LONG and n >= _MIN_SHARE * n_fewer:
            why = f"{n} captions of {LONG} words or more, of {len(long[film.id])} and {len(long[other.id])}"
            yield FilmLeak(film.id, film.split, other.id, other.split, why)


def _text_leaks(films: Sequence[CorpusFilm], words: dict[str, list[_Words]]) -> Iterator[TextLeak]:
    by_split: dict[str, list[_Words]] = {}
    for film in films:
        by_split.setdefault(film.split, []).extend(words[film.id])
    training = set(by_split.pop(TRAIN, ()))
    for split, captions in by_split.items():
        if captions and training:
            long = [caption for caption in captions if len(caption) >= LONG]
            yield TextLeak(split, len(captions), _n_known(captions, training), len(long), _n_known(long, training))


def _across_splits(films: Sequence[CorpusFilm], why: str) -> Iterator[FilmLeak]:
    for film, other in combinations(films, 2):
        if film.split != other.split:
            yield FilmLeak(film.id, film.split, other.id, other.split, why)


def _n_known(captions: Iterable[_Words], training: set[_Words]) -> int:
    return sum(caption in training for caption in captions)


def _file(folder: Path, film: CorpusFilm) -> Path | None:
    path = None if film.path is None else folder / film.path
    return path if path is not None and path.is_file() else None
