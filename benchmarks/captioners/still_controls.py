"""The bundled captioner of stills on unseen stills: without their pictures, and explained by every method.

    python -m benchmarks.captioners.still_controls [--stills 240] [--curves 40]

Controls: it reads the regions of another still, the mean region in place of each, or zeros. What its captions then
score is what they owe to language alone. Methods: all of `explain.attribution`, with a random order and equal shares
beside them. The stills are drawn into `--folder` with seeds that no training has; a second run draws none again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from benchmarks.captioners.still_rows import METRICS
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from benchmarks.table_sources import table_sources
from cinescribe.corpus.core.stills import StillCorpus, has_stills, read_stills
from cinescribe.corpus.datasets.backlot_sizes import BacklotSize
from cinescribe.corpus.datasets.backlot_stills import build_backlot_stills
from cinescribe.corpus.extraction.still_features import extract_stills
from cinescribe.explain.attribution.methods import CONTROLS, METHOD_TITLES, method_of
from cinescribe.explain.grounding.corpus_grounding import StillCaption, caption_stills, evaluate_grounding
from cinescribe.explain.targets.explainable_captioners import shipped_image_captioner
from cinescribe.features.regions.picture_regions import RegionSource
from cinescribe.features.regions.region_extractors import region_extractor
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.region_store import RegionStore
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.train.experiments.evaluate import evaluate_stills

OWN = "its picture"
CORPUS_SEED = 7  # of the stills; the bundled model, its choice and all constants are of corpus 0
N_MEAN = 40  # further stills, whose mean region stands for any
NOTES = (
    "The stills have seeds of a corpus that set no weight, constant or epoch. The model is the bundled SMArT on known "
    "boxes: one training, so there is no deviation over seeds.",
    "Without the picture, captions keep the grammar and the commonest words. BLEU, METEOR, ROUGE-L, NW and "
    "Coverage reward this; CIDEr-D, which weights what tells pictures apart, hardly does.",
)
ROOT = Path(__file__).resolve().parents[2]


def picture_controls(pictures: RegionSource, ids: Sequence[str], *, others: Sequence[str]) -> dict[str, RegionSource]:
    """Return what a captioner may read in place of each picture, by name.

    Args:
        pictures: the regions of stills.
        ids: of the stills, two or more; each reads the regions of the next in `another's picture`.
        others: stills whose regions the mean is of.
    """
    following = dict(zip(ids, [*ids[1:], ids[0]], strict=True))
    mean = np.concatenate([pictures(one).rows for one in others]).mean(0)

    def filled(still: str, row: float | np.ndarray) -> np.ndarray:
        return np.broadcast_to(np.float32(row), pictures(still).rows.shape).copy()

    return {
        OWN: pictures,
        "another's picture": lambda still: pictures(following[still]),
        "the mean region everywhere": lambda still: replace(pictures(still), rows=filled(still, mean)),
        "no picture (zeros)": lambda still: replace(pictures(still), rows=filled(still, 0.0)),
    }


def unseen_stills(folder: Path, n_stills: int) -> StillCorpus:
    """Return stills of unseen seeds with the features of their known boxes, drawn unless the folder has so many."""
    if not has_stills(folder) or len(read_stills(folder).stills_of("test")) != n_stills:
        size = BacklotSize[None]("unseen", None, {"train": N_MEAN, "test": n_stills})
        build_backlot_stills(folder, size=size, seed=CORPUS_SEED)
    extract_stills(folder, {"regions": region_extractor("regions")})
    return read_stills(folder)


def control_scores(trained: Checkpoint, corpus: StillCorpus, sources: Sources) -> dict[str, dict[str, Score]]:
    """Return the scores of captions of the split `test` by what was read; the mean region is that of `train`."""
    stills, pictures = corpus.stills_of("test"), RegionStore(corpus.features(trained.card.features)).picture
    ids, others = ([still.id for still in corpus.stills_of(split)] for split in ("test", "train"))
    return {
        name: evaluate_stills(trained.model, _reader(trained, source), stills, metrics=METRICS, sources=sources)
        for name, source in picture_controls(pictures, ids, others=others[:N_MEAN]).items()
    }


def method_rows(captions: Sequence[StillCaption], n_curves: int) -> list[Row]:
    """Return the grounding and faithfulness of each attribution method."""
    similarity, rows = sentence_vectors(), list[Row]()
    for name in (*METHOD_TITLES, *CONTROLS):
        began = time.process_time()
        found = evaluate_grounding(captions, method_of(name), similarity=similarity, n_curves=n_curves)
        assert found.pointing is not None  # all stills have true boxes
        shares = (
            found.pointing.value,
            *(found.grounding[n].value for n in (0, 1, -1)),
            found.deletion,
            found.insertion,
        )
        title = METHOD_TITLES.get(name, {"random": "a random order", "even": "all parts alike"}.get(name, name))
        rows.append((title, *(f"{100 * value:.1f}" for value in shares), f"{time.process_time() - began:.0f}"))
    return rows


def _reader(trained: Checkpoint, source: RegionSource) -> RegionReader:
    sizes = trained.card.pictures
    return RegionReader(source, trained.tokens, n_regions=sizes.n_regions, n_tokens=sizes.n_tokens)


def _score_row(name: str, scores: Mapping[str, Score]) -> Row:
    cells = (f"{score.value:.3f}" if metric == "NW" else f"{100 * score.value:.1f}" for metric, score in scores.items())
    return name, *cells


def main() -> None:
    """Print the tables, and write them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "unseen-stills")
    parser.add_argument("--stills", type=int, default=240)
    parser.add_argument("--curves", type=int, default=40, help="captions whose deletion and insertion are drawn")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    corpus, trained = unseen_stills(args.folder, args.stills), read_checkpoint(shipped_image_captioner())
    sources = table_sources()
    controls = [_score_row(*item) for item in control_scores(trained, corpus, sources).items()]
    pictures = RegionStore(corpus.features(trained.card.features)).picture
    stills = corpus.stills_of("test")
    captions = caption_stills(trained.model, stills, reader=_reader(trained, pictures), parser=shipped_parser())
    methods = method_rows(captions, args.curves)
    tables = [
        print_table("Captions without the picture", ("the model reads", *METRICS), controls, f"{len(stills)} stills."),
        print_table(
            "Methods of explanation",
            ("method", "pointing", "GS(0)", "GS(1)", "GS(inf)", "deletion", "insertion", "CPU s"),
            methods,
            f"{len(captions)} captions, deletion and insertion of the first {args.curves}. Lower deletion and higher "
            "insertion are better.",
        ),
    ]
    cider = METRICS.index("CIDEr-D") + 1
    best = max(methods, key=lambda row: float(str(row[1])))
    report_results(
        "still_controls",
        "The bundled captioner of stills: controls and explanations",
        headlines=[
            Headline(
                "CIDEr-D of stills, by what the captioner reads",
                "; ".join(f"{row[0]}: {row[cider]}" for row in controls),
            ),
            Headline("pointing at true boxes, best method", f"{best[0]}, {best[1]} %"),
        ],
        tables=tables,
        notes=NOTES,
        write=args.write,
    )


if __name__ == "__main__":
    main()
