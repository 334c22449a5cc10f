"""People who are in a shot while their face is not found: because they turn round, or something is in front.

Their face is seen before or later in the same shot. Head and shoulders are followed from there through the frames
that the analysis kept, as far as they keep looking alike. Nobody is named who cannot be followed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2

from cinescribe.features.clip_sets.frames import read_frame
from cinescribe.generate.narration.moments import SeenBody
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box, Face
from cinescribe.timing import Seconds, Span

NEAR: Seconds = 0.5  # from a frame to a face that is drawn into it; faces are sought four times a second
# Seconds, and correlation from frame to frame. Faces were hidden for .6 to 1.9 s, and followed to where they are. With
# these, 97 % of 668 ended at the face on the films that set them (reel, Backlot 301 and 303), and 99.6 % of 1,073 on
# others (friday, perspective, Backlot 302, 304 and 314); with .6 it would be 96 and 99.4 %.
LONGEST_TURN: Seconds = 2.0
_LEAST_ALIKE = 0.7
_AROUND, _ABOVE, _BELOW = 1.0, 0.2, 1.5  # of a face's width and height: head and shoulders beside the face's middle
_ACROSS, _DOWN = 1.0, 0.6  # of a face's width and height: how far a person may move from frame to frame
_FEWEST = 8  # pixels of a side that can be followed
_FLAT = 3.0  # of 255 levels: standard deviation of a picture without anything to follow, such as the dark


@dataclass(frozen=True)
class KeptFrames:
    """The frames that an analysis kept.

    Args:
        folder: of them.
        times: of all of them, in order.
    """

    folder: Path
    times: tuple[Seconds, ...]

    def towards(self, start: Seconds, end: Seconds, shot: Span) -> list[int]:
        """Return the indices of a shot's frames from the one nearest to `start` to the one nearest to `end`."""
        inside = range(bisect_left(self.times, shot.start), bisect_left(self.times, shot.end))
        if not inside:
            return []
        first, last = (min(inside, key=lambda n: abs(self.times[n] - time)) for time in (start, end))
        step = 1 if last >= first else -1
        return list(range(first, last + step, step))

    def read(self, index: int) -> Image:
        """Read a frame."""
        return read_frame(self.folder, self.times[index])


def turned_people(time: Seconds, shot: Span, faces: Sequence[Face], frames: KeptFrames) -> tuple[SeenBody, ...]:
    """Return the people of a frame whose face is not found in it, by the face that is nearest in time.

    Args:
        time: of the frame.
        shot: in which it lies.
        faces: of the shot, by time, with persons.
        frames: of the film.
    """
    nearest: dict[str, Face] = {}
    for face in sorted(faces, key=lambda face: -abs(face.time - time)):
        if face.person is not None:
            nearest[face.person] = face
    heads = {
        person: head
        for person, face in nearest.items()
        if NEAR < abs(face.time - time) <= LONGEST_TURN and (head := _followed(face, time, shot, frames)) is not None
    }
    seen = [face.box for face in faces if abs(face.time - time) <= NEAR]
    return tuple(
        SeenBody(_upper_body(head), person, _reason(nearest[person].time, time))
        for person, head in heads.items()
        if not any(_covers(other, head) for other in (*seen, *(each for each in heads.values() if each is not head)))
    )


def _followed(face: Face, time: Seconds, shot: Span, frames: KeptFrames) -> Box | None:
    """Where the head of a face is at a later or earlier time; None if it is lost."""
    way = frames.towards(face.time, time, shot)
    box = face.box
    if not way or abs(frames.times[way[0]] - face.time) > NEAR:
        return None
    images = [frames.read(n) for n in way]
    for before, after in pairwise(images):
        moved = _moved(before, after, box)
        if moved is None:
            return None
        box = moved
    return box


def _moved(before: Image, after: Image, head: Box) -> Box | None:
    """Where a head and its shoulders are in the next picture; None if nothing there looks enough alike."""
    height, width = before.shape[:2]
    x0, y0, x1, y1 = _pixels(_upper_body(head), width, height)
    if min(x1 - x0, y1 - y0) < _FEWEST or before[y0:y1, x0:x1].std() < _FLAT:
        return None
    across = round(_ACROSS * (head[2] - head[0]) * width)
    down = round(_DOWN * (head[3] - head[1]) * height)
    left, top = max(x0 - across, 0), max(y0 - down, 0)
    searched = after[top : y1 + down, left : x1 + across]
    alike = cv2.matchTemplate(searched, before[y0:y1, x0:x1], cv2.TM_CCOEFF_NORMED)
    _, most, _, (column, row) = cv2.minMaxLoc(alike)
    if most < _LEAST_ALIKE:
        return None
    right, lower = (left + column - x0) / width, (top + row - y0) / height
    return head[0] + right, head[1] + lower, head[2] + right, head[3] + lower


def _upper_body(head: Box) -> Box:
    """Head and shoulders, inside the picture."""
    middle, width, height = (head[0] + head[2]) / 2, head[2] - head[0], head[3] - head[1]
    left, right = middle - _AROUND * width, middle + _AROUND * width
    return max(left, 0.0), max(head[1] - _ABOVE * height, 0.0), min(right, 1.0), min(head[3] + _BELOW * height, 1.0)


def _pixels(box: Box, width: int, height: int) -> tuple[int, int, int, int]:
    return round(box[0] * width), round(box[1] * height), round(box[2] * width), round(box[3] * height)


def _covers(face: Box, head: Box) -> bool:
    """Whether the middle of a head is in another face: one of them is in front, or they are one person."""
    x, y = (head[0] + head[2]) / 2, (head[1] + head[3]) / 2
    return face[0] <= x <= face[2] and face[1] <= y <= face[3]


def _reason(face: Seconds, time: Seconds) -> str:
    """What links a figure without a face to a person."""
    if face < time:
        return f"no face is found; it was seen {time - face:.1f} s before in this shot, and followed from there"
    return f"no face is found; it is seen {face - time:.1f} s later in this shot, and followed back from there"
