"""Accuracy of filling people into blanks (LSMDC, MICap): do two blanks of a set have the same person?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.score import Score, metric_signature
from cinescribe.metrics.identity.fitb_files import Blanks, read_people, read_sets

ACCURACIES = ("instance", "same", "different", "class")


@dataclass(frozen=True)
class FitbScores:
    """Accuracies over unordered pairs of blanks in one set; only whether two ids are equal matters.

    As in the official evaluator, each is the mean over sets. Its items are the sets, numbered from 1; a set without a
    pair that an accuracy measures is left out of the mean (and of `per_item`).

    Attributes:
        instance: over all pairs.
        same: over pairs that are one person.
        different: over pairs that are two people.
        class_: harmonic mean of the mean same and the mean different accuracy.
    """

    instance: Score
    same: Score
    different: Score
    class_: Score

    def to_dict(self) -> dict[str, float]:
        """Return the four values by name."""
        scores = (self.instance, self.same, self.different, self.class_)
        return {name: score.value for name, score in zip(ACCURACIES, scores, strict=True)}


def score_fitb(predictions: str | Path, references: str | Path, sets: str | Path) -> FitbScores:
    """Return the accuracies of LSMDC's files (see `read_people`, `read_sets` and `fitb`).

    Raises:
        ScoreError: when a file cannot be read, or as `fitb`.
    """
    predictions, references, sets = Path(predictions), Path(references), Path(sets)
    return fitb(read_people(predictions), read_people(references), read_sets(sets))


def fitb(
    predictions: Mapping[str, Blanks], references: Mapping[str, Blanks], sets: Sequence[Sequence[str]]
) -> FitbScores:
    """Return the accuracies of people filled into blanks.

    Args:
        predictions: the predicted people by clip; those of clips without blanks are ignored.
        references: the true people by clip.
        sets: the clips of each set, which share their ids. A set with fewer than two blanks has no pair and is left
            out.

    Raises:
        ScoreError: naming the clip that only one side has, or whose number of ids differs; or when no set has a pair of
            one person, or none of two people.
    """
    _check(predictions, references, sets)
    counts = np.array([_pairs(clips, predictions, references) for clips in sets]).reshape(len(sets), 2, 2)
    for n, people in enumerate(("one person", "two people")):
        if not counts[:, n, 1].any():
            raise ScoreError(f"no set has two blanks that are {people}, so their accuracy is undefined; give more sets")
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
                f"{filled.location} fills the clip {clip!r}, which the references do not have; predict their clips"
            )
    for place, clip in ((n, clip) for n, clips in enumerate(sets, 1) for clip in clips):
        if clip not in references:
            raise ScoreError(f"set {place} has the clip {clip!r}, which the references do not have; give its people")
        expected = references[clip]
        if expected.people and clip not in predictions:
            raise ScoreError(
                f"the clip {clip!r} ({expected.location}) has blanks but no prediction; predict its people"
            )
        if expected.people and len(predictions[clip].people) != len(expected.people):
            raise ScoreError(
                f"{predictions[clip].location} has {len(predictions[clip].people)} ids for clip {clip!r}, which has "
                f"{len(expected.people)} blanks ({expected.location}); give one id per blank"
            )


def _pairs(
    clips: Sequence[str], predictions: Mapping[str, Blanks], references: Mapping[str, Blanks]
) -> NDArray[np.int64]:
    """Return the correct pairs and all pairs, of one person and of two people, (2, 2)."""
    blanks = [clip for clip in clips if references[clip].people]
    true = [name for clip in blanks for name in references[clip].people]
    predicted = [name for clip in blanks for name in predictions[clip].people]
    n_pairs = comb(len(true), 2)
    n_same, n_found_same, n_both = map(_n_equal_pairs, (true, predicted, zip(true, predicted, strict=True)))
    return np.array([[n_both, n_same], [n_pairs - n_same - n_found_same + n_both, n_pairs - n_same]])


def _n_equal_pairs(people: Iterable[Hashable]) -> int:
    """Return the number of unordered pairs that are equal, in linear time."""
    return sum(comb(n, 2) for n in Counter(people).values())


def _shares(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return each set's accuracy and whether it has one, (sets, 2), from correct pairs and all pairs, (sets, 2)."""
    has_pairs = counts[:, 1] > 0
    return np.stack([counts[:, 0] / np.maximum(counts[:, 1], 1), has_pairs.astype(np.float64)], axis=1)


def _score(name: str, names: Sequence[str], shares: NDArray[np.float64]) -> Score:
    values, has_pairs = shares.T
    return masked_mean_score(name, names, values, mask=has_pairs > 0, wanted="two blanks", signature=_signature(name))


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
    """Return the harmonic mean of the mean same and mean different accuracy, (..., 4) -> (...,); 0 if both are 0."""
    same, different = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
    total = same + different
    return np.asarray(2 * same * different / np.where(total > 0, total, 1.0), dtype=np.float64)


def _signature(name: str) -> str:
    return metric_signature(name, pairs="unordered", mean="sets")
