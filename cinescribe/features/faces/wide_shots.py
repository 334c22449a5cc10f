"""Searches wide shots for faces that the ordinary search is too coarse for: few pictures, but enlarged.

The ordinary search finds faces down to a tenth of the picture's longer side, and none in a wide shot. So a shot that
holds still and in which it found no face is searched once more, in one enlarged picture; what is found there is
followed through the shot in small parts of the pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.features.encoders.body_net import BodyNet
from cinescribe.features.faces.bodies import BodyWatcher
from cinescribe.features.faces.extractor import FoundFace, WideExtractor
from cinescribe.features.faces.following import difference, shrunk
from cinescribe.features.faces.torsos import GRID, torso
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.read import read_through
from cinescribe.schema import Face, Film, Shot
from cinescribe.timing import Seconds, Span

_RATE_HZ, _EVERY = 4.0, 2  # pictures per second; in one of so many a face is followed
_BETWEEN = 640  # pixels of the width of the others, which only show how bodies move: as in features of corpora
_SHORTEST: Seconds = 1.0  # of a shot that is searched
_LONGEST: Seconds = 6.0  # of a shot, around its middle, that is searched
_GRID = 32, 18  # columns and rows of the small grey pictures that show motion
# `difference` of two pictures half a second apart, in the median of a shot, up to which it holds still. Backlot's pans
# and zooms stay below .2, and so do people who walk through a static shot.
_STILL = 0.3


@dataclass(frozen=True)
class FoundFaces:
    """Faces with what was measured of each, by time; `Face.row` counts from 0.

    Args:
        faces: the faces.
        embeddings: (n, D).
        torsos: RGB means of a grid below each face, (n, 8, 8, 3).
        torso_shares: share of each grid inside the picture, (n,).
        bodies: what the bodies below them do, see `body_net.BodyNet`, (n, D').
    """

    faces: tuple[Face, ...]
    embeddings: NDArray[np.float32]
    torsos: NDArray[np.uint8]
    torso_shares: NDArray[np.float32]
    bodies: NDArray[np.float32]

    def with_more(self, more: FoundFaces) -> FoundFaces:
        """Return these faces and more, by time, with new rows."""
        both = [*self.faces, *more.faces]
        order = sorted(range(len(both)), key=lambda n: both[n].time)
        faces = tuple(both[n].replace(row=row) for row, n in enumerate(order))
        rows = [both[n].row if n < len(self.faces) else len(self.embeddings) + both[n].row for n in order]
        arrays: list[tuple[NDArray[Any], NDArray[Any]]] = [
            (self.embeddings, more.embeddings),
            (self.torsos, more.torsos),
            (self.torso_shares, more.torso_shares),
            (self.bodies, more.bodies),
        ]
        return FoundFaces(faces, *(np.concatenate(pair)[rows] for pair in arrays))


def wide_shot_faces(
    film: Film,
    shots: Sequence[Shot],
    faces: Sequence[Face],
    extractor: WideExtractor,
    *,
    bodies: BodyNet | None = None,
    progress: Callable[[Seconds], None] | None = None,
) -> FoundFaces:
    """Return the faces of the shots that hold still and show none of `faces`.

    One picture of each costs some twelve times as much as a picture of the ordinary search.

    Args:
        film: read again in these shots.
        shots: its shots, in order.
        faces: those that the ordinary search found.
        extractor: enlarges what it searches.
        bodies: encodes the bodies below faces; None for no features of bodies.
        progress: called with the end of each shot that was searched.

    Raises:
        FilmError: when the film cannot be read again.
    """
    wide = extractor.enlarged()
    found: list[tuple[Seconds, Image, list[FoundFace]]] = []
    watched = [np.zeros((0, 0 if bodies is None else bodies.sizes.n_outputs), np.float32)]
    for span in faceless_spans(shots, faces):
        pictures = _Pictures()
        read_through(film, pictures=(pictures,), within=span)
        searched = _searched(pictures.pictures[::_EVERY], wide)
        watched.append(_bodies(pictures.pictures, searched, bodies))
        found += searched
        if progress is not None:
            progress(span.end)
    each = [(time, image, face) for time, image, some in found for face in some]
    rows = [wide.embed(image, some) for _, image, some in found if some]
    grids = [torso(image, face.box) for _, image, face in each]
    return FoundFaces(
        tuple(Face(time, face.box, face.score, n, facing=face.facing) for n, (time, _, face) in enumerate(each)),
        np.concatenate([np.zeros((0, wide.width), np.float32), *rows]),
        np.array([grid for grid, _ in grids], np.uint8).reshape(-1, GRID, GRID, 3),
        np.array([share for _, share in grids], np.float32),
        np.concatenate(watched),
    )


def faceless_spans(shots: Sequence[Shot], faces: Sequence[Face]) -> list[Span]:
    """Return the middle of each shot that shows no face and is long enough, without its blends."""
    times = np.array([face.time for face in faces])
    spans = []
    for shot, after in zip(shots, [*shots[1:], None], strict=False):
        start = shot.span.start if shot.blend is None else shot.blend.end
        end = shot.span.end if after is None or after.blend is None else after.blend.start
        if end - start < _SHORTEST or ((times >= shot.span.start) & (times < shot.span.end)).any():
            continue
        beyond = max(0.0, (end - start - _LONGEST) / 2)
        spans.append(Span(start + beyond, end - beyond))
    return spans


class _Pictures:
    """A `PictureSink` that keeps the pictures of a shot: those to search as they are, those between them small."""

    wants = PictureFormat("rgb24", rate_hz=_RATE_HZ)

    def __init__(self) -> None:
        self.pictures: list[tuple[Seconds, Image]] = []

    def take(self, time: Seconds, image: Image) -> None:
        """Keep a picture."""
        between, scale = len(self.pictures) % _EVERY != 0, _BETWEEN / image.shape[1]
        if between and scale < 1:
            size = _BETWEEN, max(1, round(image.shape[0] * scale))
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        self.pictures.append((time, image.copy()))


def _searched(
    pictures: Sequence[tuple[Seconds, Image]], wide: WideExtractor
) -> list[tuple[Seconds, Image, list[FoundFace]]]:
    """Return the faces of a shot's pictures: searched in the middle one, followed from there both ways."""
    if not _holds_still([image for _, image in pictures]):
        return []
    middle = len(pictures) // 2
    found = {middle: wide.find(pictures[middle][1])}
    for way in (range(middle + 1, len(pictures)), range(middle - 1, -1, -1)):
        known = found[middle]
        for n in way:
            if not known:
                break
            known = wide.find_again(pictures[n][1], [face.box for face in known], region=None, turn=None)
            found[n] = known
    return [(*pictures[n], found[n]) for n in sorted(found)]


def _bodies(
    pictures: Sequence[tuple[Seconds, Image]],
    searched: Sequence[tuple[Seconds, Image, list[FoundFace]]],
    net: BodyNet | None,
) -> NDArray[np.float32]:
    """Return the body features of the faces of a shot's pictures, (n, D'); D' is 0 without a network."""
    if net is None:
        return np.zeros((sum(len(some) for *_, some in searched), 0), np.float32)
    faces, watcher = {time: some for time, _, some in searched}, BodyWatcher(net)
    for time, image in pictures:
        watcher.take(time, image, [face.box for face in faces.get(time, ())])
    return watcher.rows()


def _holds_still(images: Sequence[Image]) -> bool:
    small = [shrunk(image, _GRID) for image in images]
    steps = [difference(one, other) for one, other in pairwise(small)]
    return bool(small) and (not steps or float(np.median(steps)) <= _STILL)
