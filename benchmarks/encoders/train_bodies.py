"""Trains the body network on drawn Backlot films, and measures it on others.

    python -m benchmarks.encoders.train_bodies -o FOLDER --work FOLDER

It learns the part of each person in the action of a take, and which action it is, never captions.
"""

from __future__ import annotations

import argparse
import logging
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from benchmarks.encoders.bodies import ACTOR, PARTNER, BodyStrip, body_strips, joined_bodies
from benchmarks.encoders.pictures import ACTIONS
from benchmarks.encoders.train_encoders import EncoderRecipe, as_floats, fit_encoder, with_lighting
from cinescribe.backlot.plan.plan import SHARED_ACTIONS
from cinescribe.features.encoders.body_net import BODY_PARTS, BodyNet, BodySizes, body_features, moment_vectors
from cinescribe.features.encoders.encoder_weights import write_encoder
from cinescribe.media.film.frame_scaling import Image

log = logging.getLogger(__name__)

# The second round continues from the first.
ROUNDS = (
    EncoderRecipe(n_steps=2400, n_films=400, batch=24, rate=1.5e-3, warm=150, decay=0.01),
    EncoderRecipe(n_steps=2400, n_films=400, batch=24, rate=1e-3, warm=150, decay=0.01, seed=2),
)
HELD_OUT = range(1000, 1030)  # films that train nothing
_SHIFT = 4, 3  # pixels: maximum shift of a person across and down
_PART = 200  # moments of a batch without gradients
_KEPT = 0.9  # share of a person's moments that a step sees
_SHARED = 0.75  # share of the takes of a step that have a partner
_ACTION, _PAIR = 0.3, 1.0  # weights of the losses beside that of the parts


def train_bodies(data: BodyStrip, recipe: EncoderRecipe, *, start: BodyNet | None = None) -> BodyNet:
    """Return a network for bodies.

    The loss is the cross-entropy of the parts of people and of their actions, and that of which of two people of a
    shared action acts.

    Args:
        data: the training data; `recipe.batch` takes of it make a step.
        recipe: the settings.
        start: a network to train further; None for a new one.
    """
    torch.manual_seed(recipe.seed)
    net, rng = deepcopy(start) if start else BodyNet(BodySizes()), np.random.default_rng(recipe.seed)
    rows_of = np.split(np.arange(len(data.people)), np.searchsorted(data.people, np.arange(1, len(data.parts))))
    takes, people_of = _by_take(data)
    shared = np.array([(data.parts[people] == PARTNER).any() for people in people_of])
    odds = np.where(shared, _SHARED / max(shared.sum(), 1), (1 - _SHARED) / max((~shared).sum(), 1))
    odds /= odds.sum()

    def loss(_: int) -> Tensor:
        crops, owners, people = list[Image](), list[int](), list[int]()
        for take in rng.choice(len(takes), recipe.batch, p=odds):
            flip = rng.random() < 0.5
            for person in people_of[take]:
                rows = rows_of[person]
                kept = rows[rng.random(len(rows)) < _KEPT] if len(rows) > 1 else rows
                crops.append(_changed(data.crops[kept if len(kept) else rows], rng, flip=flip))
                owners += [len(people)] * len(crops[-1])
                people.append(person)
        outputs = net(with_lighting(as_floats(np.concatenate(crops)), rng), torch.tensor(owners))
        return body_loss(outputs, data, np.array(people))

    fit_encoder(net, loss, recipe)
    return net


def body_loss(outputs: Tensor, data: BodyStrip, people: NDArray[np.int64]) -> Tensor:
    """Return the loss of the feature vectors (k, n_outputs) of people, by their number in the data; ()."""
    parts, actions = torch.from_numpy(data.parts[people]), torch.from_numpy(data.actions[people])
    loss = functional.cross_entropy(outputs[:, : len(BODY_PARTS)], parts)
    loss = loss + _ACTION * functional.cross_entropy(outputs[:, len(BODY_PARTS) :], actions)
    pairs = _pairs(data, people)
    if pairs:
        actors, partners = torch.tensor(pairs).T
        acting = outputs[:, ACTOR] - outputs[:, PARTNER]
        loss = loss + _PAIR * functional.softplus(acting[partners] - acting[actors]).mean()
    return loss


def sides_right(net: BodyNet, data: BodyStrip) -> dict[str, tuple[int, int]]:
    """Return by shared action in how many takes the actor is found among the two people, and the number of takes.

    Only takes in which the faces of both show are counted.
    """
    parts = np.array_split(data.crops, len(data.crops) // _PART + 1)
    outputs = body_features(net, np.concatenate([moment_vectors(net, part) for part in parts]), data.people)
    acting = outputs[:, ACTOR] - outputs[:, PARTNER]
    counts = dict.fromkeys(SHARED_ACTIONS, (0, 0))
    for actor, partner in _pairs(data, np.arange(len(data.parts))):
        action = ACTIONS[data.actions[actor]]
        right, every = counts[action]
        counts[action] = right + int(acting[actor] > acting[partner]), every + 1
    return counts


def _by_take(data: BodyStrip) -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
    """Return the takes, and the people of each."""
    takes, first = np.unique(data.takes, return_index=True)
    return takes, np.split(np.arange(len(data.takes)), first[1:])


def _pairs(data: BodyStrip, people: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Return the places among `people` of actor and partner of each take that has both."""
    places = {(int(data.takes[one]), int(data.parts[one])): n for n, one in enumerate(people)}
    return [
        (n, places[take, PARTNER]) for (take, part), n in places.items() if part == ACTOR and (take, PARTNER) in places
    ]


def _changed(crops: Image, rng: np.random.Generator, *, flip: bool) -> Image:
    """Return crops of a person, shifted by a few pixels and mirrored if `flip`."""
    across, down = (int(rng.integers(-most, most + 1)) for most in _SHIFT)
    shifted = np.roll(crops, (down, across), (2, 3))
    return np.ascontiguousarray(shifted[..., ::-1]) if flip else shifted


def _main() -> None:
    """Train the network, write it, and log what it knows of films that trained nothing."""
    parser = argparse.ArgumentParser(description="train the body network on drawn Backlot films")
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder to write bodies/ into")
    parser.add_argument("--work", type=Path, required=True, help="folder for the people cut out: about 1 MB a film")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    net = None
    for recipe in ROUNDS:
        data = joined_bodies(body_strips(range(recipe.n_films), folder=args.work))
        net = train_bodies(data, recipe, start=net)
        write_encoder(args.out / "bodies", net, {"rounds": [asdict(one) for one in ROUNDS[: ROUNDS.index(recipe) + 1]]})
        held_out = joined_bodies(body_strips(HELD_OUT, folder=args.work))
        for action, (right, every) in sides_right(net, held_out).items():
            log.info("%s: the actor is found in %d of %d takes", action, right, every)


if __name__ == "__main__":
    _main()
