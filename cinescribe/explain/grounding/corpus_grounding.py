"""Evaluates one attribution method on an image captioner over many stills: grounding and faithfulness.

captions = caption_stills(model, stills, reader=reader, parser=parser)
for name in PAPERS:
    evaluation = evaluate_grounding(captions, method_of(name), similarity=similarity)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import ModelError, ScoreError
from cinescribe.explain.attribution.attribution import Attribution, ExplainableCaption
from cinescribe.explain.attribution.faithfulness import faithfulness
from cinescribe.explain.attribution.methods import Method
from cinescribe.explain.grounding.calibration import Calibration, calibrations
from cinescribe.explain.grounding.caption_grounding import (
    Boxes,
    Nouns,
    grounded_caption,
    is_localised,
    noun_lemmas,
    select_parts,
    sum_over_regions,
)
from cinescribe.explain.grounding.pointing import (
    NounClasses,
    PointingResult,
    hallucinated,
    pointing_accuracy,
    pointing_game,
    true_classes,
)
from cinescribe.explain.targets.region_target import RegionCaption, region_captions
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.generate.caption_clip_sets import Decoder, best_beam
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.embedding.grounding import GroundedCaption, grounding
from cinescribe.models.transformer import CaptionTransformer
from cinescribe.still_schema import Region, Still

_BATCH = 50  # stills


@dataclass(frozen=True)
class StillCaption:
    """A caption that a model wrote of a still.

    Args:
        still: the picture with its true regions.
        boxes: of the regions, cells or pixels that the model was shown, (R, 4).
        labels: the class of each; empty where it is unknown.
        caption: the caption, ready to be explained.
        nouns: lemmas of its nouns.
    """

    still: Still
    boxes: Boxes
    labels: tuple[str, ...]
    caption: ExplainableCaption
    nouns: Nouns

    @property
    def truth(self) -> tuple[Region, ...]:
        """The still's regions that have a class."""
        return tuple(region for region in self.still.regions if region.label)


@dataclass(frozen=True)
class GroundingEvaluation:
    """The grounding and faithfulness of a captioner, as measured by one attribution method.

    Args:
        method: the name of the method.
        captions: the captions, with the class of the top region of each word.
        nouns: the pointing game of the nouns of each caption, by the still's id.
        grounding: GroundingScore by margin.
        pointing: the share of hits of the pointing game; None where no still has true regions.
        hallucinated: the share of nouns whose class no box of the picture has: invented things, and places (`street`).
        calibration: of GroundingScore to the pointing game, by margin.
        deletion, insertion: mean areas under the nouns' curves; nan where they were not requested.
    """

    method: str
    captions: tuple[GroundedCaption, ...]
    nouns: Mapping[str, Sequence[PointingResult]]
    grounding: tuple[Score, ...]
    pointing: Score | None
    hallucinated: float
    calibration: tuple[Calibration, ...]
    deletion: float
    insertion: float

    @property
    def n_nouns(self) -> int:
        """Number of nouns of all captions."""
        return sum(map(len, self.nouns.values()))

    @property
    def n_present(self) -> int:
        """Number of nouns whose class is in their picture; `pointing` is the share of hits among them."""
        return sum(noun.present for nouns in self.nouns.values() for noun in nouns)


def caption_stills(
    model: CaptionTransformer,
    stills: Sequence[Still],
    *,
    reader: RegionReader,
    parser: Parser,
    decoder: Decoder = best_beam,
) -> list[StillCaption]:
    """Caption stills with a model, ready to be explained; stills with an empty caption are left out.

    Args:
        model: in evaluation mode.
        stills: with their true regions.
        reader: of the stills, in the model's vocabulary.
        parser: finds the nouns.
        decoder: the decoding algorithm.

    Raises:
        ModelError: when the model is in training mode.
        FeatureError: as `RegionReader.batch`.
    """
    captions: list[RegionCaption] = []
    for chunk in (stills[at : at + _BATCH] for at in range(0, len(stills), _BATCH)):
        batch = reader.batch([still.replace(captions=()) for still in chunk])
        limits = still_limits(reader.tokens)
        written = decoder(model, batch, tokens=reader.tokens, longest=reader.n_tokens, limits=limits)
        captions += region_captions(model, batch, written.words, tokens=reader.tokens)
    nouns = noun_lemmas([caption.words for caption in captions], parser)
    shown = [reader.regions(still) for still in stills]
    return [
        StillCaption(still, regions.boxes, regions.labels, caption, lemmas)
        for still, regions, caption, lemmas in zip(stills, shown, captions, nouns, strict=True)
        if caption.words
    ]


def evaluate_grounding(
    captions: Sequence[StillCaption],
    method: Method,
    *,
    similarity: Similarity,
    noun_classes: NounClasses | None = None,
    n_curves: int = 100,
) -> GroundingEvaluation:
    """Evaluate the grounding and faithfulness of a captioner with one attribution method.

    Only those regions that have a class are ranked; the whole picture has none. Where no region has one, as with the
    cells of a grid, attributions are summed over the still's true regions.

    Args:
        captions: from `caption_stills`.
        method: one of `attribution.methods`.
        similarity: of nouns and classes.
        noun_classes: classes that nouns name besides the class of the same name; `coco_nouns.COCO_NOUNS` for COCO.
        n_curves: number of captions, from the first, whose faithfulness is measured; it takes most of the time.

    Raises:
        ModelError: when the method cannot explain the model, or the top region of a word has no class.
        ScoreError: when there is no caption, none has a noun, or none names a class that is in its picture.
    """
    if not captions:
        raise ScoreError(
            "there is no caption to evaluate: the model wrote no word of any still; train it for longer, or give other "
            "stills"
        )
    attributed = [_attributed(caption, method(caption.caption)) for caption in captions]
    pairs = list(zip(captions, attributed, strict=True))
    grounded = [
        grounded_caption(caption.still.id, one.regions, labels=one.labels, nouns=caption.nouns)
        for caption, one in pairs
    ]
    nouns = {caption.still.id: _pointing(caption, one, noun_classes) for caption, one in pairs}
    deletion, insertion = _areas(captions[:n_curves], attributed)
    return GroundingEvaluation(
        method=attributed[0].parts.method,
        captions=tuple(grounded),
        nouns=nouns,
        grounding=tuple(grounding(grounded, similarity)),
        pointing=pointing_accuracy(nouns) if any(caption.truth for caption in captions) else None,
        hallucinated=hallucinated(nouns),
        calibration=tuple(calibrations(grounded, nouns, similarity)),
        deletion=deletion,
        insertion=insertion,
    )


@dataclass(frozen=True)
class _Attributed:
    """The attributions of one caption.

    Args:
        parts: of all regions that the model was shown.
        regions: of those that have a class, or else of the true regions.
        labels: the classes of these regions, for GroundingScore.
        classes: the classes that these regions truly show.
    """

    parts: Attribution
    regions: Attribution
    labels: tuple[str, ...]
    classes: tuple[str, ...]


def _attributed(caption: StillCaption, parts: Attribution) -> _Attributed:
    boxes, truth = caption.boxes, caption.truth
    if any(caption.labels):
        has_label = np.array([label != "" for label in caption.labels])
        labels = tuple(label for label in caption.labels if label)
        return _Attributed(parts, select_parts(parts, has_label), labels, true_classes(boxes[has_label], truth))
    if not truth:
        raise ModelError(
            f"neither the regions that the model was shown of {caption.still.id!r} nor the still itself have classes; "
            "extract regions with labels, or give stills with known boxes"
        )
    localised = is_localised(boxes)
    true_boxes = np.array([region.box for region in truth], np.float32)
    labels = tuple(region.label for region in truth)
    regions = sum_over_regions(select_parts(parts, localised), boxes[localised], true_boxes)
    return _Attributed(parts, regions, labels, labels)


def _pointing(caption: StillCaption, found: _Attributed, noun_classes: NounClasses | None) -> list[PointingResult]:
    return pointing_game(
        found.regions,
        classes=found.classes,
        present={region.label for region in caption.truth},
        nouns=caption.nouns,
        noun_classes=noun_classes,
    )


def _areas(captions: Sequence[StillCaption], attributed: Sequence[_Attributed]) -> tuple[float, float]:
    """Return the mean areas under the deletion and insertion curves of the captions' nouns; nan without nouns."""
    curves = [
        faithfulness(caption.caption, one.parts, words=steps)
        for caption, one in zip(captions, attributed, strict=False)
        if (steps := [step for step, noun in enumerate(caption.nouns) if noun is not None])
    ]
    if not curves:
        return math.nan, math.nan
    deleted, inserted = (np.concatenate([getattr(each, name) for each in curves]) for name in ("deleted", "inserted"))
    return float(deleted.mean()), float(inserted.mean())
