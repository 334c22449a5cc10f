"""Follows a line of text through small pictures, by normalised cross-correlation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.text.overlay_evidence import (
    NO_EVIDENCE,
    OverlayEvidence,
    PictureChange,
    is_same_scene,
    movement_evidence,
)
from cinescribe.media.text.text_networks import Quad, Reading
from cinescribe.timing import Seconds

PixelBox = tuple[float, float, float, float]  # left, top, right, bottom in pixels of the small picture

# Set by hand on w3c_perspective and the tuned half of `results/screen_text.json`.
_MARGIN = 6  # pixels of the small picture that a line may move between two pictures, beyond its movement so far
FIRST_MARGIN = 12, 30  # pixels that it may move across and up or down while its speed is not known: credits roll
_VISIBLE = 0.6  # smallest correlation with the line's last view
RENEWED = 0.8  # smallest correlation at which the view is replaced
LEAVING = 0.7  # share of a line's height in the picture, below which a line that moves out of it is gone
MISSES = 2  # pictures in a row without the line, after which it is gone


@dataclass
class LineTrack:
    """A line of text, as long as it stays in view.

    Args:
        quad: corners in the small picture, at the last sight.
        view: the line in the small picture at the last sight, (h, w).
        first, last: times of its first and last sight.
        before, after: times of the pictures next to these, where it is not in view.
        readings: what was read, with the times.
        boxes: where it was first and last.
        n_misses: pictures since the last sight.
        speed: movement since the sight before, x and y in pixels; None when it is not known yet.
        clutter: share of the picture with edges beside the text, when it was found.
        is_overlaid: whether it appeared or vanished while the rest of the picture stayed, as overlaid text does.
        overlay: evidence of whether it is laid over the film.
        was_cut: whether it went out of view by a cut, or beyond the picture.
    """

    quad: Quad
    view: Image
    first: Seconds
    last: Seconds
    before: Seconds | None = None
    after: Seconds | None = None
    readings: list[tuple[Seconds, Reading]] = field(default_factory=list)
    boxes: list[PixelBox] = field(default_factory=list)
    n_misses: int = 0
    speed: tuple[float, float] | None = None
    clutter: float = 1.0
    is_overlaid: bool = False
    overlay: OverlayEvidence = NO_EVIDENCE
    was_cut: bool = False

    @property
    def box(self) -> PixelBox:
        """Where it was last seen."""
        return hull(self.quad)

    @property
    def is_gone(self) -> bool:
        """Whether it is no longer in view."""
        return self.n_misses >= MISSES

    def follow(self, time: Seconds, small: Image, change: PictureChange) -> None:
        """Look for the line in the next small picture (H, W), which differs so from the one before."""
        is_leaving = self._is_leaving(small.shape)
        moved = None if is_leaving else match(self.view, self.box, small, self.speed)
        if moved is None:
            self.n_misses = MISSES if is_leaving else self.n_misses + 1
            self.after = time if self.after is None else self.after
            self.was_cut |= change.is_cut or is_leaving
            self.is_overlaid |= self.is_gone and not self.was_cut
            return
        score, shift = moved
        if not self.n_misses:
            self.overlay += movement_evidence(shift, change)
        self.n_misses, self.after, self.last, self.speed, self.was_cut = 0, None, time, shift, False
        self.quad = np.asarray(self.quad + np.array(shift, np.float32), np.float32)
        self.boxes.append(self.box)
        if score >= RENEWED:
            self.view = cut_out(small, self.box)

    def _is_leaving(self, shape: tuple[int, ...]) -> bool:
        """Whether its movement has taken a good part of it beyond the top or bottom of the picture, as credits go."""
        top, bottom, down = self.box[1], self.box[3], self.speed[1] if self.speed else 0.0
        inside = min(bottom + down, shape[0]) - max(top + down, 0)
        return abs(down) > 1 and inside < LEAVING * (bottom - top)

    def widen(self, quad: Quad, small: Image) -> None:
        """Take a larger view of the line, which has come further into the picture or got more letters."""
        self.quad, self.view = quad, cut_out(small, hull(quad))
        self.boxes[-1] = self.box
        self.readings.clear()

    def look_back(self, history: Iterable[tuple[Seconds, Image]], small: Image) -> None:
        """Find the first sight in pictures before `small`, latest first."""
        view, box, misses, seen = self.view, self.box, 0, small
        speed: tuple[float, float] | None = None
        for time, picture in history:
            moved = match(view, box, picture, speed)
            if moved is None:
                misses += 1
                if self.before is None:
                    self.before, self.is_overlaid = time, is_same_scene(picture, seen)
                if misses == MISSES:
                    return
                continue
            score, speed = moved
            misses, self.before, self.first, self.is_overlaid, seen = 0, None, time, False, picture
            box = (box[0] + speed[0], box[1] + speed[1], box[2] + speed[0], box[3] + speed[1])
            self.boxes.insert(0, box)
            if score >= RENEWED:
                view = cut_out(picture, box)


def start_track(time: Seconds, quad: Quad, small: Image) -> LineTrack:
    """Return the track of a line that was found in a small picture."""
    return LineTrack(quad, cut_out(small, hull(quad)), time, time, boxes=[hull(quad)])


def hull(quad: Quad) -> PixelBox:
    """The upright box around four corners."""
    (left, top), (right, bottom) = quad.min(0), quad.max(0)
    return float(left), float(top), float(right), float(bottom)


def cut_out(small: Image, box: PixelBox) -> Image:
    """The part of a picture inside a box, at least one pixel."""
    left, top, right, bottom = pixels(box, small.shape[::-1])
    return small[top:bottom, left:right].copy()


def match(
    view: Image, box: PixelBox, small: Image, speed: tuple[float, float] | None
) -> tuple[float, tuple[float, float]] | None:
    """Return the correlation and the movement of a view near its old place; None when it is not in view.

    It is looked for between a stop and a movement as before.
    """
    left, top, _, _ = pixels(box, small.shape[::-1])
    across, down = (-FIRST_MARGIN[0], FIRST_MARGIN[0]), (-FIRST_MARGIN[1], FIRST_MARGIN[1])
    if speed is not None:
        across, down = ((round(min(0.0, each)) - _MARGIN, round(max(0.0, each)) + _MARGIN) for each in speed)
    height, width = view.shape
    area_left, area_top = max(0, left + across[0]), max(0, top + down[0])
    area = small[area_top : max(0, top + height + down[1]), area_left : max(0, left + width + across[1])]
    if area.shape[0] < height or area.shape[1] < width:
        return None
    scores: NDArray[np.float32] = np.asarray(cv2.matchTemplate(area, view, cv2.TM_CCOEFF_NORMED), np.float32)
    _, best, _, (x, y) = cv2.minMaxLoc(np.nan_to_num(scores, posinf=0.0, neginf=0.0))
    return (best, (float(area_left + x - left), float(area_top + y - top))) if best >= _VISIBLE else None


def pixels(box: PixelBox, size: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return a box in whole pixels of a picture of a width and height, at least one pixel large."""
    left, top = min(max(0, round(box[0])), size[0] - 1), min(max(0, round(box[1])), size[1] - 1)
    return left, top, min(size[0], max(left + 1, round(box[2]))), min(size[1], max(top + 1, round(box[3])))
