"""Training data of the picture networks from many films, concatenated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.encoders.pictures import ActionTruth, FrameTruth, Strip, action_truth, cuts, frame_truth
from cinescribe.backlot.plan.plan import FilmPlan
from cinescribe.features.encoders.backlot_actions import window
from cinescribe.media.film.frame_scaling import Image


@dataclass(frozen=True)
class FrameData:
    """Pictures (n, H, W, 3) and their contents."""

    pictures: Image
    truth: FrameTruth


@dataclass(frozen=True)
class ActionData:
    """Grey pictures of all films (m, H, W), windows (n, W) of picture indices, and the actions in them."""

    grey: Image
    windows: NDArray[np.int64]
    truth: ActionTruth


def frame_data(films: Iterable[tuple[FilmPlan, Strip]]) -> FrameData:
    """Return the colour pictures of films and their contents."""
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
    """Return the grey pictures of films, the window around each of them, and the actions in them."""
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
