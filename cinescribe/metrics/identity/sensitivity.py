"""How much a metric sees of wrong identities: captionsets with ids swapped, added or removed (MICap, Table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.identity.person_ids import normalise_ids, person_ids, rename_ids

Edit = Callable[[str, np.random.Generator], str | None]


@dataclass(frozen=True)
class Sensitivity:
    """What one kind of edit leaves of each metric; the lower, the more the metric minds.

    Attributes:
        edit: `swap`, `add` or `remove`.
        captionsets: how many could be edited so.
        ratios: by metric, the mean over captionsets of score of the edited one / score of the original.
    """

    edit: str
    captionsets: int
    ratios: Mapping[str, float]


def swap(text: str, rng: np.random.Generator) -> str | None:
    """A captionset in which some people are taken for others of it.

    A random number of the tokens whose id occurs more than once, at least one, get another id of the captionset. (Two
    ids that occur once each would only change names.)

    Returns:
        None where no id occurs twice, or there is only one.
    """
    ids = person_ids(text)
    eligible = _repeated(ids)
    if not eligible or len(set(ids)) < 2:
        return None
    for n in rng.choice(eligible, size=rng.integers(1, len(eligible), endpoint=True), replace=False):
        ids[n] = _another(ids[n], person_ids(text), rng)
    return rename_ids(text, ids)


def add(text: str, rng: np.random.Generator) -> str | None:
    """A captionset with somebody new: one token whose id occurs more than once gets an id that is not there.

    Returns:
        None where no id occurs twice.
    """
    ids = person_ids(text)
    eligible = _repeated(ids)
    if not eligible:
        return None
    ids[rng.choice(eligible)] = next(name for n in range(1, len(ids) + 2) if (name := f"P{n}") not in ids)
    return rename_ids(text, ids)


def remove(text: str, rng: np.random.Generator) -> str | None:
    """A captionset that lacks somebody: the one token of an id that occurs once gets another id of the captionset.

    Returns:
        None where no id occurs once, or there is only one.
    """
    ids = person_ids(text)
    counts = Counter(ids)
    eligible = [n for n, name in enumerate(ids) if counts[name] == 1]
    if not eligible or len(counts) < 2:
        return None
    chosen = rng.choice(eligible)
    ids[chosen] = _another(ids[chosen], ids, rng)
    return rename_ids(text, ids)


EDITS: Mapping[str, Edit] = {"swap": swap, "add": add, "remove": remove}


def sensitivity(
    captionsets: Sequence[str],
    metrics: Mapping[str, Callable[[Pairs], Score]],
    *,
    copies: int = 3,
    seed: int = 0,
) -> list[Sensitivity]:
    """What is left of each metric's score when captionsets are held to themselves with wrong identities.

    Ids are renamed by first appearance on both sides. Captionsets in which a kind of edit is not possible are left out
    of its row, as are those of which a metric has no score, or 0, to begin with.

    Args:
        captionsets: texts with ids, each the captions of consecutive clips.
        metrics: by name, each from pairs to a score with a value for each item.
        copies: edited copies of each captionset, for each kind of edit.
        seed: of the edits.

    Raises:
        ScoreError: when a kind of edit is possible in no captionset, or none has a score above 0.
    """
    rng = np.random.default_rng(seed)
    rows = []
    for kind, edit in EDITS.items():
        originals, edited = _edited(captionsets, edit, copies, rng)
        if not originals:
            raise ScoreError(f"no captionset has ids that allow the edit {kind!r}; give more, with ids as P1, P2 ...")
        ratios = {name: _ratio(name, metric, originals, edited) for name, metric in metrics.items()}
        rows.append(Sensitivity(kind, len(originals) // copies, ratios))
    return rows


def _edited(
    captionsets: Sequence[str], edit: Edit, copies: int, rng: np.random.Generator
) -> tuple[dict[str, str], dict[str, str]]:
    """Captionsets and edited copies of them, by the same keys."""
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
        raise ScoreError(f"{name} gives no captionset more than 0 against itself; it has nothing to lose")
    return float(np.mean(ratios))


def _repeated(ids: Sequence[str]) -> list[int]:
    counts = Counter(ids)
    return [n for n, name in enumerate(ids) if counts[name] > 1]


def _another(name: str, ids: Sequence[str], rng: np.random.Generator) -> str:
    return str(rng.choice([other for other in dict.fromkeys(ids) if other != name]))
