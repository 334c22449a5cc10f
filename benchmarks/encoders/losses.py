"""Losses of the picture networks."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from benchmarks.encoders.pictures import WOMAN, ActionTruth, FrameTruth
from cinescribe.features.encoders.backlot_actions import ActionPrediction
from cinescribe.features.encoders.backlot_frames import FramePrediction

_SPREAD = 0.8  # cells: standard deviation of the Gaussian of an object in its heat map
_PEAK = 0.8  # values above this are the centre of an object


def frame_loss(
    predicted: FramePrediction, truth: FrameTruth, chosen: NDArray[np.int64], *, flips: NDArray[np.bool_]
) -> Tensor:
    """Return the loss of predictions for the chosen pictures.

    Args:
        predicted: predictions of the pictures.
        truth: the contents of all pictures.
        chosen: indices of the pictures, (B,).
        flips: which pictures are mirrored, (B,).
    """
    points = [_mirrored(truth.points[n], flip) for n, flip in zip(chosen, flips, strict=True)]
    target = heat_maps(points, tuple(predicted.maps.shape[1:]))
    bce = functional.binary_cross_entropy_with_logits
    members = torch.from_numpy(truth.members[chosen]).clamp(max=predicted.members.shape[1] - 1)
    return (
        functional.cross_entropy(predicted.place, torch.from_numpy(truth.place[chosen]))
        + 0.5 * bce(predicted.night, torch.from_numpy(truth.night[chosen]))
        + 0.5 * functional.cross_entropy(predicted.scale, torch.from_numpy(truth.scale[chosen]))
        + 0.5 * functional.cross_entropy(predicted.members, members)
        + 0.5 * bce(predicted.strangers, torch.from_numpy(truth.strangers[chosen]))
        + focal_loss(predicted.maps[:, :WOMAN], target[:, :WOMAN])  # separate from people, of whom there are far more
        + focal_loss(predicted.maps[:, WOMAN:], target[:, WOMAN:])
    )


def action_loss(
    predicted: ActionPrediction,
    truth: ActionTruth,
    chosen: NDArray[np.int64],
    *,
    flips: NDArray[np.bool_],
    actions: NDArray[np.int64] | None = None,
) -> Tensor:
    """Return the loss of predictions for the chosen windows.

    Args:
        predicted: predictions of the windows.
        truth: the contents of all windows.
        chosen: indices of the windows, (B,).
        flips: which windows are mirrored, (B,).
        actions: the actions if they differ from the truth, as in reversed windows, (B,).
    """
    mirrored, targets = torch.from_numpy(flips), truth.action[chosen] if actions is None else actions
    sides, where = torch.from_numpy(truth.leftward[chosen]), torch.from_numpy(truth.where[chosen])
    sides, where = torch.where(mirrored, 1 - sides, sides), torch.where(mirrored, 1 - where, where)
    bce = functional.binary_cross_entropy_with_logits
    loss = functional.cross_entropy(predicted.action, torch.from_numpy(targets), label_smoothing=0.05)
    loss = loss + 0.2 * bce(predicted.partner, torch.from_numpy(truth.partner[chosen]))
    if (both := ~sides.isnan()).any():
        loss = loss + 0.3 * bce(predicted.leftward[both], sides[both])
    if (seen := ~where.isnan()).any():
        loss = loss + 2.0 * functional.smooth_l1_loss(predicted.where[seen], where[seen], beta=0.05)
    return loss


def focal_loss(heat: Tensor, target: Tensor) -> Tensor:
    """Return CenterNet's focal loss (Zhou et al. 2019, eq. 1) of heat logits and target maps, (B, C, h, w)."""
    middle = target > _PEAK
    log_yes, log_no = functional.logsigmoid(heat), functional.logsigmoid(-heat)
    hit = (1 - log_yes.exp()) ** 2 * log_yes
    miss = (1 - target) ** 4 * log_yes.exp() ** 2 * log_no
    return -torch.where(middle, hit, miss).sum() / middle.sum().clamp(min=1)


def heat_maps(points: list[NDArray[np.float32]], shape: tuple[int, ...]) -> Tensor:
    """Return heat maps (B, C, h, w) with a Gaussian at every point (class, x, y); overlaps have their maximum."""
    n_maps, height, width = shape
    maps = np.zeros((len(points), n_maps, height, width), np.float32)
    columns, rows = np.arange(width) + 0.5, np.arange(height) + 0.5
    for n, spots in enumerate(points):
        cells = np.clip(spots[:, 1:], 0.0, 0.999) * (width, height)
        for label, (x, y) in zip(spots[:, 0], cells.astype(int) + 0.5, strict=True):
            across = np.exp(-((columns - x) ** 2) / (2 * _SPREAD**2))
            down = np.exp(-((rows - y) ** 2) / (2 * _SPREAD**2))
            np.maximum(maps[n, int(label)], down[:, None] * across, out=maps[n, int(label)])
    return torch.from_numpy(maps)


def _mirrored(points: NDArray[np.float32], flip: np.bool_) -> NDArray[np.float32]:
    """Points (class, x, y), mirrored if the picture is."""
    return points * (1, -1, 1) + (0, 1, 0) if flip else points
