"""What splits have in common that they should not: films under two names, and captions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusFilm
from cinescribe.corpus.splits.splits import TRAIN
from cinescribe.corpus.statistics.text_counts import anonymous
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.record import Record
from cinescribe.store import digest

LONG = 8  # words from which two people hardly write one caption by chance; LSMDC's have 9.7 on average
_LEAST_SHARE = 0.5  # of a film's long captions that another film has too, from which both are taken for one
_LEAST_LONG = 5  # long captions that a film must have for that

Words = tuple[str, ...]


@dataclass(frozen=True)
class FilmLeak(Record):
    """Two films of different splits that seem to be one.

    Args:
        film, other: their ids.
        split, other_split: where they are.
        why: what they have in common, in words.
    """

    film: str
    split: str
    other: str
    other_split: str
    why: str


@dataclass(frozen=True)
class TextLeak(Record):
    """Captions of a split that stand in training too, word by word, whoever SOMEONE is.

    Args:
        split: its name.
        captions, known: how many there are, and how many of them are in training.
        long, known_long: the same of captions of `LONG` words or more.
    """

    split: str
    captions: int
    known: int
    long: int
    known_long: int


@dataclass(frozen=True)
class Leaks(Record):
    """What splits have in common."""

    films: tuple[FilmLeak, ...] = ()
    texts: tuple[TextLeak, ...] = ()


def find_leaks(corpus: Corpus) -> Leaks:
    """What the splits of a corpus have in common: films, and captions of `train` in other splits.

    Films are one where their ids, or the bytes of their files, are the same, or where half the long captions of one
    are captions of the other too. A short caption that two splits share says little: there is more than one film in
    which somebody nods.
    """
    words = _words(corpus)
    films = (*_same_ids(corpus.films), *_same_files(corpus), *_same_captions(corpus.films, words))
    return Leaks(films, tuple(_text_leaks(corpus.films, words)))


def _words(corpus: Corpus) -> dict[str, list[Words]]:
    """The words of every caption, by film."""
    told = [(clip.film, text) for clip in corpus.clips for text in (clip.text, *clip.paraphrases) if text is not None]
    found: dict[str, list[Words]] = {film.id: [] for film in corpus.films}
    for (film, _), words in zip(told, tokenize([anonymous(text) for _, text in told]), strict=True):
        if words:
            found[film].append(tuple(words))
    return found


def _same_ids(films: Sequence[CorpusFilm]) -> Iterator[FilmLeak]:
    by_id: dict[str, list[CorpusFilm]] = {}
    for film in films:
        by_id.setdefault(film.id, []).append(film)
    for held in by_id.values():
        yield from _apart(held, "the same id")


def _same_files(corpus: Corpus) -> Iterator[FilmLeak]:
    """Films of one file. Only those of one length are read."""
    by_size: dict[int, list[CorpusFilm]] = {}
    for film in corpus.films:
        path = _file(corpus.folder, film)
        if path is not None:
            by_size.setdefault(path.stat().st_size, []).append(film)
    for like in by_size.values():
        if len({film.split for film in like}) > 1:
            by_digest: dict[str, list[CorpusFilm]] = {}
            for film in like:
                by_digest.setdefault(digest(corpus.folder / str(film.path)), []).append(film)
            for held in by_digest.values():
                yield from _apart(held, "the same file")


def _same_captions(films: Sequence[CorpusFilm], words: dict[str, list[Words]]) -> Iterator[FilmLeak]:
    long = {film.id: {told for told in words[film.id] if len(told) >= LONG} for film in films}
    tellers: dict[Words, list[CorpusFilm]] = {}
    for film in films:
        for told in sorted(long[film.id]):
            tellers.setdefault(told, []).append(film)
    common = Counter(
        (film, other)
        for held in tellers.values()
        for film, other in combinations(held, 2)
        if film.split != other.split and film.id != other.id
    )
    for (film, other), n in common.items():
        least = min(len(long[film.id]), len(long[other.id]))
        if least >= _LEAST_LONG and n >= _LEAST_SHARE * least:
            why = f"{n} captions of {LONG} words or more, of {len(long[film.id])} and {len(long[other.id])}"
            yield FilmLeak(film.id, film.split, other.id, other.split, why)


def _text_leaks(films: Sequence[CorpusFilm], words: dict[str, list[Words]]) -> Iterator[TextLeak]:
    by_split: dict[str, list[Words]] = {}
    for film in films:
        by_split.setdefault(film.split, []).extend(words[film.id])
    training = set(by_split.pop(TRAIN, ()))
    for split, told in by_split.items():
        if told and training:
            long = [caption for caption in told if len(caption) >= LONG]
            yield TextLeak(split, len(told), _known(told, training), len(long), _known(long, training))


def _apart(films: Sequence[CorpusFilm], why: str) -> Iterator[FilmLeak]:
    for film, other in combinations(films, 2):
        if film.split != other.split:
            yield FilmLeak(film.id, film.split, other.id, other.split, why)


def _known(told: Iterable[Words], training: set[Words]) -> int:
    return sum(caption in training for caption in told)


def _file(folder: Path, film: CorpusFilm) -> Path | None:
    path = None if film.path is None else folder / film.path
    return path if path is not None and path.is_file() else None
