"""Counts the contents of a corpus of stills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.stills import StillCorpus
from cinescribe.record import Record
from cinescribe.still_schema import Still


@dataclass(frozen=True)
class StillSplitSummary(Record):
    """Counts of a split; `classes` is the number of different region labels."""

    split: str
    stills: int
    captions: int
    regions: int
    classes: int


@dataclass(frozen=True)
class StillSummary(Record):
    """Counts of a corpus of stills, in all and for each split."""

    corpus: str
    name: str
    source: str
    licence: str
    stills: int
    captions: int
    regions: int
    classes: int
    splits: tuple[StillSplitSummary, ...]


def still_summary(corpus: StillCorpus) -> StillSummary:
    """Return the counts of a corpus of stills."""
    whole = _split("", corpus.stills)
    return StillSummary(
        str(corpus.folder),
        corpus.card.name,
        corpus.card.source,
        corpus.card.licence,
        stills=whole.stills,
        captions=whole.captions,
        regions=whole.regions,
        classes=whole.classes,
        splits=tuple(_split(split.name, corpus.stills_of(split.name)) for split in corpus.splits),
    )


def _split(name: str, stills: Sequence[Still]) -> StillSplitSummary:
    labels = [region.label for still in stills for region in still.regions]
    n_captions = sum(len(still.captions) for still in stills)
    return StillSplitSummary(name, len(stills), n_captions, len(labels), len(set(labels) - {""}))
