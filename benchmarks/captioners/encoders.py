"""What our picture networks tell of Backlot films they were not trained on, read off a corpus's stored features.

    python -m benchmarks.captioners.encoders --corpus CORPUS [--split test]

By clip: place and light by all its pictures, the thing by the five pictures that show it best (clips in which a thing
is handled), the action by its windows, each weighted by how far it is not of none, and plainly.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth
from cinescribe.corpus.core.corpus import FEATURES, read_corpus
from cinescribe.features.encoders.backlot_actions import ActionNet, load_action_net
from cinescribe.features.encoders.backlot_frames import FrameNet, load_frame_net
from cinescribe.features.timed.timed_features import FilmFeatures, TimedFeatures
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.store import read_record

ACTIONS = SOLO_ACTIONS + SHARED_ACTIONS
BEST = 5  # pictures that show a thing best
LEAST = 0.003  # probability of an action in one window, at least: one sure window does not decide alone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--split", default="test")
    parser.add_argument("--shared", type=Path, help="not needed; every benchmark takes it")
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
            for name, good in judged(clip, features, pictures, actions):
                right[name].append(good)
    for name, values in right.items():
        print(f"{name:28}{100 * np.mean(values):6.1f} % of {len(values)} clips")


def judged(clip: FilmedClip, features: FilmFeatures, pictures: FrameNet, actions: ActionNet) -> list[tuple[str, bool]]:
    """What is told of one clip, and whether it is so."""
    sizes = pictures.sizes
    seen = said(features.clip.within(clip.span), pictures)[:, sizes.d_embedding :]
    place, night = log_softmax(seen[:, : sizes.n_places]).sum(0), seen[:, sizes.n_places].mean()
    first_map = sizes.n_attributes - 1
    things = np.sort(seen[:, first_map : first_map + sizes.n_things], 0)[-BEST:].mean(0)
    windows = log_softmax(said(features.actions.within(clip.span), actions)[:, actions.sizes.d_embedding :][:, :24])
    done, none = windows[:, :-1], np.exp(windows[:, -1:])
    weighted = ((1 - none) * np.log(np.maximum(np.exp(log_softmax(done)), LEAST))).sum(0)
    action = ACTIONS.index(clip.action)
    told = [
        ("place", bool(place.argmax() == PLACES.index(clip.place))),
        ("light", bool((night > 0) == (clip.light == "night"))),
        ("action, weighted", bool(weighted.argmax() == action)),
        ("action, plain", bool(done.sum(0).argmax() == action)),
    ]
    return told + ([("thing", bool(things.argmax() == THINGS.index(clip.thing)))] if clip.thing else [])


def said(rows: TimedFeatures, net: FrameNet | ActionNet) -> NDArray[np.float32]:
    """Rows as the network said them, before they were standardised."""
    return np.asarray(torch.from_numpy(rows.rows.copy()) * net.row_scale + net.row_mean)


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(torch.from_numpy(np.ascontiguousarray(logits)).log_softmax(1))


if __name__ == "__main__":
    main()
