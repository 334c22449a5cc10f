"""How far the picture networks are from what pictures and windows show."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from cinescribe.features.encoders.backlot_actions import ActionReading
from cinescribe.features.encoders.backlot_frames import FrameReading
from cinescribe.train.encoders.pictures import WOMAN, ActionTruth, FrameTruth

_SPREAD = 0.8  # cells: standard deviation of the bump around a thing in its heat-map
_PEAK = 0.8  # of a bump, from which a cell counts as its middle


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
    said: ActionReading,
    truth: ActionTruth,
    chosen: NDArray[np.int64],
    *,
    flips: NDArray[np.bool_],
    actions: NDArray[np.int64] | None = None,
) -> Tensor:
    """How far readings are from what is done in the chosen windows, some of them turned left for right.

    Args:
        said: readings of the windows.
        truth: what all windows show.
        chosen: numbers of the windows, (B,).
        flips: which were turned, (B,).
        actions: what is done where that is not the truth's, as in windows shown backwards, (B,).
    """
    turned, done = torch.from_numpy(flips), truth.action[chosen] if actions is None else actions
    sides, where = torch.from_numpy(truth.leftward[chosen]), torch.from_numpy(truth.where[chosen])
    sides, where = torch.where(turned, 1 - sides, sides), torch.where(turned, 1 - where, where)
    yes = functional.binary_cross_entropy_with_logits
    loss = functional.cross_entropy(said.action, torch.from_numpy(done), label_smoothing=0.05)
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


def _mirrored(points: NDArray[np.float32], flip: np.bool_) -> NDArray[np.float32]:
    """Points (what, x, y) of a picture turned left for right, if it was."""
    return points * (1, -1, 1) + (0, 1, 0) if flip else points
