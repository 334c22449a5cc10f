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
    return all(getattr(one.corpus, part) == getattr(other.corpus, part) for part in ("films", "clips")) and (
        one.commonsense,
        one.metaphors,
        one.sources,
    ) == (other.commonsense, other.metaphors, other.sources)
