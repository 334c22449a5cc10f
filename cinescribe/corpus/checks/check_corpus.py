"""Counts the contents of a corpus of films, and checks them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import Corpus, read_corpus
from cinescribe.errors import CorpusError
from cinescribe.record import Record
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class SplitSummary(Record):
    """Counts of a split; `seconds` is the total duration of its clips."""

    split: str
    films: int
    clips: int
    captions: int
    seconds: Seconds


@dataclass(frozen=True)
class CorpusSummary(Record):
    """Counts of a corpus of films, in all and for each split."""

    corpus: str
    name: str
    source: str
    licence: str
    films: int
    clips: int
    captions: int
    seconds: Seconds
    splits: tuple[SplitSummary, ...]


def corpus_summary(corpus: Corpus) -> CorpusSummary:
    """Return the counts of a corpus."""
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
    """Read the corpus of a folder and raise if `inspect_corpus` finds a fault.

    Raises:
        RecordError: when one of its files is missing or malformed.
        CorpusError: with the first fault and the number of the others.
    """
    corpus = read_corpus(folder)
    faults = inspect_corpus(folder).faults
    if faults:
        more = f" ({len(faults) - 1} more faults)" if len(faults) > 1 else ""
        raise CorpusError(faults[0] + more)
    return corpus


def _split(corpus: Corpus, name: str) -> SplitSummary:
    clips = [clip for clips in corpus.clips_by_film(name).values() for clip in clips]
    n_captions = sum((clip.text is not None) + len(clip.paraphrases) for clip in clips)
    seconds = round(sum(clip.span.duration for clip in clips), 3)
    return SplitSummary(name, len(corpus.films_of(name)), len(clips), n_captions, seconds)
