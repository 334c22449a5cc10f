"""Backlot films as a corpus: shot from integer seeds into a folder for each split."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.backlot.films.shoot import SIZES as FILM_SIZES
from cinescribe.backlot.films.shoot import Size, shoot
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.corpus.core.corpus import FILMS, Corpus, CorpusCard, CorpusFilm, check_kind, write_corpus
from cinescribe.errors import CorpusError
from cinescribe.progress import Progress
from cinescribe.schema import Clip
from cinescribe.store import read_record, read_records

HEIGHT = 180  # pixels; small enough for a thousand films, and faces are still found
SEEDS_APART = 10_000  # between the seeds of two corpora
SPLIT_SEEDS = {"train": 1_000, "test": 2_000, "val": 3_000, "hard": 4_000}  # from the corpus's own
LICENCE = "no rights reserved: drawn and spoken by this program"


@dataclass(frozen=True)
class BacklotSize:
    """How much a corpus has.

    Args:
        name: as in `SIZES`.
        film: clips a film.
        films: films of each split.
        n_hard: films of the split `hard`, where it is asked for.
    """

    name: str
    film: Size
    films: Mapping[str, int]
    n_hard: int


# `tiny` is for shapes and over-fitting only; the films of `small` are the first ones of `full`.
SIZES = {
    "tiny": BacklotSize("tiny", FILM_SIZES["tiny"], {"train": 4, "val": 2}, n_hard=2),
    "small": BacklotSize("small", FILM_SIZES["small"], {"train": 100, "val": 40, "test": 80}, n_hard=30),
    "full": BacklotSize("full", FILM_SIZES["small"], {"train": 1_000, "val": 100, "test": 100}, n_hard=100),
}


def build_backlot(
    folder: Path,
    *,
    size: BacklotSize,
    seed: int = 0,
    hard: bool = False,
    height: int = HEIGHT,
    progress: Progress | None = None,
) -> Corpus:
    """A corpus of Backlot films in the folder, each split in a folder of its own; finished films are left alone.

    Args:
        folder: where to write; made when it is not there.
        size: how much; one of `SIZES`.
        seed: what all films grow from; 0 or more.
        hard: also shoot the split `hard`: look-alikes, costumes that change, things in the way, more night.
        height: of the picture in pixels.
        progress: told how far each film is.

    Raises:
        CorpusError: when the folder holds a corpus of stills.
        OutputError: when the height cannot be filmed, or the folder cannot be written.
    """
    check_kind(Path(folder), FILMS)
    wanted = dict(size.films) | ({"hard": size.n_hard} if hard else {})
    truths = {}
    for split, n_films in wanted.items():
        shot = shoot(
            Path(folder) / split,
            films=n_films,
            seed=seed * SEEDS_APART + SPLIT_SEEDS[split],
            size=size.film,
            hard=split == "hard",
            adverts=0,
            height=height,
            progress=progress,
        )
        truths[split] = read_records(shot.truth, FilmTruth)
    return _written(
        Path(folder), truths, name=f"backlot-{size.name}-{seed}", folders={split: split for split in wanted}
    )


def gather_backlot(folder: Path, shoots: Mapping[str, Path], *, name: str = "backlot") -> Corpus:
    """A corpus of what was shot already: a folder of films for each split; adverts, which tell no story, stay out.

    Args:
        folder: where the corpus is written; the films' folders are inside it.
        shoots: the folder of each split.
        name: the corpus's.

    Raises:
        CorpusError: when a folder holds no finished film, lies outside, or two splits share a film.
        RecordError: when the truth about a film cannot be read.
    """
    folder = Path(folder)
    truths = {split: _truths(Path(shot)) for split, shot in shoots.items()}
    return _written(folder, truths, name=name, folders={split: _inside(folder, Path(s)) for split, s in shoots.items()})


def clip_id(film: str, clip: str) -> str:
    """A clip's id in the corpus, of its film's and its own in the film."""
    return f"{film}_{clip}"


def _truths(shot: Path) -> list[FilmTruth]:
    found = [read_record(path, FilmTruth) for path in sorted(shot.glob("*.truth.json"))]
    stories = [truth for truth in found if truth.metaphor is None]
    if not stories:
        raise CorpusError(f"{str(shot)!r} holds no film that Backlot finished; shoot some with `backlot shoot`")
    return stories


def _inside(folder: Path, shot: Path) -> str:
    try:
        return shot.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError as error:
        raise CorpusError(
            f"the films of {str(shot)!r} lie outside the corpus {str(folder)!r}; write it to a folder above them"
        ) from error


def _written(
    folder: Path, truths: Mapping[str, Sequence[FilmTruth]], *, name: str, folders: Mapping[str, str]
) -> Corpus:
    _no_leak(truths)
    films = [
        CorpusFilm(truth.id, split, (Path(folders[split]) / truth.film).as_posix(), truth.duration)
        for split, shot in truths.items()
        for truth in shot
    ]
    clips = [clip for shot in truths.values() for truth in shot for clip in _clips(truth)]
    return write_corpus(folder, CorpusCard(name, "cinescribe backlot", LICENCE), films=films, clips=clips)


def _no_leak(truths: Mapping[str, Iterable[FilmTruth]]) -> None:
    seen: dict[int, tuple[str, str]] = {}
    for split, shot in truths.items():
        for truth in shot:
            if truth.seed in seen:
                other, where = seen[truth.seed]
                raise CorpusError(
                    f"film {truth.id!r} of {split!r} is {other!r} of {where!r} again (seed {truth.seed}); "
                    "shoot them from other seeds"
                )
            seen[truth.seed] = truth.id, split


def _clips(truth: FilmTruth) -> list[Clip]:
    return [_clip(truth.id, filmed) for filmed in truth.clips]


def _clip(film: str, filmed: FilmedClip) -> Clip:
    text, *others = (telling.text for telling in filmed.captions)
    return Clip(clip_id(film, filmed.id), film, filmed.span, text, filmed.people, tuple(others))
