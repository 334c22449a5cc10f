"""The part of the paraphrase table that a corpus uses, for METEOR's paraphrase module."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.core.tokens import Texts
from cinescribe.metrics.meteor.matches import ParaphraseTable, TextBatch
from cinescribe.metrics.meteor.paraphrases import Entries, Paraphrases, phrase_hashes

Slots = NDArray[np.uint64]  # a hash table with open addressing: phrase hashes, 0 in a free slot


def without_phrases(candidates: Texts, references: Texts) -> tuple[TextBatch, TextBatch, ParaphraseTable]:
    """Return the texts and an empty table."""
    texts = [
        TextBatch(side.words, np.zeros((len(side.words), 0), np.int32), side.bounds)
        for side in (candidates, references)
    ]
    return texts[0], texts[1], ParaphraseTable(np.zeros(0, np.int32), np.zeros(1, np.int64), np.zeros(0, np.int64))


def with_phrases(
    candidates: Texts, references: Texts, *, vocabulary: Sequence[str], table: Paraphrases
) -> tuple[TextBatch, TextBatch, ParaphraseTable]:
    """Return the texts with their phrases, and the table's entries whose phrase and paraphrase they contain.

    Raises:
        ScoreError: when the table cannot be read.
    """
    letters, bounds = _encoded(vocabulary)
    hashes = [phrase_hashes(texts.words, texts.bounds, letters, bounds) for texts in (candidates, references)]
    n_hashes = sum(int(np.count_nonzero(spans)) for spans in hashes)
    slots = np.zeros(1 << (3 * n_hashes // 2).bit_length(), np.uint64)  # at least a third stays free
    places = [_insert(slots, spans) for spans in hashes]
    entries = np.concatenate([_used_entries(slots, block) for block in table.entries()])
    numbers, n_phrases = _numbers(entries, len(slots))
    first = numbers[entries[:, 0]]
    others = numbers[entries[np.argsort(first, kind="stable"), 1]]
    counts = np.bincount(first, minlength=n_phrases)
    texts = [
        TextBatch(side.words, numbers[at], side.bounds)
        for side, at in zip((candidates, references), places, strict=True)
    ]
    return texts[0], texts[1], ParaphraseTable(others, _ends(counts), np.full(n_phrases, -1, np.int64))


def _ends(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts)])


def _encoded(vocabulary: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    words = [word.encode() for word in vocabulary]
    return np.frombuffer(b"".join(words), np.uint8), np.cumsum([0, *map(len, words)], dtype=np.int64)


def _numbers(entries: NDArray[np.int32], n_slots: int) -> tuple[NDArray[np.int32], int]:
    """Return the phrase number of each slot, -1 for a slot without entries and for the last, extra one; their count."""
    is_known = np.zeros(n_slots + 1, np.bool_)
    is_known[entries] = True
    return np.where(is_known, np.cumsum(is_known) - 1, -1).astype(np.int32), int(is_known.sum())


@njit(cache=True)
def _slot(slots: Slots, phrase_hash: np.uint64) -> np.int64:
    """Return the slot of a hash, or the free slot where it would go."""
    last = np.uint64(len(slots) - 1)
    slot = phrase_hash & last
    while slots[slot] != 0 and slots[slot] != phrase_hash:
        slot = (slot + np.uint64(1)) & last
    return np.int64(slot)


@njit(cache=True)
def _insert(slots: Slots, hashes: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Insert hashes and return the slot of each, -1 where there is no phrase, in the same shape."""
    places = np.full(hashes.shape, -1, np.int32)
    for s in range(hashes.shape[0]):
        for n in range(hashes.shape[1]):
            if hashes[s, n] != 0:
                places[s, n] = _slot(slots, hashes[s, n])
                slots[places[s, n]] = hashes[s, n]
    return places


@njit(cache=True)
def _used_entries(slots: Slots, entries: Entries) -> NDArray[np.int32]:
    """Return the slots of the entries with both hashes in the table, (used, 2)."""
    used = np.empty(entries.shape, np.int32)
    n = 0
    for e in range(len(entries)):
        left = _slot(slots, entries[e, 0])
        if slots[left] != 0:
            right = _slot(slots, entries[e, 1])
            if slots[right] != 0:
                used[n] = left, right
                n += 1
    return used[:n].copy()
