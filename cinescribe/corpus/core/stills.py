"""A corpus of single pictures on disk: the pictures, what is told of each, and which split each belongs to.

A folder holds `corpus.json` (what it is, from where, under which licence), `stills.jsonl` (a `schema.Still` a line),
`splits.jsonl` (a split and the ids of its stills a line), the pictures, and features in its folder `features`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from cinescribe.corpus.core.corpus import CARD, FEATURES, STILLS, CorpusCard, check_kind
from cinescribe.corpus.core.text_faults import text_faults
from cinescribe.errors import CorpusError
from cinescribe.record import Record
from cinescribe.schema import Still
from cinescribe.store import read_record, read_records, write_record, write_records

SPLITS = "splits.jsonl"


@dataclass(frozen=True)
class StillSplit(Record):
    """A split, `train`, `val`, `test` or another, and the ids of its stills in order."""

    name: str
    stills: tuple[str, ...] = ()


@dataclass(frozen=True)
class StillCorpus:
    """A corpus of stills as read.

    Args:
        folder: where it is.
        card: what it is.
        stills: in order.
        splits: in order; no still is in two.
    """

    folder: Path
    card: CorpusCard
    stills: tuple[Still, ...]
    splits: tuple[StillSplit, ...]

    def stills_of(self, split: str) -> tuple[Still, ...]:
        """The stills of a split, in order.

        Raises:
            CorpusError: when there is no such split.
        """
        found = next((one for one in self.splits if one.name == split), None)
        if found is None:
            there = ", ".join(one.name for one in self.splits)
            raise CorpusError(f"{self.card.name} has no split {split!r}; it has {there or 'none'}")
        return tuple(self._by_id[id] for id in found.stills)

    def picture(self, still: Still) -> Path:
        """The file of a still's picture."""
        return self.folder / still.path

    def features(self, kind: str) -> Path:
        """The folder of features of one kind, `regions` or `grid`."""
        return self.folder / FEATURES / kind

    @cached_property
    def _by_id(self) -> dict[str, Still]:
        return {still.id: still for still in self.stills}


def has_stills(folder: Path) -> bool:
    """Whether a folder holds a corpus of stills, rather than one of films or nothing."""
    return (Path(folder) / STILLS).is_file()


def read_stills(folder: Path) -> StillCorpus:
    """The corpus of a folder; pictures are not looked at.

    Raises:
        RecordError: when one of its files is missing or malformed.
        CorpusError: when it is one of films, two stills have one id, or a split names a still that is not there or is
            in another split.
    """
    corpus = _read(Path(folder))
    _hold(_id_faults(corpus))
    return corpus


def write_stills(
    folder: Path, card: CorpusCard, *, stills: Iterable[Still], splits: Iterable[StillSplit]
) -> StillCorpus:
    """Write what is told of the pictures of a folder, the card last, so that a half-written corpus has none.

    Raises:
        CorpusError: as `read_stills` does.
        OutputError: when the folder cannot be written.
    """
    corpus = StillCorpus(Path(folder), card, tuple(stills), tuple(splits))
    check_kind(corpus.folder, STILLS)
    _hold(_id_faults(corpus))
    write_records(corpus.folder / STILLS, corpus.stills)
    write_records(corpus.folder / SPLITS, corpus.splits)
    write_record(corpus.folder / CARD, card)
    return corpus


@dataclass(frozen=True)
class InspectedStills:
    """A corpus of stills as read, and what is wrong with it, in words."""

    corpus: StillCorpus
    faults: tuple[str, ...]


def inspect_stills(folder: Path) -> InspectedStills:
    """Read a corpus whole, and go on after each fault: of ids, splits, pictures' files, captions and boxes.

    Raises:
        RecordError: when one of its files is missing or malformed.
        CorpusError: when it is one of films.
    """
    corpus = _read(Path(folder))
    return InspectedStills(corpus, (*_id_faults(corpus), *_still_faults(corpus)))


def check_stills(folder: Path) -> StillCorpus:
    """The corpus of a folder, if all of it holds together, as `inspect_stills` looks at it.

    Raises:
        RecordError: when one of its files is missing or malformed.
        CorpusError: naming the first fault, and how many there are besides.
    """
    inspected = inspect_stills(folder)
    _hold(inspected.faults)
    return inspected.corpus


def _read(folder: Path) -> StillCorpus:
    check_kind(folder, STILLS)
    return StillCorpus(
        folder,
        read_record(folder / CARD, CorpusCard),
        tuple(read_records(folder / STILLS, Still)),
        tuple(read_records(folder / SPLITS, StillSplit)),
    )


def _hold(faults: Iterable[str]) -> None:
    """Raise the first of the faults, if there is any, and say how many more there are."""
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
        path = PurePosixPath(still.path)
        if path.is_absolute() or ".." in path.parts:
            yield f"still {still.id!r} has the path {still.path!r}; wanted one inside the corpus"
        elif not corpus.picture(still).is_file():
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
