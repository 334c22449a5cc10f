"""Whether systems see a metaphor where there is one, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Rule, Score, metric_signature, score_from_sums
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.metrics.metaphors.annotated_metaphors import SeenMetaphor
from cinescribe.timing import Span, joined

DETECTION_METRICS = ("Metaphor-F1", "Metaphor-precision", "Metaphor-recall", "Metaphor-false")
WHEN_METRIC = "Metaphor-when"
# Sums over items: metaphors written where one is annotated, metaphors written, clips with one, without one.
_RULES: Mapping[str, Rule] = {
    "Metaphor-F1": lambda sums: 2 * sums[..., 0] / (sums[..., 1] + sums[..., 2]),
    "Metaphor-precision": lambda sums: sums[..., 0] / np.maximum(sums[..., 1], 1),
    "Metaphor-recall": lambda sums: sums[..., 0] / sums[..., 2],
    "Metaphor-false": lambda sums: (sums[..., 1] - sums[..., 0]) / sums[..., 3],
}


def metaphor_detection(pairs: Pairs, annotated: Mapping[str, Sequence[SeenMetaphor]]) -> list[Score]:
    """Return F1, precision and recall of seeing a metaphor, and the share of plain clips with a false one.

    A candidate that follows the template says that there is a metaphor. Items without an annotated metaphor are plain.
    An item's value is 1 where the candidate is right, 0 where it is wrong (for `Metaphor-false` the reverse).
    Precision is 0 if no candidate follows the template.

    Args:
        pairs: candidates; their references are ignored.
        annotated: the annotators' metaphors, by item.

    Raises:
        ScoreError: when all items have a metaphor, or none has.
    """
    written = np.array([metaphor(text) is not None for text in pairs.candidates], np.float64)
    there = np.array([key in annotated for key in pairs.ids], np.float64)
    if there.all() or not there.any():
        raise ScoreError(
            f"{'every' if there.all() else 'no'} item has an annotated metaphor; detection needs clips with one and "
            "plain clips: score captions of both"
        )
    sums = np.stack([written * there, written, there, 1 - there], axis=1)
    right = (written == there).astype(np.float64)
    return [
        score_from_sums(
            name,
            pairs.ids,
            1 - right if name == "Metaphor-false" else right,
            sums,
            rule=rule,
            signature=metric_signature(name),
        )
        for name, rule in _RULES.items()
    ]


def metaphor_when(
    pairs: Pairs, annotated: Mapping[str, Sequence[SeenMetaphor]], spans: Mapping[str, Sequence[Span]]
) -> Score:
    """Return the mean intersection over union of when systems and annotators see the metaphor.

    Of several annotators the best counts. Items whose annotators give no time are left out; an item for which the
    system gives none has 0.

    Args:
        pairs: their ids are the items; the texts are ignored.
        annotated: the annotators' metaphors, by item.
        spans: when the system sees the metaphor, by item.

    Raises:
        ScoreError: when no item has an annotated time.
    """
    truths = [[one.spans for one in annotated.get(key, ()) if one.spans] for key in pairs.ids]
    values = [
        max((span_iou(spans.get(key, ()), own) for own in truth), default=0.0)
        for key, truth in zip(pairs.ids, truths, strict=True)
    ]
    return masked_mean_score(
        WHEN_METRIC,
        pairs.ids,
        np.array(values),
        mask=_filled(truths),
        wanted="an annotated time of its metaphor",
        signature=metric_signature(WHEN_METRIC, iou="union-of-spans", refs="max"),
    )


def span_iou(left: Sequence[Span], right: Sequence[Span]) -> float:
    """Return the seconds in both unions of spans over the seconds in either; 0 if neither has any."""
    ours, theirs = joined(left), joined(right)
    shared = sum(one.overlap(other) for one in ours for other in theirs)
    either = sum(span.duration for span in (*ours, *theirs)) - shared
    return shared / either if either > 0 else 0.0


def _filled(lists: Sequence[Sequence[object]]) -> NDArray[np.bool_]:
    return np.array([bool(one) for one in lists])
