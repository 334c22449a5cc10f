"""Trains the small picture networks on drawn Backlot films.

    python -m cinescribe.train.encoders.train_encoders -o FOLDER

Both learn from what each picture or window shows (attributes), never from captions.
"""

from __future__ import annotations

import argparse
import logging
import math
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cinescribe.features.encoders.backlot_actions import ActionNet, ActionSizes
from cinescribe.features.encoders.backlot_frames import FrameNet, FrameSizes, as_input
from cinescribe.features.encoders.domain_detection import statistics
from cinescribe.features.encoders.encoder_weights import channels_last, write_encoder
from cinescribe.media.film.frame_scaling import Image
from cinescribe.train.encoders.losses import action_loss, frame_loss
from cinescribe.train.encoders.pictures import ACTIONS, UNSURE, strips
from cinescribe.train.encoders.strips import ActionData, FrameData, action_data, frame_data

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class EncoderRecipe:
    """How a network is trained.

    Args:
        n_steps: optimiser steps.
        n_films: films to learn from, the first ones.
        batch: examples a step.
        rate: highest learning rate; it rises over `warm` steps and falls as a cosine.
        decay: weight decay of AdamW.
        seed: of the weights and of the order of examples.
    """

    n_steps: int
    n_films: int = 192
    batch: int = 64
    rate: float = 3e-3
    warm: int = 50
    decay: float = 0.02
    seed: int = 1


# Rounds, each from where the one before ended. More films helped more than more steps on the same.
FRAME_ROUNDS = (
    EncoderRecipe(n_steps=450, batch=32),
    EncoderRecipe(n_steps=1100, batch=32, rate=2e-3, seed=2),
)
ACTION_ROUNDS = (
    EncoderRecipe(n_steps=500, decay=0.05),
    EncoderRecipe(n_steps=1300, rate=2e-3, decay=0.05, seed=2),
    EncoderRecipe(n_steps=1600, rate=2e-3, decay=0.05, seed=3),
    EncoderRecipe(n_steps=1600, rate=2e-3, decay=0.05, seed=4),
    EncoderRecipe(n_steps=3200, n_films=530, rate=1.5e-3, decay=0.05, seed=5),
)
# Actions that are each other backwards, picture for picture; they are rare, and easily mistaken for each other.
UNDONE = {ACTIONS.index(one): ACTIONS.index(other) for one, other in (("pick up", "put down"), ("put down", "pick up"))}
_SHIFT = 8  # pixels by which a window is moved sideways at most, half as many up and down
_REPORT = 100  # steps from log line to log line
_PART = 50  # examples run at once where nothing is learnt
_ROWS = 4000  # examples over which rows are standardised, and by which other pictures are known as Backlot's


def train_frames(data: FrameData, recipe: EncoderRecipe, *, start: FrameNet | None = None) -> FrameNet:
    """A network that reads single pictures; those with a thing in them are drawn as often as those without.

    Args:
        data: what to learn from.
        recipe: how.
        start: a network to train further; None for a new one.
    """
    torch.manual_seed(recipe.seed)
    net, rng = deepcopy(start) if start else FrameNet(FrameSizes()), np.random.default_rng(recipe.seed)
    n_things = net.sizes.n_things
    odds = _evened(np.array([int((points[:, 0] < n_things).any()) for points in data.truth.points]), 1.0)

    def loss() -> Tensor:
        chosen = rng.choice(len(data.pictures), recipe.batch, p=odds)
        flips = rng.random(recipe.batch) < 0.5
        pictures = _turned(data.pictures[chosen], flips, across=2)
        return frame_loss(net(_relit(as_input(pictures), rng)), data.truth, chosen, flips=flips)

    _fit(net, loss, recipe)
    examples = _parts(rng.permutation(len(data.pictures))[:_ROWS])
    _know(net, (as_input(data.pictures[part]) for part in examples))
    _standardise(net, (net.rows(as_input(data.pictures[part])) for part in examples))
    net.row_mean[-1], net.row_scale[-1] = 0.0, 1.0  # strangeness stays as it is: up to 1 for known pictures
    return net


def train_actions(data: ActionData, recipe: EncoderRecipe, *, start: ActionNet | None = None) -> ActionNet:
    """A network that reads windows of grey pictures; each class is drawn by the square root of its number.

    Args:
        data: what to learn from.
        recipe: how.
        start: a network to train further; None for a new one.
    """
    torch.manual_seed(recipe.seed)
    net, rng = deepcopy(start) if start else ActionNet(ActionSizes()), np.random.default_rng(recipe.seed)
    known = np.flatnonzero(data.truth.action != UNSURE)
    odds = _evened(data.truth.action[known], 0.5)

    def loss() -> Tensor:
        chosen = known[rng.choice(len(known), recipe.batch, p=odds)]
        flips, backwards = rng.random(recipe.batch) < 0.5, rng.random(recipe.batch) < 0.5
        windows = _turned(_shifted(data.grey[data.windows[chosen]], rng), flips, across=3)
        windows, done = rewound(windows, data.truth.action[chosen], backwards)
        return action_loss(net(_relit(_as_floats(windows), rng)), data.truth, chosen, flips=flips, actions=done)

    _fit(net, loss, recipe)
    examples = _parts(rng.permutation(len(data.windows))[:_ROWS])
    _standardise(net, (net.rows(_windows(data, part)) for part in examples))
    return net


def rewound(windows: Image, actions: NDArray[np.int64], lots: NDArray[np.bool_]) -> tuple[Image, NDArray[np.int64]]:
    """Windows and what is done in them, those by lot shown backwards whose action is then another.

    Args:
        windows: (B, W, H, W).
        actions: (B,).
        lots: which to show backwards if it can be, (B,).
    """
    back = lots & np.isin(actions, list(UNDONE))
    done = [UNDONE[action] if turn else action for action, turn in zip(actions.tolist(), back, strict=True)]
    return _turned(windows, back, across=1), np.array(done, np.int64)


def trained_frames(data: Callable[[int], FrameData], rounds: Sequence[EncoderRecipe]) -> FrameNet:
    """A network that reads single pictures, after some rounds of training on so many films each."""
    net = None
    for recipe in rounds:
        net = train_frames(data(recipe.n_films), recipe, start=net)
    return net or FrameNet(FrameSizes())


def trained_actions(data: Callable[[int], ActionData], rounds: Sequence[EncoderRecipe]) -> ActionNet:
    """A network that reads windows of grey pictures, after some rounds of training on so many films each."""
    net = None
    for recipe in rounds:
        net = train_actions(data(recipe.n_films), recipe, start=net)
    return net or ActionNet(ActionSizes())


def _fit(net: nn.Module, loss: Callable[[], Tensor], recipe: EncoderRecipe) -> None:
    """Take the optimiser's steps."""
    channels_last(net.train().requires_grad_())
    optimiser = torch.optim.AdamW(net.parameters(), recipe.rate, weight_decay=recipe.decay)
    lately = 0.0
    for step in range(recipe.n_steps):
        rise, fall = (step + 1) / recipe.warm, 0.5 * (1 + math.cos(math.pi * step / recipe.n_steps))
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * min(1.0, rise) * max(fall, 0.01)
        optimiser.zero_grad()
        value = loss()
        value.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        lately = float(value.detach()) if step == 0 else 0.98 * lately + 0.02 * float(value.detach())
        if (step + 1) % _REPORT == 0:
            log.info("step %d of %d: loss %.3f", step + 1, recipe.n_steps, lately)
    net.eval()


@torch.no_grad()
def _know(net: FrameNet, pictures: Iterable[Tensor]) -> None:
    """Teach a network what pictures of its training are like; every fourth of these sets the bound."""
    gathered = torch.cat([statistics(net.seen(part)) for part in pictures])
    held_out = torch.arange(len(gathered)) % 4 == 0
    net.strangeness.fit(gathered[~held_out], held_out=gathered[held_out])


@torch.no_grad()
def _standardise(net: FrameNet | ActionNet, rows: Iterable[Tensor]) -> None:
    """Set a network's standardisation by its rows of some training examples, computed one after the other here."""
    net.row_mean.zero_()
    net.row_scale.fill_(1.0)
    gathered = torch.cat(list(rows))
    net.row_mean.copy_(gathered.mean(0))
    net.row_scale.copy_(gathered.std(0).clamp(min=1e-3))


def _evened(classes: NDArray[np.int64], power: float) -> NDArray[np.float64]:
    """Odds of drawing each example, so that a class comes by its number to the power of one less `power`."""
    odds = np.bincount(classes)[classes] ** -power
    return np.asarray(odds / odds.sum(), np.float64)


def _parts(examples: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return np.array_split(examples, max(1, len(examples) // _PART))


def _windows(data: ActionData, chosen: NDArray[np.int64]) -> Tensor:
    """Windows as the network wants them, (B, W, H, W), 0 to 1."""
    return _as_floats(data.grey[data.windows[chosen]])


def _as_floats(images: Image) -> Tensor:
    return torch.from_numpy(images).float().div_(255)


def _relit(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Pictures (B, C, H, W), just made from bytes, in other contrast and brightness: films are lit in many ways."""
    gain, lift = rng.uniform(0.85, 1.15, len(pictures)), rng.uniform(-0.04, 0.04, len(pictures))
    by, plus = (torch.from_numpy(x.astype(np.float32))[:, None, None, None] for x in (gain, lift))
    return pictures.mul_(by).add_(plus)  # in place: on a busy memory each copy costs as much as a layer


def _shifted(windows: Image, rng: np.random.Generator) -> Image:
    """Windows (B, W, H, W) moved by a few pixels, what leaves at one side coming in at the other."""
    shift = int(rng.integers(-_SHIFT // 2, _SHIFT // 2 + 1)), int(rng.integers(-_SHIFT, _SHIFT + 1))
    return np.roll(windows, shift, (2, 3))


def _turned(images: Image, flips: NDArray[np.bool_], *, across: int) -> Image:
    """Images, some of them turned left for right; `across` is their axis from left to right."""
    turned = images.copy()
    turned[flips] = np.flip(images[flips], across)
    return turned


def main() -> None:
    """Train both networks and write each into a folder of its own."""
    parser = argparse.ArgumentParser(description="train the picture networks on drawn Backlot films")
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder to write frames/ and actions/ into")
    parser.add_argument("--work", type=Path, required=True, help="folder for the drawn films: about 10 MB each")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    frames = trained_frames(lambda n: frame_data(strips(range(n), folder=args.work)), FRAME_ROUNDS)
    write_encoder(args.out / "frames", frames, _told(FRAME_ROUNDS))
    actions = trained_actions(lambda n: action_data(strips(range(n), folder=args.work)), ACTION_ROUNDS)
    write_encoder(args.out / "actions", actions, _told(ACTION_ROUNDS))


def _told(rounds: Sequence[EncoderRecipe]) -> dict[str, object]:
    """A recipe as it is written beside the weights."""
    return {"rounds": [asdict(recipe) for recipe in rounds]}


if __name__ == "__main__":
    main()
