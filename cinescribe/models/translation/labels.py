"""Labels of a sentence, one for each of four roles, and the labels that a model knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError

LABEL_ROLES = ("subject", "verb", "object", "location")
NONE = ""  # the label of a role that a sentence leaves open

Labels: TypeAlias = tuple[str, str, str, str]  # of one sentence, in the order of ROLES
LabelSets: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def label_sets(tuples: Sequence[Labels], *, min_count: int) -> LabelSets:
    """Return the labels of each role that occur often enough, `NONE` first, then by falling count.

    Args:
        tuples: the labels of the training sentences.
        min_count: occurrences in a role that a label needs; `NONE` needs none.

    Raises:
        ModelError: when no verb is that frequent.
    """
    sets = []
    for role in range(len(LABEL_ROLES)):
        counts = Counter(labels[role] for labels in tuples if labels[role] != NONE)
        frequent = [label for label, n in counts.items() if n >= min_count]
        sets.append((NONE, *sorted(frequent, key=lambda label: (-counts[label], label))))
    if len(sets[1]) == 1:
        raise ModelError(
            f"no verb occurs {min_count} times in {len(tuples):,} label tuples; give more sentences, or lower "
            "`min_count`"
        )
    return sets[0], sets[1], sets[2], sets[3]


def label_numbers(tuples: Sequence[Labels], sets: LabelSets) -> NDArray[np.int32]:
    """Return the number of each label in the set of its role, (N, 4); -1 for a label that the set lacks."""
    indices = [{label: number for number, label in enumerate(labels)} for labels in sets]
    numbers = [[index.get(label, -1) for label, index in zip(labels, indices, strict=True)] for labels in tuples]
    return np.array(numbers, np.int32).reshape(-1, len(LABEL_ROLES))


def source_words(labels: Labels) -> tuple[str, ...]:
    """Return the sentence of the source language that some labels make: one word for each role that is not open.

    A label of several words, such as `pick up`, is one word: `pick_up`.
    """
    return tuple("_".join(label.split()) for label in labels if label.strip())
