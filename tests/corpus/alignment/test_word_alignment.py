import random
from itertools import pairwise

import pytest

from cinescribe.corpus.alignment.word_alignment import matched_words


def longest(first, second):
    """Length of the longest common subsequence, by the textbook's table."""
    row = [0] * (len(second) + 1)
    for word in first:
        above = row[:]
        for at, other in enumerate(second):
            row[at + 1] = above[at] + 1 if word == other else max(above[at + 1], row[at])
    return row[-1]


@pytest.mark.parametrize("lengths", [(40, 25), (25, 40), (30, 30), (1, 9)])
def test_pairs_are_a_longest_common_subsequence(lengths):
    rng = random.Random(sum(lengths))
    first, second = (rng.choices("abcdefgh", k=n) for n in lengths)
    pairs = matched_words(first, second)
    assert len(pairs) == longest(first, second)
    assert all(first[one] == second[other] for one, other in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


def test_no_common_word():
    assert matched_words(["a"], ["b"]) == []
    assert matched_words([], ["b"]) == []
