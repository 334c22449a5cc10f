"""Builds corpora of Backlot films, shot from integer seeds into a folder for each part."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from cinescribe.backlot.films.shoot import Shoot, Size, shoot
from cinescribe.backlot.plan.named_size import size_of
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.corpus.core.corpus import FILMS, Corpus, CorpusCard, CorpusFilm, check_kind, write_corpus
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.datasets.backlot_sizes import FILM_CORPUS_SIZES, BacklotSize, first_seed
from cinescribe.progress import Progress
from cinescribe.schema import Clip
from cinescribe.store import read_records

CORPUS_HEIGHT = 180  # pixels; small enough for a thousand films, large enough to detect faces
LICENCE = "no rights reserved: drawn and spoken by this program"
_KIND = "backlot"
_HARD = "hard"  # the optional split; also ends the names of parts with hard films of another split


def build_backlot(
    folder: str | Path,
    *,
    size: str | BacklotSize[Size],
    seed: int = 0,
    hard: bool = False,
    height: int = CORPUS_HEIGHT,
    progress: Progress | None = None,
) -> Corpus:
    """Shoot a corpus of Backlot films; finished films are not shot again.

    Each split has a folder of its own, and one for its hard films.

    Args:
        folder: where to write; created if missing.
        size: one of `FILM_CORPUS_SIZES`, or its name.
        seed: of the corpus, 0 or more.
        hard: also shoot the split `hard`: look-alikes, costume changes, occlusions, more night scenes.
        height: of the picture in pixels.
        progress: called with the progress of each film.

    Raises:
        ParameterError: when no size has the name.
        CorpusError: when the folder holds a corpus of stills.
        OutputError: when the height is not possible, the folder holds anything but a corpus, or it cannot be written.
    """
    size = size_of(size, FILM_CORPUS_SIZES)
    folder = Path(folder)

    def shoot_part(part: str, first: int) -> Shoot:
        return shoot(
            folder / part,
            films=size.parts[part],
            seed=first,
            size=size.length,
            hard=part.endswith(_HARD),
            height=height,
            progress=progress,
        )

    parts = [part for part in size.parts if hard or part != _HARD]
    shot = shoot_corpus(folder, _KIND, parts, seed=seed, shoot_part=shoot_part)
    clips = [_clip(film.id, filmed) for film, truth in shot for filmed in truth.clips]
    card = CorpusCard(f"{_KIND}-{size.name}-{seed}", "cinescribe backlot", LICENCE)
    return write_corpus(folder, card, films=[film for film, _ in shot], clips=clips)


def shoot_corpus(
    folder: Path, kind: str, parts: Iterable[str], *, seed: int, shoot_part: Callable[[str, int], Shoot]
) -> list[tuple[CorpusFilm, FilmTruth]]:
    """Shoot the films of a corpus, and return them with their truth.

    Args:
        folder: of the corpus; each part gets a folder in it.
        kind: of the corpus, such as `backlot-motives`.
        parts: what to shoot, such as `val` or `train-hard`, in order.
        seed: of the corpus, 0 or more.
        shoot_part: shoots a part into its folder, given the seed of its first film.

    Raises:
        CorpusError: when the folder holds a corpus of stills.
        OutputError: when the folder holds anything but a corpus, or cannot be written.
    """
    parts = tuple(parts)
    check_kind(folder, FILMS)
    claim_corpus(folder, of=kind, parts=parts)
    return [
        (CorpusFilm(truth.id, part.split("-")[0], (Path(part) / truth.film).as_posix(), truth.duration), truth)
        for part in parts
        for truth in read_records(shoot_part(part, first_seed(kind, part, seed)).truth, FilmTruth)
    ]


def corpus_clip_id(film: str, clip: str) -> str:
    """Return a clip's id in the corpus, from the film's id and the clip's id within the film."""
    return f"{film}_{clip}"


def _clip(film: str, filmed: FilmedClip) -> Clip:
    text, *others = (caption.text for caption in filmed.captions)
    return Clip(corpus_clip_id(film, filmed.id), film, filmed.span, text, filmed.people, tuple(others))
