"""Groups the face tracks of a whole film into people who stay the same from beginning to end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

from cinescribe.schema import Face, Person

_NEVER = 1e9  # a distance so large that no mean with it falls under a threshold
# Multiples of the extractor's `same_distance`, for dlib's embedding: two filmed people are over 1.3 apart, two drawn
# ones less than 1.13, and tracks of one drawn person less than 0.55.
_ALIKE, _USUAL = 1.13, 1.3
_LOWERED = 0.6  # the threshold for films whose faces are all alike
# In a film about one person, most tracks are closer together than this. Photos of one person years apart are not, and
# are split. That error is the cheaper one: `merge` in the cast file mends it in one line, while `split` needs times.
_ONE_PERSON = 0.85
_FAR = 75  # percentile of the distances between tracks that represents two different people


def people(
    faces: Sequence[Face], embeddings: NDArray[np.float32], *, same_distance: float
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """Return the people of a film, `P1` on by first appearance, and its faces with their persons.

    Tracks are joined by average linkage, except tracks seen in the same picture. A face without a track gets no
    person. Time and memory grow with the square of the tracks: 5,000, a long feature film, take 2 s and 250 MB.

    Args:
        faces: the film's faces, tracked, by time.
        embeddings: their embeddings by `Face.row`, (n, D).
        same_distance: the extractor's threshold; it is lowered for films whose faces are more alike.
    """
    rows: dict[int, list[int]] = {}
    for face in faces:
        if face.track is not None:
            rows.setdefault(face.track, []).append(face.row)
    tracks = list(rows)  # by first appearance, since faces are by time
    means = np.array([embeddings[rows[track]].mean(0) for track in tracks]).reshape(len(tracks), embeddings.shape[1])
    number = {track: n for n, track in enumerate(tracks)}
    together = _together(faces, number)
    groups = _groups(means, together, same_distance)
    first = {group: n for n, group in enumerate(dict.fromkeys(groups), start=1)}
    persons = {track: f"p{first[group]}" for track, group in zip(tracks, groups, strict=True)}
    found = tuple(Person(id=f"p{n}", label=f"P{n}") for n in first.values())
    return found, tuple(face.replace(person=None if face.track is None else persons[face.track]) for face in faces)


def _together(faces: Sequence[Face], number: dict[int, int]) -> NDArray[np.intp]:
    """Distinct pairs of track numbers seen in the same picture, (n, 2)."""
    pairs: set[tuple[int, int]] = set()
    for _, group in groupby(faces, key=lambda face: face.time):
        seen = sorted({number[face.track] for face in group if face.track is not None})
        pairs.update(combinations(seen, 2))
    return np.array(sorted(pairs), np.intp).reshape(-1, 2)


def _groups(means: NDArray[np.float32], together: NDArray[np.intp], usual: float) -> list[int]:
    """The group of each track, by average linkage of their mean embeddings."""
    if len(means) < 2:
        return [0] * len(means)
    distances = pdist(means)
    known = _condensed(together, len(means))
    threshold = _threshold(distances, distances[known], usual)
    distances[known] = _NEVER
    return [int(group) for group in fcluster(linkage(distances, "average"), threshold, "distance")]


def _threshold(distances: NDArray[np.float64], together: NDArray[np.float64], usual: float) -> float:
    """The distance below which two tracks of this film are the same person.

    A fixed threshold that keeps a filmed person whole would merge drawn people, who are more alike. The film itself
    shows how far two people are apart: tracks in the same picture are certainly two people, and the farther pairs of
    all tracks most likely are.

    Args:
        distances: between all tracks.
        together: between tracks seen in one picture.
        usual: the extractor's own threshold.
    """
    far = float(np.percentile(distances, _FAR))
    if not len(together) and far < _ONE_PERSON * usual:
        return usual
    typical = max(far, float(np.median(together))) if len(together) else far
    return usual * float(np.interp(typical / usual, (_ALIKE, _USUAL), (_LOWERED, 1.0)))


def _condensed(pairs: NDArray[np.intp], n: int) -> NDArray[np.intp]:
    """Positions of pairs (smaller number first) in the output of `pdist`."""
    one, other = pairs[:, 0], pairs[:, 1]
    return one * n - one * (one + 1) // 2 + other - one - 1
