"""Sensitivity of metrics to wrong identities: captionsets with ids swapped, added or removed (MICap, Table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from cinescribe.errors import CinescribeError, ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import FailedScore, Score, mean_score
from cinescribe.metrics.identity.person_ids import normalise_ids, person_ids, rename_ids

_Edit = Callable[[str, np.random.Generator], str | None]


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
    captionsets: Sequence[str] | Mapping[str, str],
    metrics: Mapping[str, Callable[[Pairs], Score]],
    *,
    copies: int = 3,
    seed: int = 0,
) -> list[Score]:
    """Return the share of each metric's score that is left when captionsets are compared with edited copies.

    Ids are renamed by first appearance on both sides. A kind of edit leaves out the captionsets that do not allow it,
    and a metric those that score 0, or have no score, against themselves.

    Args:
        captionsets: texts with ids, each with the captions of consecutive clips, as a list or by id.
        metrics: functions by name, from pairs to a score with a value for each item.
        copies: number of edited copies of each captionset, for each kind of edit.
        seed: seed of the edits.

    Returns:
        For each kind of edit the scores `<metric>, swap` (or `add`, `remove`): the mean over captionsets of the mean
        over copies of edited score / score against itself; lower is more sensitive. Where a kind of edit, or a metric,
        has no captionset, and where a metric fails, a `FailedScore`.

    Raises:
        ScoreError: for fewer than one copy; the first error, when there is no value at all.
    """
    if copies < 1:
        raise ScoreError(f"the number of copies is {copies}; edit each captionset once or more")
    texts = captionsets if isinstance(captionsets, Mapping) else {str(n): text for n, text in enumerate(captionsets)}
    rng = np.random.default_rng(seed)
    scores: list[Score] = []
    for kind, edit in EDITS.items():
        edited = _edited(texts, edit, copies, rng)
        for name, metric in metrics.items():
            try:
                scores.append(_left(name, metric, texts, edited, kind=kind, settings=f"copies:{copies}|seed:{seed}"))
            except CinescribeError as error:
                scores.append(FailedScore(f"{name}, {kind}", error))
    errors = [score.error for score in scores if score.error is not None]
    if errors and len(errors) == len(scores):
        raise errors[0]
    return scores


def _edited(texts: Mapping[str, str], edit: _Edit, copies: int, rng: np.random.Generator) -> dict[str, list[str]]:
    """Return the edited copies of the captionsets that allow the edit."""
    edited = {key: [edit(text, rng) for _ in range(copies)] for key, text in texts.items()}
    return {
        key: [normalise_ids(one) for one in found if one is not None] for key, found in edited.items() if all(found)
    }


def _left(
    name: str,
    metric: Callable[[Pairs], Score],
    texts: Mapping[str, str],
    edited: Mapping[str, Sequence[str]],
    *,
    kind: str,
    settings: str,
) -> Score:
    if not edited:
        raise ScoreError(f"no captionset allows the edit {kind!r}; give more captionsets with ids such as P1, P2")
    numbered = {(key, n): f"{key}.{n}" for key, copies in edited.items() for n in range(len(copies))}
    originals = {item: normalise_ids(texts[key]) for (key, _), item in numbered.items()}
    before = metric(Pairs.of(originals, originals))
    after = metric(Pairs.of({item: edited[key][n] for (key, n), item in numbered.items()}, originals))
    ratios: dict[str, list[float]] = {}
    for (key, _), item in numbered.items():
        if (own := before.per_item.get(item, 0.0)) > 0:
            ratios.setdefault(key, []).append(after.per_item[item] / own)
    if not ratios:
        raise ScoreError(f"{name} gives no captionset a score above 0 against itself; leave this metric out")
    values = np.array([np.mean(each) for each in ratios.values()])
    called, _, rest = before.signature.partition("|")
    return mean_score(f"{name}, {kind}", list(ratios), values, signature=f"{called}|edit:{kind}|{settings}|{rest}")


def _repeated_mentions(ids: Sequence[str]) -> list[int]:
    counts = Counter(ids)
    return [n for n, name in enumerate(ids) if counts[name] > 1]


def _other_id(name: str, ids: Sequence[str], rng: np.random.Generator) -> str:
    return str(rng.choice([other for other in dict.fromkeys(ids) if other != name]))
