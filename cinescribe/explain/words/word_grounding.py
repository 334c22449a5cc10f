"""A told picture as its page shows it: for each word where in the picture counted, and whether a noun is grounded.

Legend: `R` parts of the picture that the captioner read, `K` regions that words are held to, `L` words.
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
    noun_marks,
    on_regions,
    only,
    placed,
)
from cinescribe.explain.targets.explainable_captioners import ToldPicture
from cinescribe.explain.targets.film_pictures import ShownPicture
from cinescribe.export.pages.seen_words import Cell, SeenPicture, SeenWord
from cinescribe.language.tokens.words import Parser
from cinescribe.metrics.core.similarity import Similarity, each_beside
from cinescribe.metrics.embedding.grounding import MARGINS, grounding
from cinescribe.schema import Region

_GAPS = 1e-3  # share of a grid that its cells may leave out, by rounding
GROUNDED = 0.7  # least similarity of a noun and a region's label at which the region is said to be what it names


@dataclass(frozen=True)
class Judges:
    """What tells nouns from other words, and how near a noun is to a region's label."""

    parser: Parser
    similarity: Similarity


def seen_picture(
    shown: ShownPicture, told: ToldPicture, *, regions: Sequence[Region], method: Method, judges: Judges
) -> SeenPicture:
    """A told picture as its page shows it.

    The part that is the whole picture is left out where there are others: it says nothing of where. Words are held to
    the parts that have labels; without any, to the regions that are known, each with what the parts in it did, unless
    the parts are these regions.

    Args:
        shown: the picture.
        told: its caption.
        regions: what is known to be where in it; may be none.
        method: finds out what counted.
        judges: of nouns.

    Raises:
        ModelError: when the method cannot explain the model, or there is nothing to explain.
    """
    if method is rollout and not hasattr(told.explained, "looks"):
        raise ModelError("attention rollout was asked of a captioner whose attention is not known here; take ig")
    parts, found = _placed(told.parts, method(told.explained))
    held, scores = _held(parts, found, () if told.origin is None else regions)
    (nouns,) = noun_marks([found.words], judges.parser)
    looked = [held[n] for n in scores.top]
    similar = _similar(looked, nouns, judges.similarity)
    cells = _cells(_boxes(held))
    words = tuple(
        SeenWord(
            word,
            heat=heat_map(values, [part.box for part in parts], size=shown.image.shape[:2]),
            region=held[most],
            cell=cells[most],
            is_noun=noun is not None,
            score=score,
            grounded=None if score is None else score >= GROUNDED,
        )
        for word, values, most, noun, score in zip(
            found.words, found.stretched().scores, scores.top, nouns, similar, strict=True
        )
    )
    margins = _grounding(shown.name, scores, held, nouns, judges.similarity)
    return SeenPicture(shown.name, shown.image, words, margins, shown.time)


def _placed(parts: Sequence[Region], found: Attribution) -> tuple[tuple[Region, ...], Attribution]:
    """The parts that are somewhere in the picture, and what they did; all of them where none is."""
    somewhere = placed(_boxes(parts))
    kept = somewhere if somewhere.any() else ~somewhere
    return tuple(part for part, keep in zip(parts, kept, strict=True) if keep), only(found, kept)


def _held(
    parts: Sequence[Region], found: Attribution, regions: Sequence[Region]
) -> tuple[Sequence[Region], Attribution]:
    """The regions that words are held to, and what each did."""
    labelled = np.array([part.label != "" for part in parts])
    if labelled.any():
        return [part for part in parts if part.label], only(found, labelled)
    if regions:
        return regions, on_regions(found, _boxes(parts), _boxes(regions))
    return parts, found


def _cells(boxes: Boxes) -> list[Cell | None]:
    """Where each box is in a grid; nowhere, unless the boxes are the cells of one."""
    (lefts, columns), (tops, rows) = (np.unique(boxes[:, side], return_inverse=True) for side in (0, 1))
    high, wide = len(tops), len(lefts)
    whole = (boxes[:, 2:].max(0) - boxes[:, :2].min(0)).prod()
    if len(boxes) == 1 or len(boxes) != high * wide or not np.isclose(box_areas(boxes).sum(), whole, rtol=_GAPS):
        return [None] * len(boxes)
    return [Cell(int(row) + 1, int(column) + 1, high, wide) for row, column in zip(rows, columns, strict=True)]


def _similar(looked: Sequence[Region], nouns: Nouns, similarity: Similarity) -> list[float | None]:
    """For each noun whose region has a label, how near the two are."""
    asked = [(noun, region.label) for noun, region in zip(nouns, looked, strict=True) if noun and region.label]
    left, right = [noun for noun, _ in asked], [label for _, label in asked]
    found = iter(each_beside(left, right, similarity=similarity).tolist())
    return [next(found) if noun and region.label else None for noun, region in zip(nouns, looked, strict=True)]


def _grounding(
    name: str, scores: Attribution, held: Sequence[Region], nouns: Nouns, similarity: Similarity
) -> tuple[tuple[float, float], ...]:
    """GroundingScore by margin; nothing without nouns, or where a region has no label."""
    labels = [region.label for region in held]
    if not any(nouns) or not all(labels):
        return ()
    found = grounding([grounded_caption(name, scores, labels=labels, nouns=nouns)], similarity)
    return tuple((margin, score.value) for margin, score in zip(MARGINS, found, strict=True))


def _boxes(regions: Sequence[Region]) -> Boxes:
    return np.array([region.box for region in regions], np.float32).reshape(-1, 4)
