"""Builds corpora of Backlot adverts with metaphors, as the Video Metaphor Captioning Dataset (VMCD)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.backlot.adverts.ideas import Idea, ideas_by_split, with_known_concepts
from cinescribe.backlot.adverts.plans import AdvertSize
from cinescribe.backlot.adverts.shoot_adverts import ADVERT_SIZES as LENGTHS
from cinescribe.backlot.adverts.shoot_adverts import shoot_adverts
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.core.corpus import FILMS, Corpus, CorpusCard, CorpusFilm, check_kind
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT, LICENCE, SEEDS_APART, annotated_metaphor
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, AnnotatedMetaphor, write_annotated
from cinescribe.errors import CorpusError
from cinescribe.progress import Progress
from cinescribe.schema import Clip
from cinescribe.store import read_records
from cinescribe.timing import Seconds, Span

_SPLIT_SEEDS = {"train": 8_000, "test": 8_500, "val": 9_000}  # added to the first seed of the corpus


@dataclass(frozen=True)
class AdvertCorpusSize:
    """The size of a corpus: the length of the adverts, and the numbers of those with and without metaphor by split."""

    name: str
    length: AdvertSize
    adverts: Mapping[str, int]
    plain: Mapping[str, int]


# The adverts of `small` and `full` are as many as the videos of VMCD.
_VMCD, _PLAIN = {"train": 400, "val": 55, "test": 250}, {"train": 110, "val": 15, "test": 75}
ADVERT_CORPUS_SIZES = {
    "tiny": AdvertCorpusSize(
        "tiny", LENGTHS["tiny"], {"train": 6, "val": 1, "test": 2}, {"train": 2, "val": 1, "test": 1}
    ),
    "small": AdvertCorpusSize("small", LENGTHS["small"], _VMCD, _PLAIN),
    "full": AdvertCorpusSize("full", LENGTHS["full"], _VMCD, _PLAIN),
}


def build_backlot_adverts(
    folder: str | Path,
    *,
    size: AdvertCorpusSize,
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
        size: one of `ADVERT_CORPUS_SIZES`.
        seed: of the corpus, 0 or more; the ideas of a split do not depend on it.
        height: of the picture in pixels.
        progress: called with the progress of each film.

    Raises:
        CorpusError: when the folder holds a corpus of stills, or `train` has too few adverts.
        OutputError: when the height is not possible, the folder holds anything but a corpus, or it cannot be written.
    """
    folder = Path(folder)
    folder = Path(folder)
    check_kind(folder, FILMS)
    claim_corpus(folder, of="backlot-adverts", parts=size.adverts)
    films: list[CorpusFilm] = []
    clips: list[Clip] = []
    metaphors: list[AnnotatedMetaphor] = []
    for split, of in split_ideas(size).items():
        shot = shoot_adverts(
            folder / split,
            adverts=size.adverts[split],
            plain=size.plain[split],
            seed=seed * SEEDS_APART + _SPLIT_SEEDS[split],
            size=size.length,
            of=of,
            height=height,
            progress=progress,
        )
        truths = list(read_records(shot.truth, FilmTruth))
        films += [CorpusFilm(one.id, split, (Path(split) / one.film).as_posix(), one.duration) for one in truths]
        clips += map(_clip, truths)
        metaphors += (item for truth in truths for item in _metaphors(truth))
    card = CorpusCard(f"backlot-adverts-{size.name}-{seed}", "cinescribe backlot", LICENCE)
    corpus = Corpus(folder, card, tuple(films), tuple(clips))
    return write_annotated(folder, AnnotatedCorpus(corpus, metaphors=tuple(metaphors))).corpus


def split_ideas(size: AdvertCorpusSize) -> dict[str, Sequence[Idea]]:
    """Return the ideas of each split; the adverts of `train` have every concept of the others.

    Raises:
        CorpusError: when the adverts of `train` have too few concepts.
    """
    splits = ideas_by_split()
    train = splits["train"][: size.adverts["train"]]
    found: dict[str, Sequence[Idea]] = {"train": train}
    for split in size.adverts.keys() - {"train"}:
        found[split] = with_known_concepts(splits[split], train)
        if not found[split] and size.adverts[split]:
            raise CorpusError(
                f"{len(train)} adverts of train came, too few for {split}, whose concepts must be in train; film more"
            )
    return {split: found[split] for split in size.adverts}


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
