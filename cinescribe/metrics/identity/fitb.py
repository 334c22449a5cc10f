"""Filling people into blanks: are two blanks of one set filled alike exactly where they should be (LSMDC, MICap)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.masked_mean import counted_score
from cinescribe.metrics.core.score import Score, passport
from cinescribe.metrics.identity.fitb_files import Blanks, read_people, read_sets

ACCURACIES = ("instance", "same", "different", "class")


@dataclass(frozen=True)
class FitbScores:
    """Accuracies over unordered pairs of blanks of one set; only whether two ids are equal matters, not which they are.

    Each is the mean over sets, as the official evaluator has it, and its items are sets, by their place from 1. A set
    without a pair that an accuracy looks at is left out of its mean (and of its `per_item`).

    Attributes:
        instance: over all pairs.
        same: over pairs that are one person.
        different: over pairs that are two.
        class_: harmonic mean of the mean same and the mean different accuracy.
    """

    instance: Score
    same: Score
    different: Score
    class_: Score

    def to_dict(self) -> dict[str, float]:
        """The four values by name."""
        scores = (self.instance, self.same, self.different, self.class_)
        return {name: score.value for name, score in zip(ACCURACIES, scores, strict=True)}


def score_fitb(predictions: Path, references: Path, sets: Path) -> FitbScores:
    """The accuracies of LSMDC's files: `fitb` of `read_people` twice and of `read_sets`.

    Raises:
        ScoreError: as those.
    """
    return fitb(read_people(predictions), read_people(references), read_sets(sets))


def fitb(
    predictions: Mapping[str, Blanks], references: Mapping[str, Blanks], sets: Sequence[Sequence[str]]
) -> FitbScores:
    """Score people filled into blanks.

    Args:
        predictions: by clip. What they have of a clip without blanks is not looked at.
        references: by clip.
        sets: clips whose ids belong together. A set with less than two blanks has no pair and counts nowhere.

    Raises:
        ScoreError: naming the clip that only one side knows, or with another number of ids than blanks; or when no set
            has a pair of one person, or none of two, so that accuracies would be of nothing.
    """
    _check(predictions, references, sets)
    counts = np.array([_pairs(clips, predictions, references) for clips in sets]).reshape(len(sets), 2, 2)
    for n, people in enumerate(("one person", "two people")):
        if not counts[:, n, 1].any():
            raise ScoreError(
                f"no set has two blanks that are {people}, so there is no accuracy of them; give more sets"
            )
    names = tuple(str(n) for n in range(1, len(sets) + 1))
    parts = [_shares(part) for part in (counts.sum(axis=1), counts[:, 0], counts[:, 1])]
    instance, same, different = (
        _score(f"FITB-{name}", names, part) for name, part in zip(("instance", "same", "different"), parts, strict=True)
    )
    return FitbScores(instance, same, different, _class_score(names, np.hstack(parts[1:])))


def _check(predictions: Mapping[str, Blanks], references: Mapping[str, Blanks], sets: Sequence[Sequence[str]]) -> None:
    for clip, filled in predictions.items():
        if clip not in references:
            raise ScoreError(
                f"{filled.where} fills the clip {clip!r}, which the references do not have; predict theirs"
            )
    for place, clip in ((n, clip) for n, clips in enumerate(sets, 1) for clip in clips):
        if clip not in references:
            raise ScoreError(f"set {place} has the clip {clip!r}, which the references do not have; give its people")
        wanted = references[clip]
        if wanted.people and clip not in predictions:
            raise ScoreError(f"the clip {clip!r} ({wanted.where}) has blanks but no prediction; predict its people")
        if wanted.people and len(predictions[clip].people) != len(wanted.people):
            raise ScoreError(
                f"{predictions[clip].where} has {len(predictions[clip].people)} ids for the clip {clip!r}, which has "
                f"{len(wanted.people)} blanks ({wanted.where}); give one id a blank"
            )


def _pairs(
    clips: Sequence[str], predictions: Mapping[str, Blanks], references: Mapping[str, Blanks]
) -> NDArray[np.int64]:
    """Pairs told right and all pairs, of one person and of two people, (2, 2)."""
    blanks = [clip for clip in clips if references[clip].people]
    true = _equal([name for clip in blanks for name in references[clip].people])
    told = _equal([name for clip in blanks for name in predictions[clip].people])
    return np.array([[(told & true).sum(), true.sum()], [(~told & ~true).sum(), (~true).sum()]])


def _equal(people: Sequence[str]) -> NDArray[np.bool_]:
    """Whether the two of each unordered pair are equal."""
    _, numbers = np.unique(people, return_inverse=True)
    first, second = np.triu_indices(len(people), k=1)
    return np.asarray(numbers[first] == numbers[second], dtype=np.bool_)


def _shares(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Accuracy of each set and whether it has one, (sets, 2), from pairs told right and all pairs, (sets, 2)."""
    there = counts[:, 1] > 0
    return np.stack([counts[:, 0] / np.maximum(counts[:, 1], 1), there.astype(np.float64)], axis=1)


def _score(name: str, names: Sequence[str], shares: NDArray[np.float64]) -> Score:
    values, there = shares.T
    return counted_score(name, names, values, counts=there > 0, wanted="two blanks", signature=_signature(name))


def _class_score(names: Sequence[str], shares: NDArray[np.float64]) -> Score:
    per_item = {
        key: float(_harmonic(np.array(row)))
        for key, row in zip(names, shares.tolist(), strict=True)
        if row[1] and row[3]
    }
    return Score(
        "FITB-class", float(_harmonic(shares.sum(axis=0))), per_item, _signature("FITB-class"), shares, _harmonic
    )


def _harmonic(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Harmonic mean of the mean same and the mean different accuracy, (..., 4) -> (...,); 0 where both are."""
    same, different = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
    total = same + different
    return np.asarray(2 * same * different / np.where(total > 0, total, 1.0), dtype=np.float64)


def _signature(name: str) -> str:
    return passport(name, pairs="unordered", mean="sets")
