"""CIDEr-D as a reward: 50 images x 5 beams x 5 references, ours beside the usual pure-Python scorer, in CPU seconds.

Captions are val2014's, from the pycocoevalcap wheel. Beams are captions of the image or of another one, with a fifth of
the words replaced and some repeated. Both sides count the document frequencies of all 40,504 images before the clock
starts. Ours also prepares the references and compiles its code then; that time is printed separately.
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
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.overlap.cider_reward import CiderReward

N_IMAGES, N_BEAMS, N_REFERENCES = 50, 5, 5
N_ROUNDS = 20
GOAL = 50
SEED = 3


class Peer(CiderScorer):  # type: ignore[misc]  # pycocoevalcap has no types
    """The usual scorer, with document frequencies from more items than it scores."""

    def __init__(self, frequencies: dict[tuple[str, ...], float], n_items: int) -> None:
        super().__init__(n=4, sigma=6.0)
        self.document_frequency = frequencies
        self.crefs = _ListOfLength(n_items)


class _ListOfLength(list[object]):
    """A list with a given length, from which the scorer takes log N."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self._n = n

    def __len__(self) -> int:
        return self._n


def beams(captions: list[list[list[int]]], n_words: int) -> tuple[list[list[int]], list[int]]:
    """Return candidates and their items."""
    rng = random.Random(SEED)
    items = [item for item in rng.sample(range(len(captions)), N_IMAGES) for _ in range(N_BEAMS)]
    rows = []
    for item in items:
        text = rng.choice(captions[rng.choice([item, rng.randrange(len(captions))])])
        row = [word if rng.random() < 0.8 else rng.randrange(n_words) for word in text]
        rows.append(row + rng.sample(row, min(2, len(row))))
    return rows, items


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: the captions come with pycocoevalcap")
    add_write_option(parser)
    arguments = parser.parse_args()
    texts = [captions[:N_REFERENCES] for captions in val2014().values()]
    tokens = iter(tokenize([text for captions in texts for text in captions]))
    numbers: dict[str, int] = {}
    captions = [[[numbers.setdefault(word, len(numbers)) for word in next(tokens)] for _ in image] for image in texts]
    rows, items = beams(captions, len(numbers))

    start = time.process_time()
    reward = CiderReward.of(captions)
    prepared = time.process_time() - start
    lengths = np.array([len(row) for row in rows])
    words = np.zeros((len(rows), lengths.max()), np.int64)
    for row, padded in zip(rows, words, strict=True):
        padded[: len(row)] = row
    start = time.process_time()
    reward.reward(words, items, lengths=lengths)
    first = time.process_time() - start

    counter = CiderScorer(n=4, sigma=6.0)
    written = [[" ".join(map(str, text)) for text in image] for image in captions]
    for image in written:
        counter.cook_append(None, image)
    counter.compute_doc_freq()

    def usual() -> list[float]:
        scorer = Peer(counter.document_frequency, len(captions))
        for row, item in zip(rows, items, strict=True):
            scorer += (" ".join(map(str, row)), written[item])
        values: list[float] = scorer.compute_cider()
        return values

    values = reward.reward(words, items, lengths=lengths)
    own, peer = (
        seconds(run, n_rounds=N_ROUNDS)[0] for run in (lambda: reward.reward(words, items, lengths=lengths), usual)
    )
    table = print_table(
        f"{len(rows)} candidates, {N_REFERENCES} references each; mean reward {values.mean():.4f}",
        ("what", "CPU"),
        [
            ("pycocoevalcap", f"{peer * 1e3:.2f} ms"),
            ("ours", f"{own * 1e3:.2f} ms"),
            (f"once: preparing {len(captions):,} items", f"{prepared:.1f} s"),
            ("once: the first call, which compiles", f"{first:.1f} s"),
        ],
    )
    headlines = [
        Headline("CIDEr-D reward, speed", f"{peer / own:.0f} times the peer", f"≥ {GOAL}"),
        Headline("largest difference", f"{np.abs(values - np.array(usual())).max():.1e}", "≤ 1e-12"),
    ]
    report_results("cider_reward", "CIDEr-D as a reward", headlines=headlines, tables=[table], write=arguments.write)


if __name__ == "__main__":
    main()
