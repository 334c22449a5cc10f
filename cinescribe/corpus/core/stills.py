"""A corpus of single pictures on disk: the pictures, their captions and regions, and the split of each.

A folder holds `corpus.json` (name, source, licence), `stills.jsonl` (a `Still` a line), `splits.jsonl` (a line
for each split, with the ids of its stills), the pictures, and features in its folder `features`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cinescribe.corpus.core.corpus import CARD, FEATURES, STILLS, CorpusCard, check_kind
from cinescribe.corpus.core.text_faults import text_faults
from cinescribe.errors import CorpusError, brief
from cinescribe.file_names import checked_name, path_inside
from cinescribe.record import Record
from cinescribe.still_schema import Still
from cinescribe.store import read_record, read_records, write_record, write_records

SPLITS = "splits.jsonl"


@dataclass(frozen=True)
class StillSplit(Record):
    """A split, `train`, `val`, `test` or another, and the ids of its stills in order.

    Raises:
        RecordError: when the name cannot be part of a file's name.
    """

    name: str
    stills: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checked_name(self.name, "the name of a split")


@dataclass(frozen=True)
class StillCorpus:
    """A corpus of stills as read.

    Args:
        folder: where it is.
        card: its name, source and licence.
        stills: in order.
        splits: in order; no still is in two.

    Raises:
        RecordError: when a picture's path leads out of the corpus.
    """

    folder: Path
    card: CorpusCard
    stills: tuple[Still, ...]
    splits: tuple[StillSplit, ...]

    def __post_init__(self) -> None:
        for still in self.stills:
            path_inside(still.path, f"the path of still {brief(still.id)}")

    def stills_of(self, split: str) -> tuple[Still, ...]:
        """Return the stills of a split, in order.

        Raises:
            CorpusError: when there is no such split.
        """
        found = next((item for item in self.splits if item.name == split), None)
        if found is None:
            names = ", ".join(item.name for item in self.splits)
            raise CorpusError(f"{self.card.name} has no split {split!r}; it has {names or 'none'}")
        return tuple(self._by_id[id] for id in found.stills)

    def picture(self, still: Still) -> Path:
        """Return the file of a still's picture."""
        return self.folder / still.path

    def features(self, kind: str) -> Path:
        """Return the folder of the features of one kind, `regions` or `grid`."""
        return self.folder / FEATURES / kind

    @cached_property
    def _by_id(self) -> dict[str, Still]:
        return {still.id: still for still in self.stills}


def has_stills(folder: Path) -> bool:
    """Return whether a folder holds a corpus of stills."""
    return (Path(folder) / STILLS).is_file()


def read_stills(folder: Path) -> StillCorpus:
    """Read the corpus of a folder, without its pictures.

    Raises:
        RecordError: when one of its files is missing or malformed, or a picture's path leads out of the corpus.
        CorpusError: when it is a corpus of films, two stills have one id, or a split names a still that is missing or
            in another split.
    """
    corpus = _read(Path(folder))
    _raise_first(_id_faults(corpus))
    return corpus


def write_stills(
    folder: Path, card: CorpusCard, *, stills: Iterable[Still], splits: Iterable[StillSplit]
) -> StillCorpus:
    """Write a corpus of pictures that are in the folder; the card comes last, so that a half-written corpus has none.

    Raises:
        CorpusError: as `read_stills` does.
        OutputError: when the folder cannot be written.
    """
    corpus = StillCorpus(Path(folder), card, tuple(stills), tuple(splits))
    check_kind(corpus.folder, STILLS)
    _raise_first(_id_faults(corpus))
    write_records(corpus.folder / STILLS, corpus.stills)
    write_records(corpus.folder / SPLITS, corpus.splits)
    write_record(corpus.folder / CARD, card)
    return corpus


@dataclass(frozen=True)
class InspectedStills:
    """A corpus of stills as read, and a message for each of its faults."""

    corpus: StillCorpus
    faults: tuple[str, ...]


def inspect_stills(folder: Path) -> InspectedStills:
    """Read a corpus of stills and list all its faults: of ids, splits, picture files, captions and boxes.

    Raises:
        RecordError: when one of its files is missing or malformed.
        CorpusError: when it is a corpus of films.
    """
    corpus = _read(Path(folder))
    return InspectedStills(corpus, (*_id_faults(corpus), *_still_faults(corpus)))


def _read(folder: Path) -> StillCorpus:
    check_kind(folder, STILLS)
    return StillCorpus(
        folder,
        read_record(folder / CARD, CorpusCard),
        tuple(read_records(folder / STILLS, Still)),
        tuple(read_records(folder / SPLITS, StillSplit)),
    )


def _raise_first(faults: Iterable[str]) -> None:
    """Raise the first fault, if there is one, with the number of the others."""
    first, *others = [*faults] or [""]
    if first:
        raise CorpusError(first + (f" ({len(others)} more faults)" if others else ""))


def _id_faults(corpus: StillCorpus) -> Iterator[str]:
    counts = Counter(still.id for still in corpus.stills)
    for id, n in counts.items():
        if n > 1:
            yield f"{n} stills are called {id!r}; give each its own id"
    seen: dict[str, str] = {}
    for split in corpus.splits:
        for id in split.stills:
            if id not in counts:
                yield f"split {split.name!r} names the still {id!r}, but {STILLS} has none; add it, or leave it out"
            elif id in seen:
                yield f"still {id!r} is in {seen[id]!r} and again in {split.name!r}; keep it in one split, once"
            seen[id] = split.name


def _still_faults(corpus: StillCorpus) -> Iterator[str]:
    for still in corpus.stills:
        if not corpus.picture(still).is_file():
            yield f"still {still.id!r} has no file {still.path!r}; put it there, or leave the still out"
        for caption in still.captions:
            yield from text_faults(f"still {still.id!r}", caption)
        for region in still.regions:
            x0, y0, x1, y1 = region.box
            if not (0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1):
                yield (
                    f"still {still.id!r} has a {region.label or 'region'!r} at {region.box}; "
                    "boxes are left, top, right, bottom as fractions of the picture"
                )
