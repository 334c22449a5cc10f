"""Small parallel texts, drawn at random."""

import random

from cinescribe.models.translation.bitext import Bitext

LABELS = [f"s{n}" for n in range(12)]
FILLERS = ("the", "a", "in")


def sentence_pairs(n=300, seed=0):
    """Labels in random order, and words of two kinds for each, with fillers, sometimes in the other direction."""
    rng = random.Random(seed)
    pairs = []
    for _ in range(n):
        source = rng.sample(LABELS, rng.randint(1, 4))
        target = []
        for label in source:
            target += [rng.choice(FILLERS)] if rng.random() < 0.5 else []
            target.append(rng.choice("tu") + label[1:])
        pairs.append((source, target if rng.random() < 0.7 else target[::-1]))
    return pairs


def random_bitext(n=300, seed=0):
    return Bitext.of(sentence_pairs(n, seed))
