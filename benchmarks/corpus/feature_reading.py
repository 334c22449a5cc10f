"""Time to read an epoch compared with training on it: MICap at the paper's size, CPU seconds, one thread.

A feature store has films of noise: frames five times a second (512 numbers), actions twice a second (1,024), and seven
faces a second (512) of eight people, so that a set of five clips of ten seconds has more faces than the limit of 300.
Sets overlap, as in training, and each epoch reads them in another order; the first epoch also finds the feature vectors
of each set. Captions have some 110 tokens and ten blanks, whose vectors (1,536) are cached. A step trains the joint
model on 16 sets: captions and blanks, forward, backward, Adam. The exit code is 1 if reading takes more than its goal.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.clock import seconds
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.corpus.core.videosets import overlapping_sets
from cinescribe.features.clip_sets.blank_embedding_cache import CachedBlanks
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_shards import Provenance
from cinescribe.features.store.film_store import FeatureStore, StreamName
from cinescribe.features.timed.timed_features import FaceFeatures, TimedFeatures, no_appearance
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.micap.micap import micap_joint
from cinescribe.models.micap.sizes import MicapSizes
from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Span
from cinescribe.train.objectives.clip_objectives import LossConfig, build_clip_objectives
from cinescribe.train.objectives.losses import target_counts

N_WORDS, CLIP_SECONDS, BATCH = 30_522, 10.0, 16
PICTURES_HZ, ACTIONS_HZ, FACES_HZ = 5.0, 2.0, 7.0
N_PEOPLE = 8  # per film
GOAL = 0.05  # maximum time of reading a batch, as a share of a step
TOKENS = Vocabulary(tuple(f"w{n}" for n in range(N_WORDS - 7)))
PROVENANCE = Provenance("noise", "1")


class NoiseBlanks:
    """Random vectors of blanks, always the same for a set."""

    name, width = "noise", 1536

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """Return vectors for each set, (K, 1536)."""
        return [self._of(" ".join(clip.text or "" for clip in one.clips)) for one in sets]

    def _of(self, text: str) -> NDArray[np.float32]:
        rng = np.random.default_rng(zlib.crc32(text.encode()))
        return rng.standard_normal((text.count("P"), self.width), np.float32)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=4)
    parser.add_argument("--clips", type=int, default=60, help="of a film")
    parser.add_argument("--steps", type=int, default=1)
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        store = FeatureStore(Path(folder))
        sets = [one for n in range(args.films) for one in film_sets(store, f"film{n}", args.clips)]
        reader = SetReader(store.features, TOKENS, blank_text=CachedBlanks(NoiseBlanks()))
        epochs = [read_epoch(reader, sets, number) for number in range(3)]
        batch = reader.batch(sets[:BATCH])
        step = min(step_seconds(batch, number) for number in range(args.steps))
    shapes = {name: tuple(getattr(batch, name).shape) for name in ("frames", "faces", "words", "blanks")}
    table = print_table(
        f"{len(sets)} sets",
        ("epoch", "CPU ms a set", "share of a step"),
        [(str(number), f"{1000 * one:.2f}", f"{one * BATCH / step:.2%}") for number, one in enumerate(epochs, 1)],
        f"A step of {BATCH} sets takes {step:.2f} CPU s; shapes of a batch: {shapes}.",
    )
    shares = "; ".join(str(row[2]) for row in table.rows)
    headline = Headline("reading a set, by epoch", f"{shares} of a training step", f"≤ {GOAL:.0%}")
    report_results("features", "Reading features", headlines=[headline], tables=[table], write=args.write)
    sys.exit(max(epochs) * BATCH / step > GOAL)


def film_sets(store: FeatureStore, film: str, n_clips: int) -> list[ClipSet]:
    """Write a film of noise to the store and return its sets."""
    rng = np.random.default_rng(zlib.crc32(film.encode()))
    length = n_clips * CLIP_SECONDS
    streams: tuple[tuple[StreamName, float, int], ...] = (("clip", PICTURES_HZ, 512), ("actions", ACTIONS_HZ, 1024))
    for stream, rate, width in streams:
        times = np.arange(0, length, 1 / rate)
        store.write(
            film, stream, TimedFeatures(times, rng.standard_normal((len(times), width), np.float32)), made=PROVENANCE
        )
    store.write(film, "faces", faces(rng, length), made=PROVENANCE)
    spans = [Span(n * CLIP_SECONDS, (n + 1) * CLIP_SECONDS) for n in range(n_clips)]
    clips = [Clip(f"{film}_{n}", film, span, caption(rng)) for n, span in enumerate(spans)]
    return overlapping_sets(clips)


def faces(rng: np.random.Generator, length: float) -> FaceFeatures:
    """Noisy face vectors of `N_PEOPLE` people."""
    times = np.arange(0, length, 1 / FACES_HZ)
    people = rng.standard_normal((N_PEOPLE, 512), np.float32)
    rows = people[rng.integers(0, N_PEOPLE, len(times))] + 0.5 * rng.standard_normal((len(times), 512), np.float32)
    boxes = np.sort(rng.random((len(times), 2, 2), np.float32), 1).reshape(-1, 4)
    scores, bodies = rng.random(len(times), np.float32), np.zeros((len(times), 0), np.float32)
    return FaceFeatures(times, boxes, scores, rows, bodies, *no_appearance(len(times)))


def caption(rng: np.random.Generator) -> str:
    """A caption of about 22 tokens, two of them people."""
    words = [f"w{n}" for n in rng.integers(0, N_WORDS - 7, 19)]
    return f"P{rng.integers(1, 5)} {' '.join(words)} P{rng.integers(1, 5)}."


def read_epoch(reader: SetReader, sets: Sequence[ClipSet], number: int) -> float:
    """CPU seconds per set of an epoch read in batches."""
    order = np.random.default_rng(number).permutation(len(sets))
    batches = [[sets[n] for n in order[at : at + BATCH]] for at in range(0, len(sets), BATCH)]
    spent, _ = seconds(lambda: [reader.batch(batch) for batch in batches])
    return spent / len(sets)


def step_seconds(batch: SetBatch, seed: int) -> float:
    """CPU seconds of a training step, after a warm-up step."""
    torch.manual_seed(seed)
    sizes = MicapSizes(len(TOKENS), TOKENS.first_person, TOKENS.separator)
    model = micap_joint(sizes)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-5)
    (objectives,) = build_clip_objectives(TOKENS, LossConfig())

    def step() -> None:
        optimizer.zero_grad()
        targets = target_counts([batch], objectives)
        for objective, count in zip(objectives, targets, strict=True):
            (objective.loss(model, batch) / count).backward()
        optimizer.step()

    step()
    return seconds(step)[0]


if __name__ == "__main__":
    main()
