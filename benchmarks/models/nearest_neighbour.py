"""Retrieval of the nearest clip: ours beside scikit-learn's brute force with the Manhattan distance, in CPU seconds.

    python -m benchmarks.models.nearest_neighbour [--training N] [--queries N] [--write]

On vectors whose absolute values sum to 1, the histogram intersection is 1 - L1 / 2, so both find the same neighbour.
Vectors are random walks, which resemble features of films: neighbouring clips are alike.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before NumPy and scikit-learn: one core for both

import numpy as np
from numpy.typing import NDArray
from sklearn.neighbors import NearestNeighbors

from benchmarks.clock import seconds
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.models.fitted.nearest import NearestNeighbour

WIDTH = 181  # of our picture features
GOAL = 2


def walk(n: int, seed: int) -> NDArray[np.float32]:
    """Return vectors of clips of films, (n, WIDTH), 300 clips a film."""
    rng = np.random.default_rng(seed)
    films = [np.cumsum(rng.normal(size=(300, WIDTH)), 0) / 5 + rng.normal(size=WIDTH) for _ in range(-(-n // 300))]
    return np.concatenate(films)[:n].astype(np.float32)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--training", type=int, default=60_000)
    parser.add_argument("--queries", type=int, default=1_000)
    add_write_option(parser)
    arguments = parser.parse_args()
    training, queries = walk(arguments.training, 1), walk(arguments.queries, 2)
    model = NearestNeighbour(training, [""] * len(training), widths=(WIDTH,))
    model.nearest(queries[:1])  # compiles, or reads the compiled code
    ours, (numbers, _) = seconds(lambda: model.nearest(queries), n_rounds=3)
    normalised = [rows / np.abs(rows).sum(1, keepdims=True) for rows in (training, queries)]
    peer = NearestNeighbors(n_neighbors=1, algorithm="brute", metric="manhattan", n_jobs=1).fit(normalised[0])
    theirs, found = seconds(lambda: peer.kneighbors(normalised[1], return_distance=False)[:, 0], n_rounds=3)
    same = float((numbers == found).mean())
    rows = [("ours", f"{ours:.2f}"), ("scikit-learn", f"{theirs:.2f}")]
    title = f"{arguments.queries:,} clips among {arguments.training:,}, {WIDTH} numbers each"
    table = print_table(title, ("", "CPU s"), rows, f"The same neighbour: {100 * same:.1f} %.")
    times = Headline("scikit-learn's time over ours, one core", f"{theirs / ours:.1f}", f"{GOAL}")
    headlines = [times, Headline("the same neighbour", f"{100 * same:.1f} %", "100")]
    report_results("nearest_neighbour", "Nearest clips", headlines=headlines, tables=[table], write=arguments.write)


if __name__ == "__main__":
    main()
