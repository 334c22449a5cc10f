"""Explains the caption of a picture: a heat map for each word, and whether each noun is grounded.

Legend: `R` parts of the picture that the captioner read, `K` regions that words are grounded in, `L` words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.attribution.heat import heat_map
from cinescribe.explain.attribution.methods import Method
from cinescribe.explain.attribution.rollout import rollout
from cinescribe.explain.grounding.caption_grounding import (
    Boxes,
    Nouns,
    box_areas,
    grounded_caption,
    is_localised,
    noun_lemmas,
    select_parts,
    sum_over_regions,
)
from cinescribe.explain.targets.explainable_captioners import CaptionedPicture
from cinescribe.explain.targets.film_pictures import InputPicture
from cinescribe.export.pages.caption_attribution import CaptionAttribution, GridCell, WordAttribution
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.similarity import Similarity, paired_similarities
from cinescribe.metrics.embedding.grounding import MARGINS, grounding
from cinescribe.still_schema import Region

_GAPS = 1e-3  # tolerance for gaps between the cells of a grid, by rounding
MIN_SIMILARITY = 0.7  # of a grounded noun and the label of its region


@dataclass(frozen=True)
class NounEvaluator:
    """Finds nouns, and measures their similarity to the labels of regions."""

    parser: Parser
    similarity: Similarity


def explain_picture(
    picture: InputPicture,
    captioned: CaptionedPicture,
    *,
    regions: Sequence[Region],
    method: Method,
    evaluator: NounEvaluator,
) -> CaptionAttribution:
    """Explain each word of a captioned picture.

    A part that fills the whole picture is ignored if there are others, because it has no location. Words are grounded
    in the labelled parts. Without labels they are grounded in the given regions, each with the summed attributions of
    the parts inside it, unless the parts are these regions.

    Args:
        picture: the picture.
        captioned: its caption.
        regions: known regions of the picture, if any.
        method: the attribution method.
        evaluator: of nouns.

    Raises:
        ModelError: when the method cannot explain the model, or the caption has no words or parts.
    """
    if method is rollout and not hasattr(captioned.caption, "attention_weights"):
        raise ModelError(
            "attention rollout needs a captioner whose attention weights are known; use integrated gradients"
        )
    parts, attribution = _localised(captioned.parts, method(captioned.caption))
    grounding_regions, scores = _grounding_regions(parts, attribution, () if captioned.origin is None else regions)
    (nouns,) = noun_lemmas([attribution.words], evaluator.parser)
    similar = _noun_similarities([grounding_regions[n] for n in scores.top], nouns, evaluator.similarity)
    cells = _cells(_boxes(grounding_regions))
    words = tuple(
        WordAttribution(
            word,
            heat=heat_map(values, [part.box for part in parts], size=picture.image.shape[:2]),
            region=grounding_regions[top],
            cell=cells[top],
            is_noun=noun is not None,
            score=score,
            grounded=None if score is None else score >= MIN_SIMILARITY,
        )
        for word, values, top, noun, score in zip(
            attribution.words, attribution.rescaled().scores, scores.top, nouns, similar, strict=True
        )
    )
    margins = _scores_by_margin(picture.name, scores, grounding_regions, nouns, evaluator.similarity)
    return CaptionAttribution(picture.name, picture.image, words, margins, picture.time, captioned.doubt)


def _localised(parts: Sequence[Region], attribution: Attribution) -> tuple[tuple[Region, ...], Attribution]:
    """Return the parts that have a location and their attribution; all parts if none has a location."""
    localised = is_localised(_boxes(parts))
    kept = localised if localised.any() else ~localised
    return tuple(part for part, keep in zip(parts, kept, strict=True) if keep), select_parts(attribution, kept)


def _grounding_regions(
    parts: Sequence[Region], attribution: Attribution, regions: Sequence[Region]
) -> tuple[Sequence[Region], Attribution]:
    """Return the regions that words are grounded in, and their attribution."""
    labelled = np.array([part.label != "" for part in parts])
    if labelled.any():
        return [part for part in parts if part.label], select_parts(attribution, labelled)
    if regions:
        return regions, sum_over_regions(attribution, _boxes(parts), _boxes(regions))
    return parts, attribution


def _cells(boxes: Boxes) -> list[GridCell | None]:
    """Return the row and column of each box in a grid; None for all unless the boxes are the cells of one."""
    (lefts, columns), (tops, rows) = (np.unique(boxes[:, side], return_inverse=True) for side in (0, 1))
    high, wide = len(tops), len(lefts)
    whole = (boxes[:, 2:].max(0) - boxes[:, :2].min(0)).prod()
    if len(boxes) == 1 or len(boxes) != high * wide or not np.isclose(box_areas(boxes).sum(), whole, rtol=_GAPS):
        return [None] * len(boxes)
    return [GridCell(int(row) + 1, int(column) + 1, high, wide) for row, column in zip(rows, columns, strict=True)]


def _noun_similarities(top: Sequence[Region], nouns: Nouns, similarity: Similarity) -> list[float | None]:
    """Return the similarity of each noun to the label of its top region; None for other words or without a label."""
    pairs = [(noun, region.label) for noun, region in zip(nouns, top, strict=True) if noun and region.label]
    left, right = [noun for noun, _ in pairs], [label for _, label in pairs]
    values = iter(paired_similarities(left, right, similarity=similarity).tolist())
    return [next(values) if noun and region.label else None for noun, region in zip(nouns, top, strict=True)]


def _scores_by_margin(
    name: str, scores: Attribution, regions: Sequence[Region], nouns: Nouns, similarity: Similarity
) -> tuple[tuple[float, float], ...]:
    """Return GroundingScore by margin; empty without nouns, or if a region has no label."""
    labels = [region.label for region in regions]
    if not any(nouns) or not all(labels):
        return ()
    by_margin = grounding([grounded_caption(name, scores, labels=labels, nouns=nouns)], similarity)
    return tuple((margin, score.value) for margin, score in zip(MARGINS, by_margin, strict=True))


def _boxes(regions: Sequence[Region]) -> Boxes:
    return np.array([region.box for region in regions], np.float32).reshape(-1, 4)
