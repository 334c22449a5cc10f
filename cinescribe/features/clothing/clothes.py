"""Names the colour of the clothes under each face, where most of what is seen has one and the light can be trusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clothing.colour_terms import DARK, LIGHT, chroma_spread, colour_terms
from cinescribe.features.clothing.light_on_people import light_on_person
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Face

MIN_SHARE = 0.5  # of the region below a face that must lie inside the picture
MAJORITY = 0.6  # of the cells of a track that must have the colour
UNSURE = ("brown", "orange", "pink")  # the hues of skin, wood and warm light, which may be what is seen below a face
MONOCHROME = 4.0  # spread of hues, in CIE a* and b*, under which a film has no colours; noise of coding reaches 2


class CropOfFace(Protocol):
    """A picture of the face `row` of a film, with a margin around it."""

    @property
    def row(self) -> int:
        """Index of the face in the film."""

    def picture(self) -> Image:
        """Return it, RGB, (H, W, 3)."""


def with_clothes(
    faces: Sequence[Face], torsos: NDArray[np.uint8], shares: NDArray[np.float32], crops: Sequence[CropOfFace]
) -> tuple[Face, ...]:
    """Return the faces with the colour of their clothes, one for each track.

    Args:
        faces: a film's faces, tracked.
        torsos: RGB means of a grid below each face, by `Face.row`, (n_faces, 8, 8, 3).
        shares: share of the grid inside the picture, (n_faces,).
        crops: pictures of some of the faces; a track of which there is none has no colour.
    """
    pictures = {crop.row: crop for crop in crops}
    seen = [face for face in faces if face.track is not None and shares[face.row] >= MIN_SHARE]
    has_hues = chroma_spread(torsos[[face.row for face in seen]].reshape(-1, 3)) >= MONOCHROME
    by_track = groupby(sorted(seen, key=lambda face: face.track or 0), key=lambda face: face.track)
    colours = {}
    for track, group in by_track:
        rows = [face.row for face in group]
        shown = [pictures[row] for row in rows if row in pictures]
        colours[track] = _colour(torsos[rows], shown, has_hues=has_hues)
    return tuple(face.replace(clothes=colours.get(face.track)) for face in faces)


def common_term(torsos: NDArray[np.uint8]) -> str | None:
    """Return the term that most cells of grids share, (n, 8, 8, 3); None if there is none, or skin may have it too."""
    terms = colour_terms(torsos.reshape(-1, 3))
    term, n = Counter(terms).most_common(1)[0]
    return None if n < MAJORITY * len(terms) or term in UNSURE else term


def _colour(torsos: NDArray[np.uint8], crops: Sequence[CropOfFace], *, has_hues: bool) -> str | None:
    """Return the term that most cells share; None if there is none, or the light may deceive."""
    term = common_term(torsos)
    if term is None or not (has_hues or term in (DARK, LIGHT)):
        return None
    has_term = np.array([each == term for each in colour_terms(torsos.reshape(-1, 3))]).reshape(torsos.shape[:3])
    lights = [light_on_person(crop.picture(), torsos, has_term) for crop in crops]
    return term if lights and all(each.is_plain(term, has_hues=has_hues) for each in lights) else None
