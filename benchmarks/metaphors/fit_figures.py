"""Fits how sure a writer of metaphors may be, on adverts that it was not trained on.

    python -m benchmarks.metaphors.fit_figures CHECKPOINT -o DIR [--adverts 150] [--plain 60] [--films DIR]

CHECKPOINT is a video language model trained on adverts. New adverts are shot, with the pairs of concepts of the
validation split, and kept in the folder of `--films`. A line is fitted to the log-probability of each metaphor that the
model writes, and to whether all three parts are true; of a plain advert, any metaphor is false. DIR gets the checkpoint
with this line.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterator
from pathlib import Path

import torch

from benchmarks.metaphors.runs import PARTS, part_of
from cinescribe.backlot.adverts.shoot_adverts import shoot_adverts
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT
from cinescribe.corpus.datasets.backlot_adverts import split_ideas
from cinescribe.corpus.datasets.backlot_sizes import ADVERT_CORPUS_SIZES
from cinescribe.generate.commonsense.confidence import fitted_line
from cinescribe.generate.video_lm.metaphor_writer import METAPHOR, MetaphorWriter
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.models.video_lm.video_checkpoint import read_video_checkpoint, write_video_checkpoint
from cinescribe.store import read_records
from cinescribe.timing import Span

SEED = 9_500  # of no corpus


def is_true(caption: str, truth: FilmTruth) -> bool:
    """Return whether all parts of a caption that is a metaphor are those of an advert."""
    return truth.metaphor is not None and all(part_of(caption, part) == getattr(truth.metaphor, part) for part in PARTS)


def judged_metaphors(writer: MetaphorWriter, folder: Path, *, adverts: int, plain: int) -> Iterator[tuple[float, bool]]:
    """Shoot adverts; yield the log-probability of each metaphor that is written, and whether it is true."""
    size = ADVERT_CORPUS_SIZES["small"]
    shot = shoot_adverts(
        folder,
        adverts=adverts,
        plain=plain,
        seed=SEED,
        size=size.length,
        of=split_ideas(size)["val"],
        height=CORPUS_HEIGHT,  # the model was trained on adverts of this height, scaled down
    )
    for truth in read_records(shot.truth, FilmTruth):
        [(caption, log_prob)] = writer.captions(folder / truth.film, [Span(0.0, truth.duration)])
        if metaphor(caption) is not None:
            yield log_prob, is_true(caption, truth)


def main() -> None:
    """Fit the line, and write the checkpoint with it."""
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--adverts", type=int, default=150)
    parser.add_argument("--plain", type=int, default=60)
    parser.add_argument("--films", type=Path, default=root / "build" / "figures-validation", help="the new adverts")
    args = parser.parse_args()
    torch.set_num_threads(1)
    trained = read_video_checkpoint(args.checkpoint)
    writer = MetaphorWriter(trained, name="unfitted")
    found = list(judged_metaphors(writer, args.films, adverts=args.adverts, plain=args.plain))
    line = fitted_line([log_prob for log_prob, _ in found], [true for _, true in found])
    card = dataclasses.replace(trained.card, confidence={METAPHOR: list(line)})
    write_video_checkpoint(args.output, trained.model, card, fp16=bool(trained.card.recipe.get("fp16")))
    print(f"{args.output}: {line}, from {len(found)} metaphors, {sum(true for _, true in found)} of them true")


if __name__ == "__main__":
    main()
