"""How grounded a captioner of pictures is over a split of a corpus whose boxes are known."""

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
from cinescribe.explain.grounding.corpus_grounding import Judged, judge, seen_captions
from cinescribe.explain.grounding.pointing import Names
from cinescribe.explain.targets.explainable_captioners import read_still_captioner
from cinescribe.generate.caption_images import still_reader
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.metrics.embedding.grounding import GroundedCaption
from cinescribe.models.checkpoint import CARD, WEIGHTS
from cinescribe.progress import Progress
from cinescribe.schema import Still
from cinescribe.store import write_records

NAMES: dict[str, Names] = {COCO: COCO_NOUNS}  # by a corpus's source, where its classes are not called as captions do


@dataclass(frozen=True)
class GroundedSplit:
    """What a method finds of a captioner over stills.

    Args:
        judged: over the stills with boxes of which it wrote a word.
        captions: what was looked at for each word, a caption a still; without words where the still is not judged.
        n_boxless: stills without boxes, which are not judged.
        n_silent: stills of which no word was written.
    """

    judged: Judged
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
    """What a trained captioner writes of a split, and whether it looked at what it names.

    Nouns of COCO's captions are held to its classes by `coco_nouns`; elsewhere a noun names the class called as it is.

    Args:
        checkpoint: a folder that `train_model` wrote.
        corpus: a folder with stills, their boxes and classes, and features.
        split: of the corpus.
        method: a name of `explain.methods.METHODS`.
        at_most: stills, from the split's first; all by default.
        output: JSONL to write: what was looked at for each word, as `score --grounded` reads it.
        progress: told how far it is.

    Raises:
        ModelError: when the checkpoint cannot be read or reads no pictures, or the method is unknown or cannot explain
            it.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split, boxes or features of it.
        ScoreError: as `grounded_stills.judge`.
        OutputError: when the file cannot be written, or is one that is read here.

    Example:
        >>> explain_grounding("checkpoint", "corpus").judged.pointing.value  # doctest: +SKIP
        0.52
    """
    if output is not None:
        _check_output(Path(output), Path(checkpoint), Path(corpus))
    explain, trained, found = method_of(method), read_still_captioner(Path(checkpoint)), read_stills(Path(corpus))
    stills = found.stills_of(split)[:at_most]
    boxed = _boxed(found, split, stills)
    reader = still_reader(trained, found)
    told = seen_captions(trained.model, boxed, reader=reader, parser=shipped_parser())
    if progress:
        explain = _watched(explain, len(told), progress)
    judged = judge(told, explain, similarity=sentence_vectors(), named=NAMES.get(found.card.source), n_curves=0)
    looked = {caption.id: caption for caption in judged.looked}
    captions = tuple(looked.get(still.id, GroundedCaption(still.id, ())) for still in stills)
    if output is not None:
        write_records(Path(output), captions)
    return GroundedSplit(judged, captions, len(stills) - len(boxed), len(boxed) - len(told))


def _check_output(path: Path, checkpoint: Path, corpus: Path) -> None:
    """Refuse a place that cannot take the file, before anything is done."""
    if path.is_dir():
        raise OutputError(f"{str(path)!r} is a folder; name a file in it")
    read = [checkpoint / CARD, checkpoint / WEIGHTS, *(corpus / name for name in (CORPUS, STILLS, SPLITS))]
    if path.exists() and any(one.exists() and path.samefile(one) for one in read):
        raise OutputError(f"{str(path)!r} is read here and would be lost; write to another file")


def _watched(method: Method, n_captions: int, progress: Progress) -> Method:
    """The method, which tells after each caption how many are explained."""
    done = count(1)

    def watched(explained: Any) -> Attribution:
        found = method(explained)
        progress("explained", next(done) / n_captions)
        return found

    return watched


def _boxed(corpus: StillCorpus, split: str, stills: Sequence[Still]) -> list[Still]:
    """The stills of which boxes with classes are known."""
    found = [still for still in stills if any(region.label for region in still.regions)]
    if not found:
        raise CorpusError(
            f"none of {len(stills)} stills of {split!r} of {corpus.card.name} has a box with a class, so that nothing "
            "says what was looked at; build the corpus with its boxes, as `corpus build --from coco --instances` does"
        )
    return found
