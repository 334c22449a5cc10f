"""Measures the grounding of an image captioner over a split of a corpus with known boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.corpus import CARD as CORPUS
from cinescribe.corpus.core.corpus import STILLS
from cinescribe.corpus.core.stills import SPLITS, StillCorpus, read_stills
from cinescribe.corpus.datasets.coco import SOURCE as COCO
from cinescribe.errors import CorpusError, OutputError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.attribution.methods import Method, method_of
from cinescribe.explain.grounding.coco_nouns import COCO_NOUNS
from cinescribe.explain.grounding.corpus_grounding import GroundingEvaluation, caption_stills, evaluate_grounding
from cinescribe.explain.grounding.pointing import NounClasses
from cinescribe.explain.targets.explainable_captioners import read_still_captioner
from cinescribe.generate.caption_images import still_reader
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.metrics.embedding.grounding import GroundedCaption
from cinescribe.models.checkpoint import CHECKPOINT
from cinescribe.progress import Progress
from cinescribe.still_schema import Still
from cinescribe.store import write_records

NOUN_CLASSES: dict[str, NounClasses] = {COCO: COCO_NOUNS}  # by the source of a corpus


@dataclass(frozen=True)
class GroundedSplit:
    """The grounding of a captioner over stills.

    Args:
        evaluation: over the stills that have boxes and a caption.
        captions: one per still, with the class of the top region of each word; empty where it was not evaluated.
        n_boxless: number of stills without boxes, which are not evaluated.
        n_silent: number of stills whose caption is empty.
    """

    evaluation: GroundingEvaluation
    captions: tuple[GroundedCaption, ...]
    n_boxless: int
    n_silent: int


def explain_grounding(
    checkpoint: str | Path,
    corpus: str | Path,
    *,
    split: str = "test",
    method: str = "ig",
    at_most: int | None = None,
    output: str | Path | None = None,
    progress: Progress | None = None,
) -> GroundedSplit:
    """Caption a split with a trained captioner, and evaluate whether it attends to the things it names.

    In COCO, nouns name classes by the table `coco_nouns`; elsewhere a noun names the class of the same name.

    Args:
        checkpoint: a folder that `train_model` wrote.
        corpus: a folder with stills, their boxes and classes, and features.
        split: the split of the corpus.
        method: a name in `attribution.methods.METHODS`.
        at_most: number of stills, from the split's first; all by default.
        output: JSONL file to write: the class of the top region of each word, as GroundingScore reads it.
        progress: called with the progress after each caption.

    Raises:
        ModelError: when the checkpoint cannot be read or is no image captioner, or the method is unknown or cannot
            explain it.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split, its boxes or its features.
        ScoreError: as `corpus_grounding.evaluate_grounding`.
        OutputError: when the file cannot be written, or is one of the files that are read.

    Example:
        >>> explain_grounding("checkpoint", "corpus").evaluation.pointing.value  # doctest: +SKIP
        0.52
    """
    if output is not None:
        _check_output(Path(output), Path(checkpoint), Path(corpus))
    explain, trained, source = method_of(method), read_still_captioner(Path(checkpoint)), read_stills(Path(corpus))
    stills = source.stills_of(split)[:at_most]
    boxed = _boxed(source, split, stills)
    reader = still_reader(trained, source)
    written = caption_stills(trained.model, boxed, reader=reader, parser=shipped_parser())
    if progress:
        explain = _with_progress(explain, len(written), progress)
    noun_classes = NOUN_CLASSES.get(source.card.source)
    evaluation = evaluate_grounding(
        written, explain, similarity=sentence_vectors(), noun_classes=noun_classes, n_curves=0
    )
    grounded = {caption.id: caption for caption in evaluation.captions}
    captions = tuple(grounded.get(still.id, GroundedCaption(still.id, ())) for still in stills)
    if output is not None:
        write_records(Path(output), captions)
    return GroundedSplit(evaluation, captions, len(stills) - len(boxed), len(boxed) - len(written))


def _check_output(path: Path, checkpoint: Path, corpus: Path) -> None:
    """Raise if the output file cannot be written, before any work is done."""
    if path.is_dir():
        raise OutputError(f"{str(path)!r} is a folder; name a file in it")
    read = [
        checkpoint / CHECKPOINT.card,
        checkpoint / CHECKPOINT.weights,
        *(corpus / name for name in (CORPUS, STILLS, SPLITS)),
    ]
    if path.exists() and any(one.exists() and path.samefile(one) for one in read):
        raise OutputError(f"{str(path)!r} is one of the files that are read; name another file to write")


def _with_progress(method: Method, n_captions: int, progress: Progress) -> Method:
    """Return the method with a report of progress after each caption."""
    n_done = count(1)

    def reporting(caption: Any) -> Attribution:
        attribution = method(caption)
        progress("explained", next(n_done) / n_captions)
        return attribution

    return reporting


def _boxed(corpus: StillCorpus, split: str, stills: Sequence[Still]) -> list[Still]:
    """Return the stills that have boxes with classes."""
    boxed = [still for still in stills if any(region.label for region in still.regions)]
    if not boxed:
        raise CorpusError(
            f"none of {len(stills)} stills of {split!r} of {corpus.card.name} has a box with a class, which grounding "
            "is measured against; build the corpus with its boxes (for COCO, from its file of instances)"
        )
    return boxed
