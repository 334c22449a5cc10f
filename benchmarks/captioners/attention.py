"""Figures 4 to 6 of MICap (CVPR 2024) as measured results: attention by stream, by face, and the radius of clusters.

    python -m benchmarks.captioners.attention --corpus CORPUS [--checkpoint FOLDER] [--split test]

The corpus has features and truth, as those of `corpus build backlot` have. Nothing should have been trained or chosen
on its films.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.describe.captioner_selection import shipped
from cinescribe.explain.attention.attention_summary import STREAM_KINDS, TOKEN_GROUPS, BlankAttention, Shares
from cinescribe.explain.attention.cluster_radius_sweep import RadiusResult, cluster_radius_sweep
from cinescribe.explain.attention.explain_attention import example_sets, set_attention, with_distance
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.caption_corpus import checkpoint_reader
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.train.data.face_truth import FaceTruths
from cinescribe.train.data.sampling import evaluation_sets

# Around the radius of the recipe, 0.26: from many small groups of drawn faces (dlib's embeddings) to one group of all.
DISTANCES = (0.1, 0.15, 0.2, 0.26, 0.3, 0.35, 0.4, 0.5, 0.6)
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_QUANTILE_NAMES = tuple(f"{share:.0%}" for share in _QUANTILES)


def stream_rows(shares: Shares) -> Iterator[Row]:
    """Yield the distribution over sets of the attention to each stream (figure 4)."""
    for at, stream in enumerate(STREAM_KINDS):
        for group, words in enumerate(TOKEN_GROUPS):
            values = shares[:, group, at]
            values = values[~np.isnan(values)]
            cells = (f"{value:.2f}" for value in np.quantile(values, _QUANTILES))
            yield (f"{stream}, {words}", *cells, f"{values.mean():.2f}", len(values))


def blank_rows(examples: Sequence[BlankAttention]) -> Iterator[Row]:
    """Yield the clusters with most attention of each blank of a few sets (figure 5)."""
    for number, one in enumerate(examples, 1):
        names, shares = one.by_cluster_and_clip()
        for blank, (true, filled, clip) in enumerate(zip(one.truth, one.filled, one.clips, strict=True)):
            most = np.argsort(-shares[blank], kind="stable")[:3]
            seen = ", ".join(f"{names[n]} {shares[blank, n]:.2f}" for n in most)
            yield (f"set {number}, blank {blank + 1}", f"V{clip + 1}", true, filled, seen)


def own_faces(blanks: Sequence[BlankAttention], people: Sequence[NDArray[np.int64]]) -> list[tuple[float, float, bool]]:
    """Return, for each blank whose person shows, the share of its attention to their faces, and their share of faces.

    Args:
        blanks: the attention of each set.
        people: the true person of each face of each set, from 1; others are nobody of the captions.

    Returns:
        Also whether the person filled in is the same, by number.
    """
    found = []
    for one, owners in zip(blanks, people, strict=True):
        for blank, (true, filled) in enumerate(zip(one.truth, one.filled, strict=True)):
            theirs = owners == int(true[1:])
            if theirs.any():
                found.append((float(one.shares[blank, theirs].sum()), float(theirs.mean()), true == filled))
    return found


def radius_rows(results: Sequence[RadiusResult]) -> Iterator[Row]:
    """Yield accuracy and numbers of clusters by the radius (figure 6)."""
    for one in results:
        counts = (f"{value:g}" for value in np.quantile(one.n_clusters, (0, 0.25, 0.5, 0.75, 1)))
        yield (f"{one.distance:g}", f"{100 * one.class_accuracy:.1f}", *counts)


def main() -> None:
    """Print the tables, and write them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, default=shipped(), help="a MICap that writes; the bundled one")
    parser.add_argument("--split", default="test")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    began = time.process_time()
    trained, corpus = read_checkpoint(args.checkpoint), read_corpus(args.corpus)
    reader, store = checkpoint_reader(trained, args.corpus), FeatureStore(args.corpus / trained.card.features)
    films = corpus.clips_by_film(args.split)
    sets = evaluation_sets(films, n_clips=trained.card.sets.n_clips)
    shares, blanks = set_attention(trained.model, sets, reader)
    batches = (FaceTruths(corpus, store.features).with_truth(reader.batch([one]), [one]) for one in sets)
    own = own_faces(blanks, [batch.face_person[batch.face_mask].numpy() for batch in batches])
    results = cluster_radius_sweep(
        trained.model,
        sets,
        reader=lambda distance: checkpoint_reader(with_distance(trained, distance), args.corpus),
        distances=DISTANCES,
    )
    of_sets = f"{len(films)} fresh films, {len(sets)} sets."
    tables = [
        print_table(
            "Figure 4: attention by stream",
            ("stream and words", *_QUANTILE_NAMES, "mean", "sets"),
            list(stream_rows(shares)),
            f"Quantiles over sets of the attention of the decoder's last layer as the model writes. {of_sets}",
        ),
        print_table(
            "Figure 5: attention of blanks to faces",
            ("blank", "clip", "true", "filled in", "face groups and clips with most attention"),
            list(blank_rows(example_sets(blanks))),
            "The first sets with a few blanks and at least two people. C1/V2 is face group 1 in the second clip.",
        ),
        print_table(
            "Figure 5 over all sets: attention of blanks to the faces of their person",
            ("blanks", "their faces' attention", "their share of faces", "number"),
            list(_own_rows(own)),
            "Of blanks whose person has a found face in the set; attention to faces alone has the sum 1.",
        ),
        print_table(
            "Figure 6: radius of face groups",
            ("eps", "class accuracy", "groups, least", "25%", "50%", "75%", "most"),
            list(radius_rows(results)),
            f"The same model with other groups; it was trained with {trained.card.sets.cluster_distance:g}.",
        ),
    ]
    print(f"{time.process_time() - began:.0f} CPU s")
    best = max(results, key=lambda one: one.class_accuracy)
    face = {words: np.nanmean(shares[:, n, list(STREAM_KINDS).index("faces")]) for n, words in enumerate(TOKEN_GROUPS)}
    report_results(
        "micap_attention",
        "Attention of the shipped MICap (figures 4 to 6)",
        headlines=[
            Headline("MICap's attention to faces", " and ".join(f"{face[one]:.2f} of {one}" for one in TOKEN_GROUPS)),
            Headline("radius with the best class accuracy", f"{best.distance:g} ({100 * best.class_accuracy:.1f} %)"),
        ],
        tables=tables,
        notes=[
            "The shipped network learnt to write captions alone. Here it fills in blanks by the classifier of person "
            "words that it writes with; class accuracies are therefore below those of networks that learnt to fill in."
        ],
        write=args.write,
    )


def _own_rows(own: Sequence[tuple[float, float, bool]]) -> Iterator[Row]:
    for name, kept in (("all", (True, False)), ("filled in by the true number", (True,)), ("by another", (False,))):
        some = [(attention, share) for attention, share, is_right in own if is_right in kept]
        if some:
            means = np.mean(some, 0)
            yield (name, f"{means[0]:.2f}", f"{means[1]:.2f}", len(some))


if __name__ == "__main__":
    main()
