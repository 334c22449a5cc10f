"""Trains the small picture networks on drawn Backlot films.

    python -m benchmarks.encoders.train_encoders -o FOLDER

Both learn attributes of each picture or window, never captions.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from benchmarks.encoders.losses import action_loss, frame_loss
from benchmarks.encoders.pictures import ACTIONS, UNSURE, strips
from benchmarks.encoders.strips import ActionData, FrameData, action_data, frame_data
from cinescribe.features.encoders.backlot_actions import ActionNet, ActionSizes
from cinescribe.features.encoders.backlot_frames import FrameNet, FrameSizes, as_input
from cinescribe.features.encoders.domain_detection import statistics
from cinescribe.features.encoders.encoder_weights import channels_last, write_encoder
from cinescribe.media.film.frame_scaling import Image
from cinescribe.train.optimizer_steps import fit_network


@dataclass(frozen=True)
class EncoderRecipe:
    """The settings of training a network.

    Args:
        n_steps: optimizer steps.
        n_films: number of training films.
        batch: examples of a step.
        rate: highest learning rate, with linear warm-up over `warm` steps and cosine decay.
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


# Each round continues from the one before. More films helped more than more steps on the same films.
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
# Pairs of actions that are each other in reverse; they are rare and easily confused.
REVERSED = {
    ACTIONS.index(one): ACTIONS.index(other) for one, other in (("pick up", "put down"), ("put down", "pick up"))
}
_SHIFT = 8  # pixels: maximum horizontal shift of a window; half as many vertically
_PART = 50  # examples of a batch without gradients
_N_EXAMPLES = 4000  # examples for standardising features and for domain detection


def train_frames(data: FrameData, recipe: EncoderRecipe, *, start: FrameNet | None = None) -> FrameNet:
    """Return a network for single pictures. Pictures with and without a thing are sampled equally often.

    Args:
        data: the training data.
        recipe: the settings.
        start: a network to train further; None for a new one.
    """
    torch.manual_seed(recipe.seed)
    net, rng = deepcopy(start) if start else FrameNet(FrameSizes()), np.random.default_rng(recipe.seed)
    n_things = net.sizes.n_things
    odds = _balanced(np.array([int((points[:, 0] < n_things).any()) for points in data.truth.points]), 1.0)

    def loss(_: int) -> Tensor:
        chosen = rng.choice(len(data.pictures), recipe.batch, p=odds)
        flips = rng.random(recipe.batch) < 0.5
        pictures = _mirrored(data.pictures[chosen], flips, across=2)
        return frame_loss(net(with_lighting(as_input(pictures), rng)), data.truth, chosen, flips=flips)

    fit_encoder(net, loss, recipe)
    examples = _parts(rng.permutation(len(data.pictures))[:_N_EXAMPLES])
    _fit_domain(net, (as_input(data.pictures[part]) for part in examples))
    _standardise(net, (net.features(as_input(data.pictures[part])) for part in examples))
    net.row_mean[-1], net.row_scale[-1] = (
        0.0,
        1.0,
    )  # the domain score stays as it is: up to 1 for pictures like the training data
    return net


def train_actions(data: ActionData, recipe: EncoderRecipe, *, start: ActionNet | None = None) -> ActionNet:
    """Return a network for windows of grey pictures. Classes are sampled by the square root of their frequency.

    Args:
        data: the training data.
        recipe: the settings.
        start: a network to train further; None for a new one.
    """
    torch.manual_seed(recipe.seed)
    net, rng = deepcopy(start) if start else ActionNet(ActionSizes()), np.random.default_rng(recipe.seed)
    known = np.flatnonzero(data.truth.action != UNSURE)
    odds = _balanced(data.truth.action[known], 0.5)

    def loss(_: int) -> Tensor:
        chosen = known[rng.choice(len(known), recipe.batch, p=odds)]
        flips, backwards = rng.random(recipe.batch) < 0.5, rng.random(recipe.batch) < 0.5
        windows = _mirrored(_shifted(data.grey[data.windows[chosen]], rng), flips, across=3)
        windows, targets = reversed_windows(windows, data.truth.action[chosen], backwards)
        return action_loss(
            net(with_lighting(as_floats(windows), rng)), data.truth, chosen, flips=flips, actions=targets
        )

    fit_encoder(net, loss, recipe)
    examples = _parts(rng.permutation(len(data.windows))[:_N_EXAMPLES])
    _standardise(net, (net.features(_windows(data, part)) for part in examples))
    return net


def reversed_windows(
    windows: Image, actions: NDArray[np.int64], chosen: NDArray[np.bool_]
) -> tuple[Image, NDArray[np.int64]]:
    """Return windows and their actions, with the chosen windows reversed if their action has a reverse.

    Args:
        windows: grey pictures, (B, W, H, W).
        actions: class indices, (B,).
        chosen: which windows to reverse, (B,).
    """
    back = chosen & np.isin(actions, list(REVERSED))
    targets = [REVERSED[action] if turn else action for action, turn in zip(actions.tolist(), back, strict=True)]
    return _mirrored(windows, back, across=1), np.array(targets, np.int64)


def trained_frames(data: Callable[[int], FrameData], rounds: Sequence[EncoderRecipe]) -> FrameNet:
    """Return a network for single pictures after some rounds of training.

    Args:
        data: returns the data of the first n films.
        rounds: the settings of each round.
    """
    net = None
    for recipe in rounds:
        net = train_frames(data(recipe.n_films), recipe, start=net)
    return net or FrameNet(FrameSizes())


def trained_actions(data: Callable[[int], ActionData], rounds: Sequence[EncoderRecipe]) -> ActionNet:
    """Return a network for windows of grey pictures after some rounds of training.

    Args:
        data: returns the data of the first n films.
        rounds: the settings of each round.
    """
    net = None
    for recipe in rounds:
        net = train_actions(data(recipe.n_films), recipe, start=net)
    return net or ActionNet(ActionSizes())


def fit_encoder(net: nn.Module, loss: Callable[[int], Tensor], recipe: EncoderRecipe) -> None:
    """Train a network by AdamW on the loss of each step, which draws its own examples."""
    channels_last(net.train().requires_grad_())
    fit_network(torch.optim.AdamW(net.parameters(), recipe.rate, weight_decay=recipe.decay), loss, recipe)
    net.eval()


@torch.no_grad()
def _fit_domain(net: FrameNet, pictures: Iterable[Tensor]) -> None:
    """Fit domain detection to training pictures; every fourth of them sets the threshold."""
    gathered = torch.cat([statistics(net.stage_outputs(part)) for part in pictures])
    held_out = torch.arange(len(gathered)) % 4 == 0
    net.strangeness.fit(gathered[~held_out], held_out=gathered[held_out])


@torch.no_grad()
def _standardise(net: FrameNet | ActionNet, rows: Iterable[Tensor]) -> None:
    """Set a network's mean and scale of features from training examples."""
    net.row_mean.zero_()
    net.row_scale.fill_(1.0)
    gathered = torch.cat(list(rows))
    net.row_mean.copy_(gathered.mean(0))
    net.row_scale.copy_(gathered.std(0).clamp(min=1e-3))


def _balanced(classes: NDArray[np.int64], power: float) -> NDArray[np.float64]:
    """Sampling probabilities of examples: a class has the probability count ** (1 - power), normalised."""
    odds = np.bincount(classes)[classes] ** -power
    return np.asarray(odds / odds.sum(), np.float64)


def _parts(examples: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return np.array_split(examples, max(1, len(examples) // _PART))


def _windows(data: ActionData, chosen: NDArray[np.int64]) -> Tensor:
    """Windows as network input, (B, W, H, W), 0 to 1."""
    return as_floats(data.grey[data.windows[chosen]])


def as_floats(images: Image) -> Tensor:
    """Return levels 0 to 255 as numbers from 0 to 1."""
    return torch.from_numpy(images).float().div_(255)


def with_lighting(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Return pictures (B, C, H, W) with random contrast and brightness; overwrites the input."""
    gain, lift = rng.uniform(0.85, 1.15, len(pictures)), rng.uniform(-0.04, 0.04, len(pictures))
    by, plus = (torch.from_numpy(x.astype(np.float32))[:, None, None, None] for x in (gain, lift))
    return pictures.mul_(by).add_(plus)  # in place: a copy costs as much as a layer


def _shifted(windows: Image, rng: np.random.Generator) -> Image:
    """Windows (B, W, H, W) shifted by a few pixels, with wrap-around."""
    shift = int(rng.integers(-_SHIFT // 2, _SHIFT // 2 + 1)), int(rng.integers(-_SHIFT, _SHIFT + 1))
    return np.roll(windows, shift, (2, 3))


def _mirrored(images: Image, flips: NDArray[np.bool_], *, across: int) -> Image:
    """Images, some of them flipped along the axis `across`."""
    mirrored = images.copy()
    mirrored[flips] = np.flip(images[flips], across)
    return mirrored


def _main() -> None:
    """Train both networks and write each into a folder of its own."""
    parser = argparse.ArgumentParser(description="train the picture networks on drawn Backlot films")
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder to write frames/ and actions/ into")
    parser.add_argument("--work", type=Path, required=True, help="folder for the drawn films: about 10 MB each")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    frames = trained_frames(lambda n: frame_data(strips(range(n), folder=args.work)), FRAME_ROUNDS)
    write_encoder(args.out / "frames", frames, _card(FRAME_ROUNDS))
    actions = trained_actions(lambda n: action_data(strips(range(n), folder=args.work)), ACTION_ROUNDS)
    write_encoder(args.out / "actions", actions, _card(ACTION_ROUNDS))


def _card(rounds: Sequence[EncoderRecipe]) -> dict[str, object]:
    """The settings as stored beside the weights."""
    return {"rounds": [asdict(recipe) for recipe in rounds]}


if __name__ == "__main__":
    _main()
