"""The pointing game: does the top region of a noun show what the noun names? Needs pictures with known boxes.

The paper had no boxes for its captions' nouns and did not measure this. A noun takes part when a thing of its class is
in the picture. The others count in `hallucinated` only: invented things and, because boxes cannot separate them from
those, places such as a street and set phrases such as `in front of`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.grounding.caption_grounding import Boxes, Nouns, box_areas, intersections
from cinescribe.metrics.core.score import Score, mean, metric_signature, score_from_sums
from cinescribe.still_schema import Region

NounClasses: TypeAlias = Mapping[str, tuple[str, ...]]
"""The classes that a noun names besides the class of the same name: `lady` names `woman`, `bear` also `teddy bear`."""

_OVERLAP = 0.5  # minimum intersection over union at which a region shows a true one


def true_classes(boxes: Boxes, truth: Sequence[Region], *, overlap: float = _OVERLAP) -> tuple[str, ...]:
    """Return the class of the true region that each box overlaps most; empty where none overlaps enough.

    Args:
        boxes: of the regions that a model was shown, (R, 4).
        truth: the true regions of the picture.
        overlap: minimum intersection over union.
    """
    if not truth:
        return ("",) * len(boxes)
    known = np.array([region.box for region in truth], np.float32)
    inside = intersections(boxes, known)
    unions = box_areas(boxes)[:, None] + box_areas(known) - inside
    ious = np.divide(inside, unions, out=np.zeros_like(inside), where=unions > 0)
    best = ious.argmax(1)
    return tuple(truth[n].label if ious[row, n] >= overlap else "" for row, n in enumerate(best))


@dataclass(frozen=True)
class PointingResult:
    """The pointing game of one noun of a caption.

    Args:
        step: index of the word.
        noun: its lemma.
        present: whether a thing of its class is in the picture.
        hit: whether the top region of the noun shows one.
    """

    step: int
    noun: str
    present: bool
    hit: bool


def pointing_game(
    attribution: Attribution,
    *,
    classes: Sequence[str],
    present: Collection[str],
    nouns: Nouns,
    noun_classes: NounClasses | None = None,
) -> list[PointingResult]:
    """Return the pointing game of each noun of a caption.

    Args:
        attribution: of the regions.
        classes: the class that each region shows (`true_classes`).
        present: the classes of all things in the picture.
        nouns: of the caption, from `noun_lemmas`.
        noun_classes: classes that nouns name besides the class of the same name.
    """
    others, results = noun_classes or {}, []
    for step, (noun, region) in enumerate(zip(nouns, attribution.top, strict=True)):
        if noun is not None:
            wanted = {noun, *others.get(noun, ())}
            results.append(PointingResult(step, noun, not wanted.isdisjoint(present), classes[region] in wanted))
    return results


def pointing_accuracy(pictures: Mapping[str, Sequence[PointingResult]]) -> Score:
    """Return the share of hits among the nouns whose class is in the picture.

    The value of a picture is the mean over its nouns; the value of the corpus is the mean over all nouns.

    Raises:
        ScoreError: when no noun names a class that is in its picture.
    """
    hits = {id: [noun.hit for noun in nouns if noun.present] for id, nouns in pictures.items()}
    hits = {id: nouns for id, nouns in hits.items() if nouns}
    if not hits:
        raise ScoreError(
            f"none of the {len(pictures)} captions has a noun whose class is in its picture, so pointing accuracy has "
            "no value; give pictures with known boxes, and classes as nouns of captions"
        )
    sums = np.array([(sum(nouns), len(nouns)) for nouns in hits.values()], np.float64)
    signature = metric_signature("Pointing", mean="nouns", overlap=_OVERLAP)
    return score_from_sums("Pointing", list(hits), mean(sums), sums, rule=mean, signature=signature)


def hallucinated(pictures: Mapping[str, Sequence[PointingResult]]) -> float:
    """Return the share of all nouns whose class no box of their picture has; 0 without nouns."""
    present = [noun.present for nouns in pictures.values() for noun in nouns]
    return 1 - sum(present) / len(present) if present else 0.0
