"""Groups the shots of a film into scenes: runs of shots that show one set."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.encoders.backlot_frames import FrameSizes
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.schema import Shot
from cinescribe.timing import Seconds, Span

_BACK = 3  # shots of a scene that the next one is compared with: sets are cut between
_CLEAR: Seconds = 0.1  # left out at a shot's edges
# Root of the mean squared difference of two shots' place features up to which they show one set: the value at which
# `event_segmentation` finds both as likely, set there on 16 films of the Backlot validation split.
_SAME_SET = 0.6
# The same in films that resemble Backlot. On its 40 validation films (`medium`), 4 % of the cuts within a scene are
# above, 1.5 % of those between scenes below; .6 would divide a scene at 17 % of its cuts.
SAME_DRAWN_SET = 0.8
_SIZES = FrameSizes()
_PLACE_ROWS = slice(_SIZES.d_embedding, _SIZES.d_embedding + _SIZES.n_places)


def scene_numbers(shots: Sequence[Shot], pictures: TimedFeatures, *, same_set: float = _SAME_SET) -> list[int]:
    """Return the number of each shot's scene, from 0, rising.

    A shot begins a scene if it opens with a dissolve or a fade, or shows another set than the last shots of the scene.

    Args:
        shots: the film's shots, in order.
        pictures: features by the bundled frame network.
        same_set: the greatest distance of the place features of two shots of one set.
    """
    numbers: list[int] = []
    looks: list[NDArray[np.float32] | None] = []
    for shot in shots:
        look = _look(shot, pictures)
        n = numbers[-1] if numbers else 0
        recent = [old for old, number in zip(looks, numbers, strict=True) if number == n][-_BACK:]
        is_new = shot.transition != "cut" or not any(_same(old, look, same_set) for old in recent)
        numbers.append(n + 1 if numbers and is_new else n)
        looks.append(look)
    return numbers


def _look(shot: Shot, pictures: TimedFeatures) -> NDArray[np.float32] | None:
    """Return the place features of a shot, the median of its pictures."""
    start = shot.span.start if shot.blend is None else shot.blend.end
    end = shot.span.end
    inside = pictures.within(Span(start + _CLEAR, end - _CLEAR)) if end - start > 2 * _CLEAR else None
    if inside is None or not len(inside.rows):
        return None
    return np.asarray(np.median(inside.rows[:, _PLACE_ROWS], 0), np.float32)


def _same(one: NDArray[np.float32] | None, other: NDArray[np.float32] | None, at_most: float) -> bool:
    return one is not None and other is not None and float(np.sqrt(np.mean((one - other) ** 2))) <= at_most
