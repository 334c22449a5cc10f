"""Whether the region looked at for a noun is what the noun names, where boxes are known.

The paper had no boxes for its captions' nouns and could not ask this. A noun is asked about when a thing of its class
is in the picture. Others count in `hallucinated` alone: things invented, and, as boxes cannot tell them from those,
places such as a street and set phrases such as `in front of`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.grounding.caption_grounding import Boxes, Nouns, box_areas, intersections
from cinescribe.metrics.core.score import Score, mean, passport, summed_score
from cinescribe.schema import Region

Names: TypeAlias = Mapping[str, tuple[str, ...]]
"""Classes that a noun names besides the one called as it is: `lady` names `woman`, `bear` a `teddy bear` too."""

OVERLAP = 0.5  # least intersection over union at which a region is said to show a true one


def true_classes(boxes: Boxes, truth: Sequence[Region], *, overlap: float = OVERLAP) -> tuple[str, ...]:
    """The class of the true region that each box shows best, empty where none overlaps enough.

    Args:
        boxes: of the regions that a model was shown, (R, 4).
        truth: what is where in the picture.
        overlap: least intersection over union.
    """
    if not truth:
        return ("",) * len(boxes)
    known = np.array([region.box for region in truth], np.float32)
    inside = intersections(boxes, known)
    unions = box_areas(boxes)[:, None] + box_areas(known) - inside
    shown = np.divide(inside, unions, out=np.zeros_like(inside), where=unions > 0)
    best = shown.argmax(1)
    return tuple(truth[n].label if shown[row, n] >= overlap else "" for row, n in enumerate(best))


@dataclass(frozen=True)
class PointedNoun:
    """One noun of a caption.

    Args:
        step: its place among the words.
        noun: its lemma.
        there: whether a thing of its class is in the picture.
        right: whether the region that did most for it shows one.
    """

    step: int
    noun: str
    there: bool
    right: bool


def pointed_nouns(
    attribution: Attribution,
    *,
    classes: Sequence[str],
    present: Collection[str],
    nouns: Nouns,
    named: Names | None = None,
) -> list[PointedNoun]:
    """Each noun of a caption, held to the truth.

    Args:
        attribution: of the regions.
        classes: what each shows (`true_classes`).
        present: the classes of all that is in the picture.
        nouns: the caption's, as `noun_marks` gives them.
        named: classes that nouns name besides the one called as they are.
    """
    names, found = named or {}, []
    for step, (noun, region) in enumerate(zip(nouns, attribution.top, strict=True)):
        if noun is not None:
            wanted = {noun, *names.get(noun, ())}
            found.append(PointedNoun(step, noun, not wanted.isdisjoint(present), classes[region] in wanted))
    return found


def pointing_accuracy(pictures: Mapping[str, Sequence[PointedNoun]]) -> Score:
    """The share of nouns that were looked at where they are, among those whose class is in the picture.

    A picture's value is the mean over its nouns, the corpus value that over all nouns.

    Raises:
        ScoreError: when no noun names a class that is in its picture.
    """
    right = {id: [noun.right for noun in nouns if noun.there] for id, nouns in pictures.items()}
    asked = {id: nouns for id, nouns in right.items() if nouns}
    if not asked:
        raise ScoreError(
            f"none of the {len(pictures)} captions has a noun whose class is in its picture, so pointing accuracy has "
            "no value; give pictures with known boxes, and classes as nouns of captions"
        )
    sums = np.array([(sum(nouns), len(nouns)) for nouns in asked.values()], np.float64)
    signature = passport("Pointing", mean="nouns", overlap=OVERLAP)
    return summed_score("Pointing", list(asked), mean(sums), sums, rule=mean, signature=signature)


def hallucinated(pictures: Mapping[str, Sequence[PointedNoun]]) -> float:
    """The share of all nouns whose class no box of their picture has; 0 without nouns."""
    nouns = [noun.there for found in pictures.values() for noun in found]
    return 1 - sum(nouns) / len(nouns) if nouns else 0.0
