"""Two sequences of words laid side by side: their longest common subsequence, by bit-parallel dynamic programming."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import LCSseq


def matched_words(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int]]:
    """The places, rising in both, at which two sequences have the same word; as many as can be.

    Takes time of the order of `len(first) * len(second) / 64` and one bit for each pair of places.
    """
    numbers: dict[str, int] = {}
    one, other = ([numbers.setdefault(word, len(numbers)) for word in words] for words in (first, second))
    return [
        (block.src_start + k, block.dest_start + k)
        for block in LCSseq.opcodes(one, other)
        if block.tag == "equal"
        for k in range(block.src_end - block.src_start)
    ]
