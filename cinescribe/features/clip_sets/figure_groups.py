"""Groups of a set's faces that figures without a face join by their looks.

Faces are grouped by what they look like, as before. A track of figures joins the group whose looks are most alike, or
other tracks; two groups with faces never join, and no person is in two places of one picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clip_sets.clusters import by_appearance
from cinescribe.features.clip_sets.film_people import NO_TRACK, FilmPeople
from cinescribe.features.encoders.appearance_net import log_odds, shipped_appearance_net


@dataclass
class _Group:
    """Rows of one person.

    Args:
        rows: indices in the set.
        vector: mean of their looks, (W,); None where not known.
        n_known: number of rows in this mean.
        kinds: sum of their kinds, (3,).
        pictures: the times at which they are seen.
        has_face: whether any of them is a face.
    """

    rows: list[int]
    vector: NDArray[np.float32] | None
    n_known: int
    kinds: NDArray[np.float32]
    pictures: set[float]
    has_face: bool

    @property
    def strangeness(self) -> float:
        """How likely it is a stranger, 0 to 1; 0 where not known."""
        return float(self.kinds[-1] / max(self.kinds.sum(), 1e-6))


def with_figures(face_groups: NDArray[np.int64], people: FilmPeople) -> NDArray[np.int64]:
    """Return the group of each face and figure of a set, numbered from 1 by first appearance, (n,).

    Args:
        face_groups: the group of each face, from 1; 0 for figures, (n,).
        people: of the set.
    """
    keys = np.where(face_groups > 0, -face_groups - 1, people.tracks)  # `NO_TRACK` is -1
    groups = [_group(np.flatnonzero(keys == key), people) for key in np.unique(keys[keys != NO_TRACK])]
    odds = np.array([[_log_odds(one, other) for other in groups] for one in groups]).reshape(len(groups), len(groups))
    while len(groups) > 1 and odds.max() > 0:
        one, other = sorted(int(at) for at in np.unravel_index(odds.argmax(), odds.shape))
        groups[one] = _joined(groups[one], groups[other])
        del groups[other]
        odds = np.delete(np.delete(odds, other, 0), other, 1)
        odds[one] = odds[:, one] = [_log_odds(groups[one], group) for group in groups]
    labels = np.zeros(len(people), np.int64)
    for number, group in enumerate(groups, 1):
        labels[group.rows] = number
    return by_appearance(labels)


def _group(rows: NDArray[np.int64], people: FilmPeople) -> _Group:
    known = people.vectors[rows]
    known = known[~np.isnan(known).any(1)]
    return _Group(
        rows.tolist(),
        np.asarray(known.mean(0), np.float32) if known.size else None,
        len(known),
        people.kinds[rows].sum(0),
        set(people.times[rows].tolist()),
        bool(people.has_face[rows].any()),
    )


def _log_odds(one: _Group, other: _Group) -> float:
    """Return the log-odds that two groups are one person; -inf where they cannot be, or looks are not known."""
    if one is other or (one.has_face and other.has_face) or one.vector is None or other.vector is None:
        return -np.inf
    if one.pictures & other.pictures:
        return -np.inf
    distance = float(np.linalg.norm(one.vector - other.vector))
    return log_odds(shipped_appearance_net(), distance, max(one.strangeness, other.strangeness))


def _joined(one: _Group, other: _Group) -> _Group:
    assert one.vector is not None  # their log-odds were finite
    assert other.vector is not None
    n_known = one.n_known + other.n_known
    mean = np.asarray((one.vector * one.n_known + other.vector * other.n_known) / n_known, np.float32)
    return _Group(
        one.rows + other.rows,
        mean,
        n_known,
        one.kinds + other.kinds,
        one.pictures | other.pictures,
        one.has_face or other.has_face,
    )
