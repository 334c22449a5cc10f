"""Measures the accuracy of our picture networks on unseen Backlot films, from the stored features of a corpus.

    python -m benchmarks.captioners.encoders --corpus CORPUS [--split test]

Per clip: place and light from all its pictures, the thing from the five pictures that show it best (in clips with a
thing), the action from its windows, weighted by the probability of any action, and unweighted.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.corpus.core.corpus import FEATURES, read_corpus
from cinescribe.features.encoders.backlot_actions import ActionNet, load_action_net
from cinescribe.features.encoders.backlot_frames import FrameNet, load_frame_net
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.features.timed.timed_features import FilmFeatures, TimedFeatures
from cinescribe.store import read_record

ACTIONS = SOLO_ACTIONS + SHARED_ACTIONS
N_BEST = 5  # pictures that show a thing best
MIN_PROBABILITY = 0.003  # of an action in one window, so that no single window decides


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--split", default="test")
    parser.add_argument("--shared", type=Path, help="not needed; every benchmark takes it")
    add_write_option(parser)
    args = parser.parse_args()
    if args.corpus is None:
        print("no corpus: make one by `corpus build backlot DIR --size small` and `features extract DIR`")
        return
    corpus, right = read_corpus(args.corpus), defaultdict(list)
    store = FeatureStore(args.corpus / FEATURES)
    pictures, actions = load_frame_net(), load_action_net()
    for film in corpus.films_of(args.split):
        features = store.features(film.id)
        truth = read_record((args.corpus / str(film.path)).with_suffix(".truth.json"), FilmTruth)
        for clip in truth.clips:
            for name, is_right in predictions(clip, features, pictures, actions):
                right[name].append(is_right)
    rows: list[Row] = [(name, f"{np.mean(values):.1%}", len(values)) for name, values in right.items()]
    table = print_table(f"By clip, {args.split} films", ("prediction", "right", "clips"), rows)
    headlines = [Headline(str(name), f"{share} of {n_clips}") for name, share, n_clips in rows]
    title = "The picture networks"
    report_results("picture_networks", title, headlines=headlines, tables=[table], write=args.write)


def predictions(
    clip: FilmedClip, features: FilmFeatures, pictures: FrameNet, actions: ActionNet
) -> list[tuple[str, bool]]:
    """Return the name of each prediction for one clip, and whether it is right."""
    sizes = pictures.sizes
    attributes = network_outputs(features.clip.within(clip.span), pictures)[:, sizes.d_embedding :]
    place, night = log_softmax(attributes[:, : sizes.n_places]).sum(0), attributes[:, sizes.n_places].mean()
    first_map = sizes.n_attributes - 1
    things = np.sort(attributes[:, first_map : first_map + sizes.n_things], 0)[-N_BEST:].mean(0)
    windows = log_softmax(
        network_outputs(features.actions.within(clip.span), actions)[:, actions.sizes.d_embedding :][:, :24]
    )
    done, none = windows[:, :-1], np.exp(windows[:, -1:])
    weighted = ((1 - none) * np.log(np.maximum(np.exp(log_softmax(done)), MIN_PROBABILITY))).sum(0)
    action = ACTIONS.index(clip.action)
    results = [
        ("place", bool(place.argmax() == PLACES.index(clip.place))),
        ("light", bool((night > 0) == (clip.light == "night"))),
        ("action, weighted", bool(weighted.argmax() == action)),
        ("action, plain", bool(done.sum(0).argmax() == action)),
    ]
    return results + ([("thing", bool(things.argmax() == THINGS.index(clip.thing)))] if clip.thing else [])


def network_outputs(features: TimedFeatures, net: FrameNet | ActionNet) -> NDArray[np.float32]:
    """Return features without their standardisation: the outputs of the network."""
    return np.asarray(torch.from_numpy(features.rows.copy()) * net.row_scale + net.row_mean)


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(torch.from_numpy(np.ascontiguousarray(logits)).log_softmax(1))


if __name__ == "__main__":
    main()
