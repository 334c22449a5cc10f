"""Film grammar: how near the camera is, and which shots are of one camera setup.

What a shot is for follows from its scale: a close shot shows a face, a medium one what hands do, a long one the place
(Shot-by-Shot, ICCV 2025, asks its fourth question accordingly).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.generate.narration.moments import SeenFrame
from cinescribe.media.film.frame_scaling import Image

ShotScale: TypeAlias = Literal["close", "medium", "long"]

# Heights of the largest face, of the picture's, from which a shot is close, or medium. In two Backlot films, close
# shots have .30 to .39, medium ones .19 to .23.
_CLOSE, _MEDIUM = 0.26, 0.11
_THUMBNAIL = (16, 9)
# Mean difference of two thumbnails, of 255 levels, up to which the camera has not moved. In two Backlot films it is 21
# and more between shots of other scales or places.
_SAME_SETUP = 18.0
QUESTIONS: dict[ShotScale, str] = {
    "close": "What does the face show? Name only what is visible, such as a smile or closed eyes.",
    "medium": "Which objects do they hold or use?",
    "long": "What place is it?",
}


def scale_of(frames: Sequence[SeenFrame]) -> ShotScale | None:
    """Return how near the camera is, by the largest face in the median frame that has one; None without a face."""
    heights = [max(face.box[3] - face.box[1] for face in frame.faces) for frame in frames if frame.faces]
    if not heights:
        return None
    height = float(np.median(heights))
    return "close" if height >= _CLOSE else "medium" if height >= _MEDIUM else "long"


def same_setups(frames: Sequence[SeenFrame]) -> tuple[tuple[int, ...], ...]:
    """Return the shots that one camera setup films, as in a dialogue that is cut to and fro; two at least in a group.

    A later shot belongs to an earlier one if its first frame looks like the last frame of that one.
    """
    first: dict[int, NDArray[np.int16]] = {}
    last: dict[int, NDArray[np.int16]] = {}
    for frame in sorted(frames, key=lambda frame: frame.time):
        small = _thumbnail(frame.image)
        first.setdefault(frame.shot, small)
        last[frame.shot] = small
    groups: list[list[int]] = []
    for shot in sorted(first):
        for group in groups:
            if float(np.abs(first[shot] - last[group[-1]]).mean()) <= _SAME_SETUP:
                group.append(shot)
                break
        else:
            groups.append([shot])
    return tuple(tuple(group) for group in groups if len(group) > 1)


def _thumbnail(image: Image) -> NDArray[np.int16]:
    return np.asarray(cv2.resize(image, _THUMBNAIL, interpolation=cv2.INTER_AREA), np.int16)
