"""A small corpus with every kind of annotation, for the tests of data set formats."""

from pathlib import Path

from cinescribe.corpus.core.clip_names import timed_name
from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus
from cinescribe.schema import Clip
from cinescribe.timing import Span

CARD = CorpusCard("drawn", "nowhere", "none")
FILMS = (
    CorpusFilm("0001_A_Film", "train"),
    CorpusFilm("3009_B", "val"),
    CorpusFilm("1051_C", "test"),
    CorpusFilm("hard-case", "hard"),
)


def annotated(films: list[CorpusFilm], clips: list[Clip], **annotations: object) -> AnnotatedCorpus:
    """Return a corpus that is in no folder."""
    return AnnotatedCorpus(Corpus(Path(), CARD, tuple(films), tuple(clips)), **annotations)  # type: ignore[arg-type]


def named(film: str, start: float, end: float, text: str | None = None, *paraphrases: str, people: str = "") -> Clip:
    """Return a clip named after its film and times; `people` are separated by spaces."""
    clip = Clip("", film, Span(start, end), text, tuple(people.split()), paraphrases)
    return clip.replace(id=timed_name(clip))


def example_corpus() -> AnnotatedCorpus:
    """Return four films in four splits: texts with ids, with blanks and with both; and a film without captions."""
    return annotated(
        list(FILMS),
        [
            named("0001_A_Film", 1.5, 3.25, "P1 sees [blank]'s dog.", people="P1"),
            named("0001_A_Film", 4, 6.001, "It rains."),
            named("0001_A_Film", 3700, 3702, "P2's hat falls on P1. P2 laughs.", people="P2 P1"),
            named("3009_B", 0, 2, "P1 and P2 sit.", people="P1 P2"),
            named("1051_C", 7, 9),
            named("1051_C", 10, 12),
            named("hard-case", 0, 2, "[blank] waits."),
        ],
    )


def same(one: AnnotatedCorpus, other: AnnotatedCorpus) -> bool:
    """Return whether two corpora have the same contents, wherever they are."""
    return all(
        getattr(one.corpus if part in ("films", "clips") else one, part)
        == getattr(other.corpus if part in ("films", "clips") else other, part)
        for part in ("films", "clips", "people", "sentences", "commonsense", "metaphors", "sources")
    )


def words_in(folder: Path) -> str:
    """Return the text of all files of a folder."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.is_file())
