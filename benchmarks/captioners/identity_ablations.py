"""Captions with all people the same or all different, to test how a metric scores identity (MICap, table 5)."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.metrics.identity.person_ids import person_ids, rename_ids


def all_same(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the captions of a set with everybody as P1."""
    return tuple(rename_ids(text, ["P1"] * len(person_ids(text))) for text in texts)


def all_different(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the captions of a set with a new person at each mention, P1 on."""
    out, n_mentions = [], 0
    for text in texts:
        n_here = len(person_ids(text))
        out.append(rename_ids(text, [f"P{n_mentions + n}" for n in range(1, n_here + 1)]))
        n_mentions += n_here
    return tuple(out)
