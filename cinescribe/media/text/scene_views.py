"""Keeps a picture of each scene of a film, to see whether a line of text is also in others, however faint."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.text.overlay_evidence import is_same_scene
from cinescribe.timing import Seconds, Span

_Floats = NDArray[np.float64]

# Set on the first half of `results/watermarks.json`.
MAX_VIEWS = 48  # pictures that are kept; of more, every second one is dropped
MIN_VIEWS = 2  # other scenes in which a line must be found
_ALIKE = (
    0.3  # correlation of a line's gradients with the mean of those at its place in other scenes; of others about .1
)
_ASIDE: Seconds = 1.0  # from the line's own time


class SceneViews:
    """Pictures of a film, each of another scene than the one before."""

    def __init__(self) -> None:
        self._views: list[tuple[Seconds, Image]] = []
        self._before: Image | None = None

    def take(self, time: Seconds, small: Image) -> None:
        """Keep a grey picture (H, W) if it shows another scene than the last one kept, and no transition."""
        before, self._before = self._before, small
        is_steady = before is not None and is_same_scene(before, small)
        if is_steady and not (self._views and is_same_scene(self._views[-1][1], small)):
            self._views.append((time, small))
            if len(self._views) > MAX_VIEWS:
                del self._views[1::2]

    def n_showing(self, view: Image, box: tuple[int, int, int, int], span: Span) -> int:
        """Return the number of other scenes that have a line at the same place.

        Gradients are averaged over scenes: those of a line that is always there add up, all others cancel out. Scenes
        that look like the line's own do not count, since a sign in them is there again.

        Args:
            view: the line, (h, w), of a picture as they were taken.
            box: its left, top, right and bottom in pixels.
            span: when the line was seen.
        """
        own = [picture for time, picture in self._views if span.padded(_ASIDE).has(time)]
        others = [
            picture
            for time, picture in self._views
            if not span.padded(_ASIDE).has(time) and not any(is_same_scene(picture, one) for one in own)
        ]
        left, top, right, bottom = box
        parts = [part for part in (picture[top:bottom, left:right] for picture in others) if part.shape == view.shape]
        if len(parts) < MIN_VIEWS:
            return 0
        mean = np.mean([_gradients(part) for part in parts], axis=0)
        return len(parts) if _correlation(_gradients(view), mean) >= _ALIKE else 0


def _gradients(part: Image) -> _Floats:
    grey = part.astype(np.float64)
    # A root keeps few strong edges of a scene from outweighing many faint ones of a line.
    both = np.stack([cv2.Sobel(grey, cv2.CV_64F, 1, 0, ksize=3), cv2.Sobel(grey, cv2.CV_64F, 0, 1, ksize=3)])
    return np.asarray(np.sign(both) * np.sqrt(np.abs(both)), np.float64)


def _correlation(one: _Floats, other: _Floats) -> float:
    size = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float((one * other).sum()) / size if size else 0.0
