"""Alignment of two word sequences: longest common subsequence by bit-parallel dynamic programming."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq


def matched_words(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int]]:
    """Return the index pairs of a longest common subsequence of two word sequences, rising in both.

    Time is in the order of `len(first) * len(second) / 64`; memory is one bit for each pair of words.
    """
    if len(second) < len(first):
        return [(one, other) for other, one in matched_words(second, first)]
    # Words of only one sequence match nothing. Frequent words get small numbers, which the library looks up faster.
    numbers = {word: n for n, (word, _) in enumerate(Counter(first).most_common())}
    places = [at for at, word in enumerate(second) if word in numbers]
    one, other = [numbers[word] for word in first], [numbers[second[at]] for at in places]
    return [
        (block.a + k, places[block.b + k])
        for block in LCSseq.editops(one, other).as_matching_blocks()
        for k in range(block.size)
    ]
