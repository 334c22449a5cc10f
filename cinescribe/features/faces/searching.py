"""Searches the pictures of a film for faces: each of them whole, or each only as far as it can show something new.

A face detector takes most of a film's analysis, and most pictures show what the one before them showed. So a whole
picture is searched where the view changes; later, what has changed since, for half of the sizes of faces at a time; and
in every picture the surroundings of the faces known. A face that is found late is followed back in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.faces.extractor import FaceExtractor, FoundFace, SparingExtractor
from cinescribe.features.faces.following import Follower, difference, overlap, shrunk
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box
from cinescribe.timing import Seconds

SEARCH_GRID = 32, 18  # columns and rows of the small grey picture that shows change
# `difference` of two pictures a quarter second apart, above which the view is a new one. At most cuts of reel,
# perspective, nasa and testvideo it was .6 to 1.4; without a cut at most .24 (friday, dog, cups, juggle).
FACE_THRESHOLD = 0.6
_EVERY: Seconds = 0.5  # between searches of what has changed
_BACK: Seconds = 1.3  # how far back a face is followed: two such searches look for all sizes
_CHANGED = 10.0  # grey levels of a cell; less is noise, or light
_MARGIN = 2  # cells around the changed ones


@dataclass
class SearchedPicture:
    """A picture and the faces found in it."""

    time: Seconds
    image: Image
    faces: list[FoundFace]


class FaceSearch(Protocol):
    """Searches the pictures of a film, in order."""

    def take(self, time: Seconds, image: Image) -> list[SearchedPicture]:
        """Take the next picture; return those whose search is complete now, by time."""
        ...

    def finish(self) -> list[SearchedPicture]:
        """Return the pictures that remain at the film's end, by time; later calls return none."""
        ...


class DenseSearch:
    """Searches pictures whole.

    Args:
        extractor: searches pictures.
        every: one picture in so many is searched, beginning with the first.
    """

    def __init__(self, extractor: FaceExtractor, *, every: int = 1) -> None:
        self._extractor, self._every = extractor, every
        self._n_taken = 0

    def take(self, time: Seconds, image: Image) -> list[SearchedPicture]:
        """Search the next picture, or return it without faces."""
        is_due = self._n_taken % self._every == 0
        self._n_taken += 1
        return [SearchedPicture(time, image, self._extractor.find(image) if is_due else [])]

    def finish(self) -> list[SearchedPicture]:
        """Return nothing: every picture was searched at once."""
        return []


class SparingSearch:
    """Searches each picture only as far as it can show something new. Holds the pictures of two seconds.

    Args:
        extractor: searches pictures in part.
    """

    def __init__(self, extractor: SparingExtractor) -> None:
        self._extractor = extractor
        self._follower = Follower()
        self._changes = _Changes()
        self._held: list[SearchedPicture] = []

    def take(self, time: Seconds, image: Image) -> list[SearchedPicture]:
        """Search the next picture."""
        self._follower.forget(time)
        if self._changes.is_new_view(time, image):
            done, self._held = self._held, []
            faces = self._extractor.find(image)
            self._follower.follow(time, [face.box for face in faces])
        else:
            faces, done = self._again(time, image), []
        self._held.append(SearchedPicture(time, image.copy(), faces))
        late = [picture for picture in self._held if picture.time < time - _BACK]
        self._held = self._held[len(late) :]
        return done + late

    def finish(self) -> list[SearchedPicture]:
        """Return the pictures that remain at the film's end."""
        done, self._held = self._held, []
        return done

    def _again(self, time: Seconds, image: Image) -> list[FoundFace]:
        """Return the faces of a picture of the same view as the one before."""
        near = [face.box for face in self._follower.known]
        region, turn = self._changes.due(time)
        if region is None and not near:
            return []
        faces = self._extractor.find_again(image, near, region=region, turn=turn)
        _, known = self._follower.follow(time, [face.box for face in faces])
        for face, old in zip(faces, known, strict=True):
            if not old:
                self._follow_back(face)
        return faces

    def _follow_back(self, face: FoundFace) -> None:
        """Search the pictures held for a face that was found late, from the last one back until it is not there."""
        for picture in reversed(self._held):
            if any(overlap(face.box, other.box) > 0 for other in picture.faces):
                return
            near = self._extractor.find_again(picture.image, [face.box], region=None, turn=None)
            if not near:
                return
            face = max(near, key=lambda other: overlap(face.box, other.box))
            picture.faces.append(face)


class _Changes:
    """Notices new views, and what has changed since it was last searched."""

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None
        self._searched: list[NDArray[np.float32]] = []  # what each place looked like when it was searched, by turn
        self._when: Seconds = -np.inf
        self._turn = 0

    def is_new_view(self, time: Seconds, image: Image) -> bool:
        """Take the next picture; return whether it must be searched whole."""
        last, self._last = self._last, shrunk(image, SEARCH_GRID)
        new = last is None or difference(last, self._last) > FACE_THRESHOLD
        if new:
            self._searched, self._when = [self._last.copy(), self._last.copy()], time
        return new

    def due(self, time: Seconds) -> tuple[Box | None, int]:
        """Return the region to search in the picture taken last, and the turn; no region when nothing is due."""
        if self._last is None or time - self._when < _EVERY - 1e-3:
            return None, self._turn
        self._when, self._turn = time, self._turn + 1
        searched = self._searched[self._turn % 2]
        changed = np.abs(self._last - searched) > _CHANGED
        if not changed.any():
            return None, self._turn
        (top, bottom), (left, right) = _range(changed.any(1)), _range(changed.any(0))
        searched[top:bottom, left:right] = self._last[top:bottom, left:right]
        columns, rows = SEARCH_GRID
        return (left / columns, top / rows, right / columns, bottom / rows), self._turn


def _range(changed: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the range of the changed cells with a margin, half-open."""
    where = np.flatnonzero(changed)
    return max(0, int(where[0]) - _MARGIN), min(len(changed), int(where[-1]) + 1 + _MARGIN)
