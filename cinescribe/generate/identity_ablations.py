"""Captions with people told apart not at all, or at every mention: what a metric sees of identity (MICap, table 5)."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.metrics.identity.person_ids import person_ids, rename_ids


def all_same(texts: Sequence[str]) -> tuple[str, ...]:
    """The captions of a set with everybody as P1."""
    return tuple(rename_ids(text, ["P1"] * len(person_ids(text))) for text in texts)


def all_different(texts: Sequence[str]) -> tuple[str, ...]:
    """The captions of a set with somebody new at each mention, P1 on."""
    out, n_seen = [], 0
    for text in texts:
        n_here = len(person_ids(text))
        out.append(rename_ids(text, [f"P{n_seen + n}" for n in range(1, n_here + 1)]))
        n_seen += n_here
    return tuple(out)
