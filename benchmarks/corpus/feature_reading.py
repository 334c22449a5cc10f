"""What reading an epoch costs beside training on it: MICap at the paper's size, CPU seconds, one thread.

Films of noise lie in a feature store: pictures five times a second (512 numbers), actions twice a second (1,024), seven
faces a second (512) of eight people, so that a set of five clips of ten seconds has more than the 300 that are kept.
Sets overlap, as they are trained on, and each epoch draws them in another order; the first also finds which rows each
set is made of. Captions have some 110 tokens and ten blanks, whose vectors (1,536) are kept. A step is the joint
model's on 16 sets: captions and blanks, forward, backward, Adam. The exit code is 1 where reading costs more than it
may.
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
from cinescribe.corpus.core.videosets import overlapping_sets
from cinescribe.features.clip_sets.blank_embedding_cache import KeptBlanks
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.rows.timed_features import FaceRows, TimedRows
from cinescribe.features.store.film_shards import Made
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.micap.micap import micap_joint
from cinescribe.models.micap.sizes import MicapSizes
from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Span
from cinescribe.train.objectives.clip_objectives import Weights, groups_of
from cinescribe.train.objectives.losses import counts

N_WORDS, CLIP_SECONDS, BATCH = 30_522, 10.0, 16
PICTURES_HZ, ACTIONS_HZ, FACES_HZ = 5.0, 2.0, 7.0
N_PEOPLE = 8  # of a film
GOAL = 0.05  # of a step
TOKENS = Vocabulary(tuple(f"w{n}" for n in range(N_WORDS - 7)))
MADE = Made("noise", "1")


class NoiseBlanks:
    """Vectors of blanks by lot, always the same for a set."""

    name, width = "noise", 1536

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """(K, 1536) a set."""
        return [self._of(" ".join(clip.text or "" for clip in one.clips)) for one in sets]

    def _of(self, text: str) -> NDArray[np.float32]:
        lots = np.random.default_rng(zlib.crc32(text.encode()))
        return lots.standard_normal((text.count("P"), self.width), np.float32)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=4)
    parser.add_argument("--clips", type=int, default=60, help="of a film")
    parser.add_argument("--steps", type=int, default=1)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        store = FeatureStore(Path(folder))
        sets = [one for n in range(asked.films) for one in film_sets(store, f"film{n}", asked.clips)]
        reader = SetReader(store.features, TOKENS, blank_text=KeptBlanks(NoiseBlanks()))
        epochs = [read_epoch(reader, sets, number) for number in range(3)]
        batch = reader.batch(sets[:BATCH])
        step = min(step_seconds(batch, number) for number in range(asked.steps))
    print(f"{len(sets)} sets; a batch: frames {tuple(batch.frames.shape)}, faces {tuple(batch.faces.shape)},")
    print(f"  words {tuple(batch.words.shape)}, blanks {tuple(batch.blanks.shape)}")
    for number, one in enumerate(epochs, 1):
        print(f"epoch {number}: {1000 * one:.2f} ms a set, {one * BATCH / step:.2%} of a step")
    print(f"a step of {BATCH} sets: {step:.2f} CPU s; goal {GOAL:.0%}")
    sys.exit(max(epochs) * BATCH / step > GOAL)


def film_sets(store: FeatureStore, film: str, n_clips: int) -> list[ClipSet]:
    """The sets of a film of noise whose features are then in the store."""
    lots = np.random.default_rng(zlib.crc32(film.encode()))
    length = n_clips * CLIP_SECONDS
    for stream, rate, width in (("clip", PICTURES_HZ, 512), ("actions", ACTIONS_HZ, 1024)):
        times = np.arange(0, length, 1 / rate)
        store.write(film, stream, TimedRows(times, lots.standard_normal((len(times), width), np.float32)), made=MADE)
    store.write(film, "faces", faces(lots, length), made=MADE)
    spans = [Span(n * CLIP_SECONDS, (n + 1) * CLIP_SECONDS) for n in range(n_clips)]
    clips = [Clip(f"{film}_{n}", film, span, caption(lots)) for n, span in enumerate(spans)]
    return overlapping_sets(clips)


def faces(lots: np.random.Generator, length: float) -> FaceRows:
    """Faces of some people, a few of nobody again."""
    times = np.arange(0, length, 1 / FACES_HZ)
    people = lots.standard_normal((N_PEOPLE, 512), np.float32)
    rows = people[lots.integers(0, N_PEOPLE, len(times))] + 0.5 * lots.standard_normal((len(times), 512), np.float32)
    boxes = np.sort(lots.random((len(times), 2, 2), np.float32), 1).reshape(-1, 4)
    return FaceRows(times, boxes, lots.random(len(times), np.float32), rows)


def caption(lots: np.random.Generator) -> str:
    """About 22 tokens, two of them people."""
    words = [f"w{n}" for n in lots.integers(0, N_WORDS - 7, 19)]
    return f"P{lots.integers(1, 5)} {' '.join(words)} P{lots.integers(1, 5)}."


def read_epoch(reader: SetReader, sets: Sequence[ClipSet], number: int) -> float:
    """CPU seconds a set, of an epoch read in batches."""
    order = np.random.default_rng(number).permutation(len(sets))
    batches = [[sets[n] for n in order[at : at + BATCH]] for at in range(0, len(sets), BATCH)]
    spent, _ = seconds(lambda: [reader.batch(batch) for batch in batches])
    return spent / len(sets)


def step_seconds(batch: SetBatch, seed: int) -> float:
    """CPU seconds of a training step, a first one left out."""
    torch.manual_seed(seed)
    sizes = MicapSizes(len(TOKENS), TOKENS.first_person, TOKENS.separator)
    model = micap_joint(sizes)
    moves = torch.optim.Adam(model.parameters(), lr=5e-5)
    (group,) = groups_of(TOKENS, Weights())

    def step() -> None:
        moves.zero_grad()
        targets = counts([batch], group)
        for each, count in zip(group, targets, strict=True):
            (each.loss(model, batch) / count).backward()
        moves.step()

    step()
    return seconds(step)[0]


if __name__ == "__main__":
    main()
