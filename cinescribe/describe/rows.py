"""A watched film as the rows that trained captioners read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.describe.watch import Watched
from cinescribe.features.extractors import FACES_HZ
from cinescribe.features.timed import FaceRows, FilmFeatures
from cinescribe.schema import Face


def film_features(watched: Watched, faces: Sequence[Face]) -> tuple[FilmFeatures, tuple[str | None, ...]]:
    """The film's rows, and the person of each of their faces.

    Faces are thinned to the rate at which corpora have them, so that a model sees as many as it learnt from.

    Args:
        watched: what the look at the film gave.
        faces: its faces with their persons, by time.
    """
    kept = [faces[n] for n in _thinned(np.array([face.time for face in faces]))]
    found = FaceRows(
        np.array([face.time for face in kept], np.float64),
        np.array([face.box for face in kept], np.float32).reshape(-1, 4),
        np.array([face.score for face in kept], np.float32),
        watched.embeddings[[face.row for face in kept]],
    )
    return FilmFeatures(watched.clip, watched.actions, found), tuple(face.person for face in kept)


def _thinned(times: NDArray[np.float64]) -> NDArray[np.intp]:
    """The faces of the first picture in each period, by number."""
    pictures, of_picture = np.unique(times, return_inverse=True)
    periods = np.floor(pictures * FACES_HZ + 1e-6)
    first = np.diff(periods, prepend=-1) > 0
    return np.flatnonzero(first[of_picture])
