"""The sizes and seeds of the corpora that Backlot draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from cinescribe.backlot.adverts.plans import AdvertSize
from cinescribe.backlot.adverts.shoot_adverts import ADVERT_SIZES
from cinescribe.backlot.films.shoot import SIZES, Size

_Length = TypeVar("_Length")


@dataclass(frozen=True)
class BacklotSize(Generic[_Length]):
    """The size of a corpus.

    Args:
        name: as in the tables below.
        length: of each film or advert; None for stills.
        parts: the number of films, adverts or stills by part. A part is a split, or a split with what is special about
            these films, such as `train-hard`.
    """

    name: str
    length: _Length
    parts: Mapping[str, int]


_FILMS, _ADVERTS = SIZES, ADVERT_SIZES
# `tiny` is for tests of shapes and over-fitting; the films of `small` and `medium` are the first films of `full`.
# `mixed` has hard films too. `fresh`, with another seed, is for scores of models on films that nothing was chosen on.
# The split `hard` is optional.
FILM_CORPUS_SIZES: dict[str, BacklotSize[Size]] = {
    "tiny": BacklotSize("tiny", _FILMS["tiny"], {"train": 4, "val": 2, "hard": 2}),
    "small": BacklotSize("small", _FILMS["small"], {"train": 100, "val": 40, "test": 80, "hard": 30}),
    "medium": BacklotSize("medium", _FILMS["small"], {"train": 400, "val": 40, "hard": 30}),
    "mixed": BacklotSize(
        "mixed", _FILMS["small"], {"train": 280, "val": 30, "train-hard": 120, "val-hard": 20, "hard": 30}
    ),
    "fresh": BacklotSize("fresh", _FILMS["small"], {"test": 40, "hard": 40}),
    "full": BacklotSize("full", _FILMS["small"], {"train": 1_000, "val": 100, "test": 100, "hard": 100}),
}
MOTIVE_CORPUS_SIZES: dict[str, BacklotSize[Size]] = {
    "tiny": BacklotSize("tiny", _FILMS["tiny"], {"train": 4, "val": 2, "test": 2}),
    "small": BacklotSize("small", _FILMS["small"], {"train": 160, "val": 20, "test": 80}),
}
# The adverts of `small` and `full` are as many as the videos of VMCD; plain ones have no metaphor.
_VMCD = {"train": 400, "val": 55, "test": 250, "train-plain": 110, "val-plain": 15, "test-plain": 75}
ADVERT_CORPUS_SIZES: dict[str, BacklotSize[AdvertSize]] = {
    "tiny": BacklotSize(
        "tiny",
        _ADVERTS["tiny"],
        {"train": 6, "val": 1, "test": 2, "train-plain": 2, "val-plain": 1, "test-plain": 1},
    ),
    "small": BacklotSize("small", _ADVERTS["small"], _VMCD),
    "full": BacklotSize("full", _ADVERTS["full"], _VMCD),
}
# The stills of `small` are the first stills of `full`.
STILL_CORPUS_SIZES: dict[str, BacklotSize[None]] = {
    "tiny": BacklotSize("tiny", None, {"train": 12, "val": 4, "test": 4}),
    "small": BacklotSize("small", None, {"train": 1_600, "val": 200, "test": 400}),
    "full": BacklotSize("full", None, {"train": 20_000, "val": 1_000, "test": 1_000}),
}

# The distance between the first seeds of two corpora of a kind, and the seeds of the first corpus by part.
_SEEDS: dict[str, tuple[int, dict[str, int]]] = {
    "backlot": (
        10_000,
        {"train": 1_000, "test": 2_000, "val": 3_000, "hard": 4_000, "train-hard": 5_000, "val-hard": 6_000},
    ),
    "backlot-motives": (10_000, {"train": 5_000, "test": 6_000, "val": 7_000}),
    "backlot-adverts": (10_000, {"train": 8_000, "test": 8_500, "val": 9_000}),
    "backlot-stills": (1_000_000, {"train": 0, "val": 500_000, "test": 700_000}),
}


def first_seed(kind: str, part: str, corpus: int = 0) -> int:
    """Return the seed of a part's first film or still.

    Args:
        kind: of the corpus, such as `backlot-stills`.
        part: as in its size.
        corpus: seed of the corpus, 0 or more.
    """
    apart, first = _SEEDS[kind]
    return corpus * apart + first[part]
