"""Names the colour of the clothes under each face, where most of what is seen of them has one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clothing.colour_terms import DARK, LIGHT, chroma_spread, colour_terms
from cinescribe.schema import Face

MIN_SHARE = 0.5  # of the region below a face that must lie inside the picture
MAJORITY = 0.6  # of the cells of a track that must have the colour
UNSURE = ("brown", "orange", "pink")  # the hues of skin, wood and warm light, which may be what is seen below a face
MONOCHROME = 4.0  # spread of hues, in CIE a* and b*, under which a film has no colours; noise of coding reaches 2


def with_clothes(faces: Sequence[Face], torsos: NDArray[np.uint8], shares: NDArray[np.float32]) -> tuple[Face, ...]:
    """Return the faces with the colour of their clothes, one for each track.

    Args:
        faces: a film's faces, tracked.
        torsos: RGB means of a grid below each face, by `Face.row`, (n_faces, rows, columns, 3).
        shares: share of the grid inside the picture, (n_faces,).
    """
    seen = [face for face in faces if face.track is not None and shares[face.row] >= MIN_SHARE]
    has_hues = chroma_spread(torsos[[face.row for face in seen]].reshape(-1, 3)) >= MONOCHROME
    by_track = groupby(sorted(seen, key=lambda face: face.track or 0), key=lambda face: face.track)
    colours = {track: _colour(torsos[[face.row for face in group]], has_hues=has_hues) for track, group in by_track}
    return tuple(face.replace(clothes=colours.get(face.track)) for face in faces)


def _colour(torsos: NDArray[np.uint8], *, has_hues: bool) -> str | None:
    """Return the colour that most cells share, (n, rows, columns, 3); None if there is none."""
    terms = colour_terms(torsos.reshape(-1, 3))
    term, n = Counter(terms).most_common(1)[0]
    if n < MAJORITY * len(terms) or term in UNSURE:
        return None
    return term if has_hues or term in (DARK, LIGHT) else None
