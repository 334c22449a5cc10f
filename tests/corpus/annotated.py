"""A small corpus with everything that films and clips can have told of them, for the tests of other forms."""

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


def annotated(films: list[CorpusFilm], clips: list[Clip], **companions: object) -> AnnotatedCorpus:
    """A corpus that is in no folder."""
    return AnnotatedCorpus(Corpus(Path(), CARD, tuple(films), tuple(clips)), **companions)  # type: ignore[arg-type]


def named(film: str, start: float, end: float, text: str | None = None, *paraphrases: str, people: str = "") -> Clip:
    """A clip called after its film and times; `people` with spaces between."""
    clip = Clip("", film, Span(start, end), text, tuple(people.split()), paraphrases)
    return clip.replace(id=timed_name(clip))


def told_films() -> AnnotatedCorpus:
    """Four films in four splits: people told, left open, and both in one text; a film of which nothing is told."""
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
    """Whether two corpora tell the same, wherever they are."""
    return all(
        getattr(one.corpus if part in ("films", "clips") else one, part)
        == getattr(other.corpus if part in ("films", "clips") else other, part)
        for part in ("films", "clips", "people", "sentences", "commonsense", "metaphors", "sources")
    )


def words_in(folder: Path) -> str:
    """Everything that the files of a folder say."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.is_file())
