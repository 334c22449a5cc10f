"""A small corpus with everything that films and clips can have told of them, for the tests of other forms."""

from pathlib import Path

from cinescribe.corpus.companions import AnnotatedCorpus
from cinescribe.corpus.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.schema import Clip

CARD = CorpusCard("drawn", "nowhere", "none")


def annotated(films: list[CorpusFilm], clips: list[Clip], **companions: object) -> AnnotatedCorpus:
    """A corpus that is in no folder."""
    return AnnotatedCorpus(Corpus(Path(), CARD, tuple(films), tuple(clips)), **companions)  # type: ignore[arg-type]


def same(one: AnnotatedCorpus, other: AnnotatedCorpus) -> bool:
    """Whether two corpora tell the same, wherever they are."""
    return all(
        getattr(one.corpus if part in ("films", "clips") else one, part)
        == getattr(other.corpus if part in ("films", "clips") else other, part)
        for part in ("films", "clips", "people", "sentences", "commonsense", "metaphors", "sources")
    )
