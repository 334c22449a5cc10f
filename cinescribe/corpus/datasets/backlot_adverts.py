"""Builds corpora of Backlot adverts with metaphors, as the Video Metaphor Captioning Dataset (VMCD)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cinescribe.backlot.adverts.ideas import Idea, ideas_by_split, with_known_concepts
from cinescribe.backlot.adverts.plans import AdvertSize
from cinescribe.backlot.adverts.shoot_adverts import shoot_adverts
from cinescribe.backlot.films.shoot import Shoot
from cinescribe.backlot.plan.named_size import size_of
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.core.corpus import Corpus, CorpusCard
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT, LICENCE, shoot_corpus
from cinescribe.corpus.datasets.backlot_sizes import ADVERT_CORPUS_SIZES, BacklotSize
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, AnnotatedMetaphor, write_annotated
from cinescribe.errors import CorpusError
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.progress import Progress
from cinescribe.schema import Clip
from cinescribe.timing import Seconds, Span

_KIND = "backlot-adverts"
_PLAIN = "-plain"  # ends the parts of adverts without a metaphor, which are shot with the others of their split


def build_backlot_adverts(
    folder: str | Path,
    *,
    size: str | BacklotSize[AdvertSize],
    seed: int = 0,
    height: int = CORPUS_HEIGHT,
    progress: Progress | None = None,
) -> Corpus:
    """Shoot a corpus of adverts, each split in a folder of its own; finished adverts are not shot again.

    An advert is a film of one clip with three captions. Those of most adverts are metaphors, with their concepts in
    `metaphors.jsonl`; plain adverts have descriptions. Splits share no pair of concepts; each product and each concept
    of `val` and `test` is in `train`.

    Args:
        folder: where to write; created if missing.
        size: one of `ADVERT_CORPUS_SIZES`, or its name.
        seed: of the corpus, 0 or more; the ideas of a split do not depend on it.
        height: of the picture in pixels.
        progress: called with the progress of each film.

    Raises:
        ParameterError: when no size has the name.
        CorpusError: when the folder holds a corpus of stills, or `train` has too few adverts.
        OutputError: when the height is not possible, the folder holds anything but a corpus, or it cannot be written.
    """
    size = size_of(size, ADVERT_CORPUS_SIZES)
    folder = Path(folder)
    ideas = split_ideas(size)

    def shoot_part(split: str, first: int) -> Shoot:
        return shoot_adverts(
            folder / split,
            adverts=size.parts[split],
            plain=size.parts.get(split + _PLAIN, 0),
            seed=first,
            size=size.length,
            of=ideas[split],
            height=height,
            progress=progress,
        )

    shot = shoot_corpus(folder, _KIND, ideas, seed=seed, shoot_part=shoot_part)
    card = CorpusCard(f"{_KIND}-{size.name}-{seed}", "cinescribe backlot", LICENCE)
    corpus = Corpus(folder, card, tuple(film for film, _ in shot), tuple(_clip(truth) for _, truth in shot))
    metaphors = tuple(item for _, truth in shot for item in _metaphors(truth))
    return write_annotated(folder, AnnotatedCorpus(corpus, metaphors=metaphors)).corpus


def split_ideas(size: BacklotSize[AdvertSize]) -> dict[str, Sequence[Idea]]:
    """Return the ideas of each split; the adverts of `train` have every concept of the others.

    Raises:
        CorpusError: when the adverts of `train` have too few concepts.
    """
    splits = ideas_by_split()
    adverts = {split: n for split, n in size.parts.items() if not split.endswith(_PLAIN)}
    train = splits["train"][: adverts["train"]]
    found: dict[str, Sequence[Idea]] = {"train": train}
    for split in adverts.keys() - {"train"}:
        found[split] = with_known_concepts(splits[split], train)
        if not found[split] and adverts[split]:
            raise CorpusError(
                f"{split} needs more than the {len(train)} adverts of train, whose concepts must be in train; film more"
            )
    return {split: found[split] for split in adverts}


def _clip(truth: FilmTruth) -> Clip:
    text, *others = truth.captions
    return Clip(truth.id, truth.id, Span(0.0, truth.duration), text, paraphrases=tuple(others))


def _metaphors(truth: FilmTruth) -> list[AnnotatedMetaphor]:
    found = truth.metaphor
    if found is None:
        return []
    time = ", ".join(f"{_seconds(span.start)}-{_seconds(span.end)}" for span in found.spans)
    return [annotated_metaphor(truth.id, caption, time=time, audio=found.needs_audio) for caption in truth.captions]


def _seconds(time: Seconds) -> str:
    return f"{time:g}"


def annotated_metaphor(id: str, caption: str, *, time: str | None = None, audio: bool) -> AnnotatedMetaphor:
    """Return the metaphor of a caption, its parts in the caption's own words.

    Args:
        id: of the clip or the still.
        caption: a sentence by `backlot.adverts`, which follows the template.
        time: when it is seen, as annotators write it.
        audio: whether one needs the sound to understand it.
    """
    parts = metaphor(caption)
    assert parts is not None, caption
    return AnnotatedMetaphor(id, parts.primary, parts.property, parts.secondary, caption, time=time, audio=audio)
