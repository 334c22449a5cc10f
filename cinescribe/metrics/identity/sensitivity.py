"""Sensitivity of metrics to wrong identities: captionsets with ids swapped, added or removed (MICap, Table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.identity.person_ids import normalise_ids, person_ids, rename_ids

_Edit = Callable[[str, np.random.Generator], str | None]


@dataclass(frozen=True)
class Sensitivity:
    """The effect of one kind of edit on each metric; a lower ratio means a more sensitive metric.

    Attributes:
        edit: `swap`, `add` or `remove`.
        captionsets: number of captionsets that allow the edit.
        ratios: by metric, the mean over captionsets of edited score / original score.
    """

    edit: str
    captionsets: int
    ratios: Mapping[str, float]


def swap(text: str, rng: np.random.Generator) -> str | None:
    """Return a captionset in which some mentions name another of its people.

    A random number, one or more, of the mentions whose id occurs more than once get another id of the captionset.
    (Swapping two ids that occur once each would only rename them.)

    Returns:
        None if no id occurs twice, or there is only one id.
    """
    ids = person_ids(text)
    eligible = _repeated_mentions(ids)
    if not eligible or len(set(ids)) < 2:
        return None
    for n in rng.choice(eligible, size=rng.integers(1, len(eligible), endpoint=True), replace=False):
        ids[n] = _other_id(ids[n], person_ids(text), rng)
    return rename_ids(text, ids)


def add(text: str, rng: np.random.Generator) -> str | None:
    """Return a captionset with an additional person: one mention whose id occurs more than once gets a new id.

    Returns:
        None if no id occurs twice.
    """
    ids = person_ids(text)
    eligible = _repeated_mentions(ids)
    if not eligible:
        return None
    ids[rng.choice(eligible)] = next(name for n in range(1, len(ids) + 2) if (name := f"P{n}") not in ids)
    return rename_ids(text, ids)


def remove(text: str, rng: np.random.Generator) -> str | None:
    """Return a captionset with one person fewer: the mention of an id that occurs once gets another id of the set.

    Returns:
        None if no id occurs once, or there is only one id.
    """
    ids = person_ids(text)
    counts = Counter(ids)
    eligible = [n for n, name in enumerate(ids) if counts[name] == 1]
    if not eligible or len(counts) < 2:
        return None
    chosen = rng.choice(eligible)
    ids[chosen] = _other_id(ids[chosen], ids, rng)
    return rename_ids(text, ids)


EDITS: Mapping[str, _Edit] = {"swap": swap, "add": add, "remove": remove}


def sensitivity(
    captionsets: Sequence[str],
    metrics: Mapping[str, Callable[[Pairs], Score]],
    *,
    copies: int = 3,
    seed: int = 0,
) -> list[Sensitivity]:
    """Return the share of each metric's score that is left when captionsets are compared with edited copies.

    Ids are renamed by first appearance on both sides. A kind of edit leaves out the captionsets that do not allow it,
    and a metric those that score 0, or have no score, against themselves.

    Args:
        captionsets: texts with ids, each with the captions of consecutive clips.
        metrics: functions by name, from pairs to a score with a value for each item.
        copies: number of edited copies of each captionset, for each kind of edit.
        seed: seed of the edits.

    Raises:
        ScoreError: when no captionset allows a kind of edit, or none scores above 0.
    """
    rng = np.random.default_rng(seed)
    results = []
    for kind, edit in EDITS.items():
        originals, edited = _edited(captionsets, edit, copies, rng)
        if not originals:
            raise ScoreError(f"no captionset allows the edit {kind!r}; give more captionsets with ids such as P1, P2")
        ratios = {name: _ratio(name, metric, originals, edited) for name, metric in metrics.items()}
        results.append(Sensitivity(kind, len(originals) // copies, ratios))
    return results


def _edited(
    captionsets: Sequence[str], edit: _Edit, copies: int, rng: np.random.Generator
) -> tuple[dict[str, str], dict[str, str]]:
    """Return captionsets and their edited copies, by the same keys."""
    originals, edited = {}, {}
    for n, text in enumerate(captionsets):
        for copy in range(copies):
            changed = edit(text, rng)
            if changed is not None:
                originals[f"{n}.{copy}"] = normalise_ids(text)
                edited[f"{n}.{copy}"] = normalise_ids(changed)
    return originals, edited


def _ratio(
    name: str, metric: Callable[[Pairs], Score], originals: Mapping[str, str], edited: Mapping[str, str]
) -> float:
    before = metric(Pairs.of(originals, originals)).per_item
    after = metric(Pairs.of(edited, originals)).per_item
    ratios = [after[key] / value for key, value in before.items() if value > 0]
    if not ratios:
        raise ScoreError(f"{name} gives no captionset a score above 0 against itself; leave this metric out")
    return float(np.mean(ratios))


def _repeated_mentions(ids: Sequence[str]) -> list[int]:
    counts = Counter(ids)
    return [n for n, name in enumerate(ids) if counts[name] > 1]


def _other_id(name: str, ids: Sequence[str], rng: np.random.Generator) -> str:
    return str(rng.choice([other for other in dict.fromkeys(ids) if other != name]))
