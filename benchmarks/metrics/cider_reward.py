"""CIDEr-D as a reward: 50 images x 5 beams x 5 references, ours beside the usual pure-Python scorer, in CPU seconds.

Captions are val2014's, as the pycocoevalcap wheel carries them. Beams are captions of the image or of another one with
a fifth of the words exchanged, and some repeated. Both sides have the document frequencies of all 40,504 images counted
before the clock starts; ours has the references prepared then, too, and its code compiled, and that is printed apart.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np
from pycocoevalcap.cider.cider_scorer import CiderScorer

from benchmarks.clock import seconds
from benchmarks.metrics.val2014 import val2014
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.overlap.cider_reward import CiderReward

N_IMAGES, N_BEAMS, N_REFERENCES = 50, 5, 5
N_ROUNDS = 20
GOAL = 50
SEED = 3


class Peer(CiderScorer):
    """The usual scorer, its document frequencies counted over more items than it scores."""

    def __init__(self, frequencies: dict[tuple[str, ...], float], n_items: int) -> None:
        super().__init__(n=4, sigma=6.0)
        self.document_frequency = frequencies
        self.crefs = _Counted(n_items)


class _Counted(list[object]):
    """A list that says it is longer: the scorer takes log N from its references' number."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self._n = n

    def __len__(self) -> int:
        return self._n


def beams(captions: list[list[list[int]]], n_words: int) -> tuple[list[list[int]], list[int]]:
    """Candidates and the items they are of."""
    chance = random.Random(SEED)
    items = [item for item in chance.sample(range(len(captions)), N_IMAGES) for _ in range(N_BEAMS)]
    rows = []
    for item in items:
        text = chance.choice(captions[chance.choice([item, chance.randrange(len(captions))])])
        row = [word if chance.random() < 0.8 else chance.randrange(n_words) for word in text]
        rows.append(row + chance.sample(row, min(2, len(row))))
    return rows, items


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: the captions come with pycocoevalcap")
    parser.parse_args()
    texts = [captions[:N_REFERENCES] for captions in val2014().values()]
    tokens = iter(tokenize([text for captions in texts for text in captions]))
    numbers: dict[str, int] = {}
    captions = [[[numbers.setdefault(word, len(numbers)) for word in next(tokens)] for _ in held] for held in texts]
    rows, items = beams(captions, len(numbers))

    start = time.process_time()
    reward = CiderReward.of(captions)
    prepared = time.process_time() - start
    lengths = np.array([len(row) for row in rows])
    words = np.zeros((len(rows), lengths.max()), np.int64)
    for row, line in zip(rows, words, strict=True):
        line[: len(row)] = row
    start = time.process_time()
    reward.reward(words, items, lengths=lengths)
    first = time.process_time() - start

    counter = CiderScorer(n=4, sigma=6.0)
    written = [[" ".join(map(str, text)) for text in held] for held in captions]
    for held in written:
        counter.cook_append(None, held)
    counter.compute_doc_freq()

    def usual() -> list[float]:
        scorer = Peer(counter.document_frequency, len(captions))
        for row, item in zip(rows, items, strict=True):
            scorer += (" ".join(map(str, row)), written[item])
        return scorer.compute_cider()

    values = reward.reward(words, items, lengths=lengths)
    own, peer = (
        seconds(run, n_rounds=N_ROUNDS)[0] for run in (lambda: reward.reward(words, items, lengths=lengths), usual)
    )
    print(f"{len(rows)} candidates, {N_REFERENCES} references each; mean reward {values.mean():.4f}")
    print(f"pycocoevalcap {peer * 1e3:8.2f} ms")
    print(f"ours          {own * 1e3:8.2f} ms   {peer / own:.0f} times less (goal {GOAL})")
    print(f"apart by {np.abs(values - np.array(usual())).max():.1e} at most (goal 1e-12)")
    print(f"once: {prepared:.1f} s to prepare {len(captions)} items, {first:.1f} s for the first call")


if __name__ == "__main__":
    main()
