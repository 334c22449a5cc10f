"""Builds corpora of Backlot films, shot from integer seeds into a folder for each split."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.backlot.films.shoot import SIZES as FILM_SIZES
from cinescribe.backlot.films.shoot import Size, shoot
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.corpus.core.corpus import FILMS, Corpus, CorpusCard, CorpusFilm, check_kind, write_corpus
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.progress import Progress
from cinescribe.schema import Clip
from cinescribe.store import read_records

CORPUS_HEIGHT = 180  # pixels; small enough for a thousand films, large enough to detect faces
SEEDS_APART = 10_000  # distance between the first seeds of two corpora
# Of the folders of a corpus, added to its first seed.
SPLIT_SEEDS = {"train": 1_000, "test": 2_000, "val": 3_000, "hard": 4_000, "train-hard": 5_000, "val-hard": 6_000}
_HARD = "-hard"  # ends the folders of hard films of a split
LICENCE = "no rights reserved: drawn and spoken by this program"


@dataclass(frozen=True)
class BacklotSize:
    """The size of a corpus.

    Args:
        name: as in `SIZES`.
        film: the number of clips in a film.
        films: the number of films in each split.
        n_hard: the number of films in the optional split `hard`.
        hard_films: the number of hard films in each split, besides.
    """

    name: str
    film: Size
    films: Mapping[str, int]
    n_hard: int
    hard_films: Mapping[str, int] = field(default_factory=dict)


# `tiny` is for tests of shapes and over-fitting; the films of `small` and `medium` are the first films of `full`.
# `mixed` has hard films too. `fresh`, with another seed, is for scores of models on films that nothing was chosen on.
SIZES = {
    "tiny": BacklotSize("tiny", FILM_SIZES["tiny"], {"train": 4, "val": 2}, n_hard=2),
    "small": BacklotSize("small", FILM_SIZES["small"], {"train": 100, "val": 40, "test": 80}, n_hard=30),
    "medium": BacklotSize("medium", FILM_SIZES["small"], {"train": 400, "val": 40}, n_hard=30),
    "mixed": BacklotSize(
        "mixed", FILM_SIZES["small"], {"train": 280, "val": 30}, n_hard=30, hard_films={"train": 120, "val": 20}
    ),
    "fresh": BacklotSize("fresh", FILM_SIZES["small"], {"test": 40}, n_hard=40),
    "full": BacklotSize("full", FILM_SIZES["small"], {"train": 1_000, "val": 100, "test": 100}, n_hard=100),
}


def build_backlot(
    folder: str | Path,
    *,
    size: BacklotSize,
    seed: int = 0,
    hard: bool = False,
    height: int = CORPUS_HEIGHT,
    progress: Progress | None = None,
) -> Corpus:
    """Shoot a corpus of Backlot films; finished films are not shot again.

    Each split has a folder of its own, and one for its hard films.

    Args:
        folder: where to write; created if missing.
        size: one of `SIZES`.
        seed: of the corpus, 0 or more.
        hard: also shoot the split `hard`: look-alikes, costume changes, occlusions, more night scenes.
        height: of the picture in pixels.
        progress: called with the progress of each film.

    Raises:
        CorpusError: when the folder holds a corpus of stills.
        OutputError: when the height is not possible, the folder holds anything but a corpus, or it cannot be written.
    """
    folder = Path(folder)
    folder = Path(folder)
    check_kind(folder, FILMS)
    hard_films = {split + _HARD: n_films for split, n_films in size.hard_films.items()}
    parts = dict(size.films) | hard_films | ({"hard": size.n_hard} if hard else {})
    claim_corpus(folder, of="backlot", parts=parts)
    films: list[CorpusFilm] = []
    clips: list[Clip] = []
    for part, n_films in parts.items():
        shot = shoot(
            folder / part,
            films=n_films,
            seed=seed * SEEDS_APART + SPLIT_SEEDS[part],
            size=size.film,
            hard=part == "hard" or part in hard_films,
            height=height,
            progress=progress,
        )
        truths = read_records(shot.truth, FilmTruth)
        films += _films(part, truths)
        clips += [_clip(truth.id, filmed) for truth in truths for filmed in truth.clips]
    card = CorpusCard(f"backlot-{size.name}-{seed}", "cinescribe backlot", LICENCE)
    return write_corpus(folder, card, films=films, clips=clips)


def corpus_clip_id(film: str, clip: str) -> str:
    """Return a clip's id in the corpus, from the film's id and the clip's id within the film."""
    return f"{film}_{clip}"


def _films(part: str, truths: Iterable[FilmTruth]) -> list[CorpusFilm]:
    split = part.removesuffix(_HARD)
    return [CorpusFilm(truth.id, split, (Path(part) / truth.film).as_posix(), truth.duration) for truth in truths]


def _clip(film: str, filmed: FilmedClip) -> Clip:
    text, *others = (caption.text for caption in filmed.captions)
    return Clip(corpus_clip_id(film, filmed.id), film, filmed.span, text, filmed.people, tuple(others))


def annotated_metaphor(id: str, caption: str, *, time: str | None = None, audio: bool) -> AnnotatedMetaphor:
    """Return the metaphor of a caption, its parts in the caption's own words.

    Args:
        id: of the clip or the still.
        caption: a sentence by `backlot.adverts`, which follows the template.
        time: when it is seen, as annotators write it.
        audio: whether one needs the sound to understand it.
    """
    parts = metaphor(caption)
    assert parts is not None, caption
    return AnnotatedMetaphor(id, parts.primary, parts.property, parts.secondary, caption, time=time, audio=audio)
