"""The paraphrase table as far as a corpus uses it, for METEOR's fourth module."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.core.tokens import Texts
from cinescribe.metrics.meteor.matches import Laid, Table
from cinescribe.metrics.meteor.paraphrases import Entries, Paraphrases, phrase_hashes

Slots = NDArray[np.uint64]  # a hash table with open addressing: a phrase's hash stands at its place, 0 at a free one


def without_phrases(candidates: Texts, references: Texts) -> tuple[Laid, Laid, Table]:
    """The texts and what stands for the table when there is none."""
    texts = [
        Laid(held.words, np.zeros((len(held.words), 0), np.int32), held.bounds) for held in (candidates, references)
    ]
    return texts[0], texts[1], Table(np.zeros(0, np.int32), np.zeros(1, np.int64), np.zeros(0, np.int64))


def with_phrases(
    candidates: Texts, references: Texts, *, vocabulary: Sequence[str], table: Paraphrases
) -> tuple[Laid, Laid, Table]:
    """The texts with their phrases, and the table's entries of which they have both phrase and paraphrase.

    Raises:
        ScoreError: when the table cannot be read.
    """
    letters, bounds = _spelt(vocabulary)
    hashes = [phrase_hashes(texts.words, texts.bounds, letters, bounds) for texts in (candidates, references)]
    n_hashes = sum(int(np.count_nonzero(spans)) for spans in hashes)
    slots = np.zeros(1 << (3 * n_hashes // 2).bit_length(), np.uint64)  # a third free at least
    places = [_placed(slots, spans) for spans in hashes]
    entries = np.concatenate([_known(slots, block) for block in table.entries()])
    numbers, n_phrases = _numbers(entries, len(slots))
    first = numbers[entries[:, 0]]
    others = numbers[entries[np.argsort(first, kind="stable"), 1]]
    counts = np.bincount(first, minlength=n_phrases)
    texts = [
        Laid(held.words, numbers[at], held.bounds) for held, at in zip((candidates, references), places, strict=True)
    ]
    return texts[0], texts[1], Table(others, _ends(counts), np.full(n_phrases, -1, np.int64))


def _ends(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts)])


def _spelt(vocabulary: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    spelt = [word.encode() for word in vocabulary]
    return np.frombuffer(b"".join(spelt), np.uint8), np.cumsum([0, *map(len, spelt)], dtype=np.int64)


def _numbers(entries: NDArray[np.int32], n_slots: int) -> tuple[NDArray[np.int32], int]:
    """Of each place the number of its phrase, -1 for one without entries and, last, for the place of no phrase."""
    is_known = np.zeros(n_slots + 1, np.bool_)
    is_known[entries] = True
    return np.where(is_known, np.cumsum(is_known) - 1, -1).astype(np.int32), int(is_known.sum())


@njit(cache=True)
def _place(slots: Slots, hashed: np.uint64) -> np.int64:
    """Where a hash stands, or the free place where it would."""
    last = np.uint64(len(slots) - 1)
    at = hashed & last
    while slots[at] != 0 and slots[at] != hashed:
        at = (at + np.uint64(1)) & last
    return np.int64(at)


@njit(cache=True)
def _placed(slots: Slots, hashes: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Put hashes into the slots; the place of each, -1 where there is no phrase, shaped as they are."""
    places = np.full(hashes.shape, -1, np.int32)
    for s in range(hashes.shape[0]):
        for n in range(hashes.shape[1]):
            if hashes[s, n] != 0:
                places[s, n] = _place(slots, hashes[s, n])
                slots[places[s, n]] = hashes[s, n]
    return places


@njit(cache=True)
def _known(slots: Slots, entries: Entries) -> NDArray[np.int32]:
    """The entries of which both hashes are in the slots, as places, (known, 2)."""
    known = np.empty(entries.shape, np.int32)
    n = 0
    for e in range(len(entries)):
        left = _place(slots, entries[e, 0])
        if slots[left] != 0:
            right = _place(slots, entries[e, 1])
            if slots[right] != 0:
                known[n] = left, right
                n += 1
    return known[:n].copy()
