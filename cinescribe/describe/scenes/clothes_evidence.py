"""What clothes say of two face tracks of one scene: a second, weaker kind of identity than faces.

People rarely change clothes within a scene, and in one scene few wear the same. Across scenes clothes say nothing here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.schema import Face, Shot

_MIN_SHARE = 0.5  # of the region below a face that must lie inside the picture
_COLUMNS = slice(1, 7)  # of the grid; the outer ones show more of the background
# Distance of two tracks' clothes at which one person is as likely as two, and the width of the logistic curve.
# In drawn films (seeds 600, 601 and, hard, 602) it was 1 to 12 of one person, 22 at most where one face was small (39
# pairs), and 13 to 49 of two people (100 pairs).
_EVEN, _WIDTH = 14.0, 2.5
_MOST = 2.5  # nats: clothes never count more, so that they decide nothing by themselves


def clothes_evidence(
    faces: Sequence[Face],
    torsos: NDArray[np.uint8],
    shares: NDArray[np.float32],
    *,
    shots: Sequence[Shot],
    scenes: Sequence[int],
) -> dict[tuple[int, int], float]:
    """Return the log-odds that two tracks show one person, by their clothes, for pairs of tracks of one scene.

    Args:
        faces: a film's faces, tracked, by time.
        torsos: RGB means of a grid below each face, by `Face.row`, (n_faces, 8, 8, 3).
        shares: share of the grid inside the picture, (n_faces,).
        shots: the film's shots, in order.
        scenes: number of the scene of each shot.

    Returns:
        By the numbers of two tracks, both ways.
    """
    starts = [shot.span.start for shot in shots]
    rows: dict[int, list[int]] = {}
    scene_of: dict[int, int] = {}
    for face in faces:
        if face.track is not None and shares[face.row] >= _MIN_SHARE:
            rows.setdefault(face.track, []).append(face.row)
            scene_of[face.track] = scenes[max(bisect_right(starts, face.time) - 1, 0)]
    worn = {track: clothes(torsos[own]) for track, own in rows.items()}
    return {
        (one, other): clothes_log_odds(float(np.linalg.norm(worn[one] - worn[other])))
        for one in worn
        for other in worn
        if one != other and scene_of[one] == scene_of[other]
    }


def clothes(torsos: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the clothes of a track, (6,): means and standard deviations of lightness (halved), a* and b*.

    Args:
        torsos: RGB means of a grid below each of its faces, (n, 8, 8, 3).
    """
    grid = np.median(torsos[:, :, _COLUMNS], 0).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(grid, cv2.COLOR_RGB2LAB), np.float64).reshape(-1, 3)
    return np.concatenate([lab.mean(0), lab.std(0)]) * (0.5, 1, 1, 0.5, 1, 1)


def clothes_log_odds(distance: float) -> float:
    """Return the log-odds that two tracks of one scene at a distance of clothes show one person."""
    return float(np.clip((_EVEN - distance) / _WIDTH, -_MOST, _MOST))
