"""Groups the shots of a film into scenes: runs of shots that show one set.

Films that resemble Backlot have scenes of their own: a set is left only for good there, while other films cut away
from a scene and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

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
# In films that resemble Backlot: the difference, and how many shots ahead a shot is compared with. On 50 validation
# films, 20 of them hard (`mixed`), a scene is divided at .7 % of its cuts, and 2 % of the cuts between scenes join two;
# without looking over a shot, the best difference divides at 1.6 %. .6 and no look ahead would divide at 20 %.
_SAME_DRAWN_SET = 0.9
_AHEAD = 2
_SIZES = FrameSizes()
_PLACE_ROWS = slice(_SIZES.d_embedding, _SIZES.d_embedding + _SIZES.n_places)


def shot_scene_numbers(shots: Sequence[Shot], pictures: TimedFeatures) -> list[int]:
    """Return the number of each shot's scene, from 0, rising.

    A shot begins a scene if it opens with a dissolve or a fade, or shows another set than the last shots of the scene.

    Args:
        shots: the film's shots, in order.
        pictures: features by the bundled frame network.
    """
    numbers: list[int] = []
    looks: list[NDArray[np.float32] | None] = []
    for shot in shots:
        look = _look(shot, pictures)
        n = numbers[-1] if numbers else 0
        recent = [old for old, number in zip(looks, numbers, strict=True) if number == n][-_BACK:]
        is_new = shot.transition != "cut" or not any(_same(old, look, _SAME_SET) for old in recent)
        numbers.append(n + 1 if numbers and is_new else n)
        looks.append(look)
    return numbers


def drawn_scene_numbers(shots: Sequence[Shot], pictures: TimedFeatures) -> list[int]:
    """Return the number of each shot's scene, from 0, rising, in a film that resembles Backlot.

    Two shots of one set, close to each other, are of one scene with all between them (overlapping links; Hanjalic,
    Lagendijk and Biemond 1999), unless one of these opens with a dissolve or a fade.

    Args:
        shots: the film's shots, in order.
        pictures: features by the bundled frame network.
    """
    looks = [_look(shot, pictures) for shot in shots]
    is_new = [True] * len(shots)
    for n, look in enumerate(looks):
        for later in range(n + 1, min(n + 1 + _AHEAD, len(shots))):
            if shots[later].transition != "cut":
                break
            if _same(look, looks[later], _SAME_DRAWN_SET):
                is_new[n + 1 : later + 1] = [False] * (later - n)
    return [number - 1 for number in accumulate(map(int, is_new))]


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
