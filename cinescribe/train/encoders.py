"""Training of the small picture networks on drawn Backlot films: `python -m cinescribe.train.encoders -o FOLDER`.

Both learn from what each picture or window shows (attributes), never from captions.
"""

from __future__ import annotations

import argparse
import logging
import math
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.backlot.plan import FilmPlan
from cinescribe.features.backlot_actions import ActionNet, ActionReading, ActionSizes, load_action_net, window
from cinescribe.features.backlot_frames import FrameNet, FrameReading, FrameSizes, as_input, load_frame_net
from cinescribe.features.encoder_weights import channels_last, write_encoder
from cinescribe.features.likeness import statistics
from cinescribe.media.read import Image
from cinescribe.train.encoder_pictures import (
    UNSURE,
    WOMAN,
    ActionTruth,
    FrameTruth,
    Strip,
    action_truth,
    cuts,
    frame_truth,
    strips,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class EncoderRecipe:
    """How a network is trained.

    Args:
        n_steps: optimiser steps.
        batch: examples a step.
        rate: highest learning rate; it rises over `warm` steps and falls as a cosine.
        decay: weight decay of AdamW.
        seed: of the weights and of the order of examples.
    """

    n_steps: int
    batch: int = 64
    rate: float = 3e-3
    warm: int = 50
    decay: float = 0.02
    seed: int = 1


FRAMES = EncoderRecipe(n_steps=1500, batch=48)
ACTIONS = EncoderRecipe(n_steps=1500, decay=0.05)
_SPREAD = 0.8  # cells: standard deviation of the bump around a thing in its heat-map
_PEAK = 0.8  # of a bump, from which a cell counts as its middle
N_FILMS = 300
_SHIFT = 8  # pixels by which a window is moved sideways at most, half as many up and down
_REPORT = 100  # steps from log line to log line
_PART = 50  # examples run at once where nothing is learnt
_ROWS = 4000  # examples over which rows are standardised, and by which other pictures are known as Backlot's


@dataclass(frozen=True)
class FrameData:
    """Pictures (n, H, W, 3) and what they show."""

    pictures: Image
    truth: FrameTruth


@dataclass(frozen=True)
class ActionData:
    """Grey pictures of all films (m, H, W), windows of them (n, W) by number, and what they show."""

    grey: Image
    windows: NDArray[np.int64]
    truth: ActionTruth


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
        flips = rng.random(recipe.batch) < 0.5
        windows = _turned(_shifted(data.grey[data.windows[chosen]], rng), flips, across=3)
        return action_loss(net(_relit(_as_floats(windows), rng)), data.truth, chosen, flips=flips)

    _fit(net, loss, recipe)
    examples = _parts(rng.permutation(len(data.windows))[:_ROWS])
    _standardise(net, (net.rows(_windows(data, part)) for part in examples))
    return net


def frame_loss(said: FrameReading, truth: FrameTruth, chosen: NDArray[np.int64], *, flips: NDArray[np.bool_]) -> Tensor:
    """How far readings are from what the chosen pictures show, some of them turned left for right."""
    points = [_mirrored(truth.points[n], flip) for n, flip in zip(chosen, flips, strict=True)]
    wanted = heat_maps(points, tuple(said.maps.shape[1:]))
    yes = functional.binary_cross_entropy_with_logits
    members = torch.from_numpy(truth.members[chosen]).clamp(max=said.members.shape[1] - 1)
    return (
        functional.cross_entropy(said.place, torch.from_numpy(truth.place[chosen]))
        + 0.5 * yes(said.night, torch.from_numpy(truth.night[chosen]))
        + 0.5 * functional.cross_entropy(said.scale, torch.from_numpy(truth.scale[chosen]))
        + 0.5 * functional.cross_entropy(said.members, members)
        + 0.5 * yes(said.strangers, torch.from_numpy(truth.strangers[chosen]))
        + focal_loss(said.maps[:, :WOMAN], wanted[:, :WOMAN])  # apart from people, who are far more
        + focal_loss(said.maps[:, WOMAN:], wanted[:, WOMAN:])
    )


def action_loss(
    said: ActionReading, truth: ActionTruth, chosen: NDArray[np.int64], *, flips: NDArray[np.bool_]
) -> Tensor:
    """How far readings are from what is done in the chosen windows, some of them turned left for right."""
    turned = torch.from_numpy(flips)
    sides, where = torch.from_numpy(truth.leftward[chosen]), torch.from_numpy(truth.where[chosen])
    sides, where = torch.where(turned, 1 - sides, sides), torch.where(turned, 1 - where, where)
    yes = functional.binary_cross_entropy_with_logits
    loss = functional.cross_entropy(said.action, torch.from_numpy(truth.action[chosen]), label_smoothing=0.05)
    loss = loss + 0.2 * yes(said.partner, torch.from_numpy(truth.partner[chosen]))
    if (both := ~sides.isnan()).any():
        loss = loss + 0.3 * yes(said.leftward[both], sides[both])
    if (seen := ~where.isnan()).any():
        loss = loss + 2.0 * functional.smooth_l1_loss(said.where[seen], where[seen], beta=0.05)
    return loss


def focal_loss(heat: Tensor, wanted: Tensor) -> Tensor:
    """The loss of CenterNet (Zhou et al. 2019, eq. 1) by middle; heat logits, wanted bumps, both (B, C, h, w)."""
    middle = wanted > _PEAK
    log_yes, log_no = functional.logsigmoid(heat), functional.logsigmoid(-heat)
    hit = (1 - log_yes.exp()) ** 2 * log_yes
    miss = (1 - wanted) ** 4 * log_yes.exp() ** 2 * log_no
    return -torch.where(middle, hit, miss).sum() / middle.sum().clamp(min=1)


def heat_maps(points: list[NDArray[np.float32]], shape: tuple[int, ...]) -> Tensor:
    """Maps (B, C, h, w) with a bump around every point (what, x, y), the highest where several meet."""
    n_maps, height, width = shape
    maps = np.zeros((len(points), n_maps, height, width), np.float32)
    columns, rows = np.arange(width) + 0.5, np.arange(height) + 0.5
    for n, spots in enumerate(points):
        cells = np.clip(spots[:, 1:], 0.0, 0.999) * (width, height)
        for what, (x, y) in zip(spots[:, 0], cells.astype(int) + 0.5, strict=True):
            across = np.exp(-((columns - x) ** 2) / (2 * _SPREAD**2))
            down = np.exp(-((rows - y) ** 2) / (2 * _SPREAD**2))
            np.maximum(maps[n, int(what)], down[:, None] * across, out=maps[n, int(what)])
    return torch.from_numpy(maps)


def frame_data(films: Iterable[tuple[FilmPlan, Strip]]) -> FrameData:
    """The colour pictures of films with what they show."""
    pictures, truths = [], []
    for plan, strip in films:
        pictures.append(strip.colour)
        truths.append(frame_truth(plan, strip))
    truth = FrameTruth(
        place=np.concatenate([one.place for one in truths]),
        night=np.concatenate([one.night for one in truths]),
        scale=np.concatenate([one.scale for one in truths]),
        members=np.concatenate([one.members for one in truths]),
        strangers=np.concatenate([one.strangers for one in truths]),
        points=[points for one in truths for points in one.points],
    )
    return FrameData(np.concatenate(pictures), truth)


def action_data(films: Iterable[tuple[FilmPlan, Strip]]) -> ActionData:
    """The grey pictures of films, and the window around each of them with what is done there."""
    grey, windows, truths, n_before = [], [], [], 0
    for plan, strip in films:
        opens, moments = cuts(strip.grey), np.arange(len(strip.grey))
        around = np.stack([window(opens, int(at)) for at in moments])
        truths.append(action_truth(plan, strip, windows=around, moments=moments))
        grey.append(strip.grey)
        windows.append(around + n_before)
        n_before += len(strip.grey)
    truth = ActionTruth(
        action=np.concatenate([one.action for one in truths]),
        partner=np.concatenate([one.partner for one in truths]),
        leftward=np.concatenate([one.leftward for one in truths]),
        where=np.concatenate([one.where for one in truths]),
    )
    return ActionData(np.concatenate(grey), np.concatenate(windows), truth)


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


def _mirrored(points: NDArray[np.float32], flip: np.bool_) -> NDArray[np.float32]:
    """Points (what, x, y) of a picture turned left for right, if it was."""
    return points * (1, -1, 1) + (0, 1, 0) if flip else points


def main() -> None:
    """Train both networks and write each into a folder of its own."""
    parser = argparse.ArgumentParser(description="train the picture networks on drawn Backlot films")
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder to write frames/ and actions/ into")
    parser.add_argument("--films", type=int, default=N_FILMS, help="films to draw and learn from")
    parser.add_argument("--work", type=Path, required=True, help="folder for the drawn films: about 10 MB each")
    parser.add_argument("--start", type=Path, help="folder of networks to train further; new ones without")
    parser.add_argument("--net", choices=("frames", "actions"), help="one of the two alone")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    films = range(args.films)
    if args.net != "actions":
        pictures = frame_data(strips(films, folder=args.work))
        frames = train_frames(pictures, FRAMES, start=load_frame_net(args.start / "frames") if args.start else None)
        write_encoder(args.out / "frames", frames, asdict(FRAMES) | {"films": args.films})
    if args.net != "frames":
        actions = train_actions(
            action_data(strips(films, folder=args.work)),
            ACTIONS,
            start=load_action_net(args.start / "actions") if args.start else None,
        )
        write_encoder(args.out / "actions", actions, asdict(ACTIONS) | {"films": args.films})


if __name__ == "__main__":
    main()
