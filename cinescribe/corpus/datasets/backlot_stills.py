"""Builds corpora of Backlot stills: pictures drawn from integer seeds, with boxes, classes and five captions each."""

from __future__ import annotations

from pathlib import Path

from cinescribe.backlot.adverts.ideas import ideas_by_split
from cinescribe.backlot.plan.named_size import size_of
from cinescribe.backlot.stills.stills import StillPlan, draw_still, plan_metaphor_still, plan_still
from cinescribe.corpus.core.corpus import STILLS, CorpusCard, check_kind
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.core.picture_folder import LINK
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, write_stills
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT, LICENCE
from cinescribe.corpus.datasets.backlot_adverts import annotated_metaphor
from cinescribe.corpus.datasets.backlot_sizes import STILL_CORPUS_SIZES, BacklotSize, first_seed
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, write_metaphors
from cinescribe.media.film.image_files import write_picture
from cinescribe.progress import Progress
from cinescribe.still_schema import Still

_KIND = "backlot-stills"
_SHAPE = 16 / 9


def build_backlot_stills(
    folder: str | Path,
    *,
    size: str | BacklotSize[None],
    metaphors: int = 0,
    seed: int = 0,
    height: int = CORPUS_HEIGHT,
    progress: Progress | None = None,
) -> StillCorpus:
    """Draw a corpus of Backlot stills.

    Stills with metaphors have three sentences, with their concepts in `metaphors.jsonl`.

    Args:
        folder: where to write; created if missing.
        size: one of `STILL_CORPUS_SIZES`, or its name.
        metaphors: number of additional stills in `train`, each with a product and what it is compared to; only ideas
            on which corpora of adverts train.
        seed: of the corpus, 0 or more.
        height: of the pictures in pixels.
        progress: called with the share of the stills that are drawn.

    Raises:
        ParameterError: when no size has the name.
        CorpusError: when the folder holds a corpus of films.
        OutputError: when the folder holds anything but a corpus, or cannot be written.
    """
    size = size_of(size, STILL_CORPUS_SIZES)
    folder = Path(folder)
    check_kind(folder, STILLS)
    claim_corpus(folder, of=_KIND, parts=(LINK,))
    first = {split: first_seed(_KIND, split, seed) for split in size.parts}
    by_split = {split: [plan_still(first[split] + k) for k in range(n)] for split, n in size.parts.items()}
    of = ideas_by_split()["train"]
    by_split["train"] += [plan_metaphor_still(first["train"] + k, of=of) for k in range(metaphors)]
    plans = [plan for of_split in by_split.values() for plan in of_split]
    drawn: dict[str, Still] = {}
    for plan in sorted(plans, key=lambda plan: plan.setting):  # stills of one set in a row, since a set is painted once
        drawn[_id(plan)] = _draw(folder, plan, height)
        if progress:
            progress("stills", len(drawn) / len(plans))
    splits = [StillSplit(split, tuple(map(_id, of_split))) for split, of_split in by_split.items()]
    card = CorpusCard(f"{_KIND}-{size.name}-{seed}", f"cinescribe backlot, {height} pixels high", LICENCE)
    write_metaphors(folder, [item for plan in plans for item in _metaphors(plan, drawn[_id(plan)])])
    return write_stills(folder, card, stills=[drawn[_id(plan)] for plan in plans], splits=splits)


def _draw(folder: Path, plan: StillPlan, height: int) -> Still:
    found = draw_still(plan, width=round(height * _SHAPE), height=height)
    path = f"{LINK}/{_id(plan)}.jpg"
    write_picture(folder / path, found.picture)
    return Still(_id(plan), path, found.captions, found.regions)


def _metaphors(plan: StillPlan, still: Still) -> list[AnnotatedMetaphor]:
    """Return a metaphor for each caption of a still that has any."""
    if plan.idea is None:
        return []
    return [annotated_metaphor(still.id, caption, audio=False) for caption in still.captions]


def _id(plan: StillPlan) -> str:
    return f"{'still' if plan.idea is None else 'metaphor'}-{plan.seed:07d}"
