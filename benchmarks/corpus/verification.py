"""What verifying feature shards costs: CPU seconds of their digests, as a share of one epoch of training on them.

    python -m benchmarks.corpus.verification [--films N] [--clips N] [--write]

The films and the training step are those of `benchmarks.corpus.feature_reading`: MICap at the paper's size. A run
verifies each shard once, so that the share of a run is that of its first epoch, divided by the number of epochs.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from pathlib import Path

import torch

from benchmarks.clock import seconds
from benchmarks.corpus.feature_reading import BATCH, TOKENS, NoiseBlanks, film_sets, read_epoch, step_seconds
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.features.clip_sets.blank_embedding_cache import CachedBlanks
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_store import FeatureStore

GOAL = 0.01  # of the CPU time of an epoch


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=4)
    parser.add_argument("--clips", type=int, default=150, help="of a film")
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        store = FeatureStore(Path(folder))
        sets = [one for n in range(arguments.films) for one in film_sets(store, f"film{n}", arguments.clips)]
        n_bytes = sum(shard.n_bytes for shard in store.shards())
        verify, _ = seconds(store.check)
        reader = SetReader(FeatureStore(Path(folder)).features, TOKENS, blank_text=CachedBlanks(NoiseBlanks()))
        read = len(sets) * read_epoch(reader, sets, 0)
        step = step_seconds(reader.batch(sets[:BATCH]), 0)
    n_steps = math.ceil(len(sets) / BATCH)
    train = n_steps * step
    share = verify / (read + train)
    table = print_table(
        f"{arguments.films} films, {len(sets)} sets, {n_bytes / 1e6:.0f} MB of shards",
        ("part of an epoch", "CPU s"),
        [
            ("digests of all shards, once per run", verify),
            ("reading all sets for the first time, digests included", read),
            (f"{n_steps} steps of {step:.1f} s", train),
        ],
        note=f"SHA-256 at {n_bytes / verify / 1e9:.2f} GB/s. The step is measured once and multiplied.",
    )
    line = Headline("verifying the digests of feature shards, share of an epoch", f"{share:.2%}", f"≤ {GOAL:.0%}")
    report_results("verification", "Cost of verifying shards", headlines=[line], tables=[table], write=arguments.write)


if __name__ == "__main__":
    main()
