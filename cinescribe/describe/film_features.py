"""A watched film as the rows that trained captioners read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.describe.analyse import Watched
from cinescribe.features.encoders.backlot_actions import deeds, load_action_net
from cinescribe.features.extraction.extractors import FACES_HZ
from cinescribe.features.rows.timed_features import FaceRows, FilmFeatures
from cinescribe.schema import Face

_NEAR = 0.1  # widths of the picture between a face and a deed at which it is a third as likely to be the doer's


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


def acts(features: FilmFeatures) -> tuple[float, ...]:
    """How much each of a film's faces is where somebody does something, 0 to 1.

    Empty without faces, and for rows of another network than ours, which do not tell.
    """
    net = load_action_net()
    rows = features.actions.rows
    if not len(features.faces.times) or not len(rows) or rows.shape[1] != net.sizes.width:
        return ()
    where, sure = deeds(features.actions, net)
    moments = np.abs(features.actions.times[None] - features.faces.times[:, None]).argmin(1)
    off = np.abs(features.faces.boxes[:, [0, 2]].mean(1) - where[moments])
    return tuple((sure[moments] * np.exp(-off / _NEAR)).tolist())


def _thinned(times: NDArray[np.float64]) -> NDArray[np.intp]:
    """The faces of the first picture in each period, by number."""
    pictures, of_picture = np.unique(times, return_inverse=True)
    periods = np.floor(pictures * FACES_HZ + 1e-6)
    first = np.diff(periods, prepend=-1) > 0
    return np.flatnonzero(first[of_picture])
