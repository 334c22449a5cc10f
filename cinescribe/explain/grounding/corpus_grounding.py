"""A captioner of pictures over many stills: its captions, and how grounded and faithful one method finds them.

captions = seen_captions(model, stills, reader=reader, parser=parser)
for name in PAPERS:
    judged = judge(captions, method_of(name), similarity=similarity)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import ModelError, ScoreError
from cinescribe.explain.attribution.attribution import Attribution, Explained
from cinescribe.explain.attribution.faithfulness import faithfulness
from cinescribe.explain.attribution.methods import Method
from cinescribe.explain.grounding.calibration import Calibration, calibrations
from cinescribe.explain.grounding.caption_grounding import (
    Boxes,
    Nouns,
    grounded_caption,
    noun_marks,
    on_regions,
    only,
    placed,
)
from cinescribe.explain.grounding.pointing import (
    Names,
    PointedNoun,
    hallucinated,
    pointed_nouns,
    pointing_accuracy,
    true_classes,
)
from cinescribe.explain.targets.region_target import RegionCaption, region_captions
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.generate.caption_clip_sets import Decoder, widest_beam
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.language.tokens.words import Parser
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.embedding.grounding import GroundedCaption, grounding
from cinescribe.models.transformer import CaptionTransformer
from cinescribe.schema import Region, Still

_AT_ONCE = 50  # stills of a batch


@dataclass(frozen=True)
class SeenCaption:
    """A caption that a model wrote of a still.

    Args:
        still: the picture, with what is truly where in it.
        boxes: where the regions, cells or pixels are that the model was shown, (R, 4).
        labels: the class of each; empty where it is not known.
        caption: the caption and what it was written of.
        nouns: which of its words are nouns.
    """

    still: Still
    boxes: Boxes
    labels: tuple[str, ...]
    caption: Explained
    nouns: Nouns

    @property
    def truth(self) -> tuple[Region, ...]:
        """The still's regions that have a class."""
        return tuple(region for region in self.still.regions if region.label)


@dataclass(frozen=True)
class Judged:
    """What one method finds of a captioner.

    Args:
        method: its name.
        looked: what was looked at for each word of each caption.
        nouns: the nouns of each, held to the truth, by the still's id.
        grounding: GroundingScore by margin.
        pointing: the share of nouns looked at where they are; None where no still's true regions are known.
        hallucinated: the share of nouns whose class no box of the picture has: things invented, and places as `street`.
        calibration: of GroundingScore to pointing, by margin.
        deletion, insertion: mean areas under the nouns' curves; nan where they were not asked for.
    """

    method: str
    looked: tuple[GroundedCaption, ...]
    nouns: Mapping[str, Sequence[PointedNoun]]
    grounding: tuple[Score, ...]
    pointing: Score | None
    hallucinated: float
    calibration: tuple[Calibration, ...]
    deletion: float
    insertion: float

    @property
    def n_nouns(self) -> int:
        """Nouns of all captions."""
        return sum(map(len, self.nouns.values()))

    @property
    def n_there(self) -> int:
        """Those whose class is in their picture, of which `pointing` is told."""
        return sum(noun.there for nouns in self.nouns.values() for noun in nouns)


def seen_captions(
    model: CaptionTransformer,
    stills: Sequence[Still],
    *,
    reader: RegionReader,
    parser: Parser,
    decoder: Decoder = widest_beam,
) -> list[SeenCaption]:
    """What a model writes of stills, ready to be explained; stills of which it writes no word are left out.

    Args:
        model: in evaluation mode.
        stills: with their true regions.
        reader: of the stills, in the model's vocabulary.
        parser: finds the nouns.
        decoder: chooses the words.

    Raises:
        ModelError: when the model is in training mode.
        FeatureError: as `RegionReader.batch`.
    """
    captions: list[RegionCaption] = []
    for some in (stills[at : at + _AT_ONCE] for at in range(0, len(stills), _AT_ONCE)):
        batch = reader.batch([still.replace(captions=()) for still in some])
        limits = still_limits(reader.tokens)
        written = decoder(model, batch, tokens=reader.tokens, longest=reader.n_tokens, limits=limits)
        captions += region_captions(model, batch, written.words, tokens=reader.tokens)
    nouns = noun_marks([caption.words for caption in captions], parser)
    shown = [reader.regions(still) for still in stills]
    return [
        SeenCaption(still, regions.boxes, regions.labels, caption, marks)
        for still, regions, caption, marks in zip(stills, shown, captions, nouns, strict=True)
        if caption.words
    ]


def judge(
    captions: Sequence[SeenCaption],
    method: Method,
    *,
    similarity: Similarity,
    named: Names | None = None,
    n_curves: int = 100,
) -> Judged:
    """How grounded and faithful a method finds a captioner.

    Of the regions that the model was shown, those that have a class are looked at; the whole picture has none. Where
    none has, as with the cells of a grid, what they did is carried over to the still's true regions.

    Args:
        captions: as `seen_captions` gives them.
        method: of `explain.methods`.
        similarity: of nouns and classes.
        named: classes that nouns name besides the one called as they are; `coco_nouns.COCO_NOUNS` are COCO's.
        n_curves: captions, from the first, whose nouns' curves are drawn; they take most of the time. 0 for none.

    Raises:
        ModelError: when the method cannot explain the model, or a region looked at has no class.
        ScoreError: when there is no caption, none has a noun, or none names a class that is in its picture.
    """
    if not captions:
        raise ScoreError(
            "no caption came to be judged, as when a model writes no word of any still; train it for longer, or give "
            "stills of which it writes"
        )
    found = [_found(seen, method(seen.caption)) for seen in captions]
    grounded = [
        grounded_caption(seen.still.id, one.classed, labels=one.labels, nouns=seen.nouns)
        for seen, one in zip(captions, found, strict=True)
    ]
    pointed = {seen.still.id: _pointed(seen, one, named) for seen, one in zip(captions, found, strict=True)}
    deletion, insertion = _areas(captions[:n_curves], found)
    return Judged(
        method=found[0].whole.method,
        looked=tuple(grounded),
        nouns=pointed,
        grounding=tuple(grounding(grounded, similarity)),
        pointing=pointing_accuracy(pointed) if any(seen.truth for seen in captions) else None,
        hallucinated=hallucinated(pointed),
        calibration=tuple(calibrations(grounded, pointed, similarity)),
        deletion=deletion,
        insertion=insertion,
    )


@dataclass(frozen=True)
class _Found:
    """What a method found for one caption.

    Args:
        whole: the attribution of all regions that the model was shown.
        classed: of those that have a class, or of the true regions in their place.
        labels: the classes that GroundingScore sees.
        classes: what these regions truly show.
    """

    whole: Attribution
    classed: Attribution
    labels: tuple[str, ...]
    classes: tuple[str, ...]


def _found(seen: SeenCaption, whole: Attribution) -> _Found:
    boxes, truth = seen.boxes, seen.truth
    if any(seen.labels):
        kept = np.array([label != "" for label in seen.labels])
        labels = tuple(label for label in seen.labels if label)
        return _Found(whole, only(whole, kept), labels, true_classes(boxes[kept], truth))
    if not truth:
        raise ModelError(
            f"neither the regions that the model was shown of {seen.still.id!r} nor the still itself have classes; "
            "extract regions with labels, or give stills with known boxes"
        )
    parts = placed(boxes)
    true_boxes = np.array([region.box for region in truth], np.float32)
    labels = tuple(region.label for region in truth)
    return _Found(whole, on_regions(only(whole, parts), boxes[parts], true_boxes), labels, labels)


def _pointed(seen: SeenCaption, found: _Found, named: Names | None) -> list[PointedNoun]:
    present = {region.label for region in seen.truth}
    return pointed_nouns(found.classed, classes=found.classes, present=present, nouns=seen.nouns, named=named)


def _areas(captions: Sequence[SeenCaption], found: Sequence[_Found]) -> tuple[float, float]:
    """Mean areas under the deletion and insertion curves of the captions' nouns; nan where there is none."""
    curves = [
        faithfulness(seen.caption, one.whole, words=places)
        for seen, one in zip(captions, found, strict=False)
        if (places := [step for step, noun in enumerate(seen.nouns) if noun is not None])
    ]
    if not curves:
        return math.nan, math.nan
    deleted, inserted = (np.concatenate([getattr(each, name) for each in curves]) for name in ("deleted", "inserted"))
    return float(deleted.mean()), float(inserted.mean())
