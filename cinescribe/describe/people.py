"""Groups the face tracks of a whole film into people who stay the same from beginning to end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from cinescribe.describe.track_views import track_distances, track_spread, track_views
from cinescribe.features.faces.following import overlap
from cinescribe.schema import Face, Person

# Distances are between tracks (`track_distances`), in units of the extractor's `same_distance`.
_NEVER = 1e9  # so large that no mean with it falls under a threshold
# The distance at which two tracks are as likely one person as two, and the width of the logistic curve around it:
# fitted (Platt 1999) to 300 pairs of photographs of deepface's tests and to 39 pairs of tracks of reel, friday and
# perspective, which together weigh about as much. Only photographs give 1.09, only tracks .92.
_EVEN, _WIDTH = 0.98, 0.066
# Drawn faces are more alike. They betray themselves by how little they vary within a track: by .16 to .22 in the median
# of Backlot films, where people are distinguished at .7; by .28 to .55 in reel, friday and perspective.
_EVEN_DRAWN = 0.7
_SPREAD_DRAWN, _SPREAD_REAL = 0.22, 0.28
_MIN_SPREADS = 5  # tracks whose spread says something of the film
# What it takes to be a person: the sum over a track's faces of how far the detector's score lies above its threshold.
# Two clear faces of score .9 have it; a pattern taken for a face once, or a blurred face for a moment, has not.
_DOUBTFUL_SCORE = 0.3
_MIN_EVIDENCE = 1.2
_MIN_BESIDE = 0.9  # score of a face that makes a person for less, seen beside a clear one: no one is seen twice there
_SURE = 0.9  # least certainty with which a track of less evidence is given to a person
_CERTAIN = 0.999  # largest certainty stated
_ONE_FACE = 0.338  # boxes that overlap more show one face; dlib's detector drops the worse of them
# Smaller faces are only found in wide shots, enlarged. They join people and make none, unless a film has no others.
_SMALL = 0.08  # widths of the picture
# How much farther a small face lies from the person's large ones than those from each other: .82 against .32 in the
# median of a drawn film, and from other people's 1.14 against 1.03.
_SMALL_APART = 0.23


@dataclass(frozen=True)
class _Tracks:
    """A film's tracks in order of appearance.

    Args:
        numbers: their numbers.
        evidence: of each that it shows a face.
        distances: between them, `_NEVER` for two seen in one picture, (n, n).
        even: the distance at which two are as likely one person as two.
        small: which show faces that only wide shots have, (n,).
        firm: which are clear enough to make a person, (n,).
        clothes: log-odds that two show one person by their clothes, 0 where that says nothing, (n, n).
    """

    numbers: list[int]
    evidence: NDArray[np.float64]
    distances: NDArray[np.float64]
    even: float
    small: NDArray[np.bool_]
    firm: NDArray[np.bool_]
    clothes: NDArray[np.float64]


def people(
    faces: Sequence[Face],
    embeddings: NDArray[np.float32],
    *,
    same_distance: float,
    clothes: Mapping[tuple[int, int], float] | None = None,
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """Return the people of a film, `P1` on by first appearance, and its faces with their persons and certainties.

    Whole tracks are joined, by average linkage, while they are more likely one person than two; tracks seen in the same
    picture never are. A track with little evidence that it shows a face joins a person only if that is nearly certain,
    and makes none, unless it is seen clearly beside another person. A face without a track gets no person. Time and
    memory grow with the square of the tracks: 5,000, a long feature film, take some 20 s and 600 MB.

    Args:
        faces: the film's faces, tracked, by time.
        embeddings: their embeddings by `Face.row`, (n, D).
        same_distance: the extractor's threshold, the unit of distances.
        clothes: log-odds that two tracks, by their numbers, show one person by their clothes; see `clothes_evidence`.
    """
    tracks = _tracks(faces, embeddings, same_distance, clothes or {})
    groups = _groups(tracks)
    persons = {group: f"p{n}" for n, group in enumerate(dict.fromkeys(g for g in groups if g is not None), start=1)}
    of_track = {
        number: (persons[group], certainty)
        for number, group, certainty in zip(tracks.numbers, groups, _certainties(tracks, groups), strict=True)
        if group is not None
    }
    found = tuple(Person(id=person, label=person.upper()) for person in persons.values())
    return found, tuple(_owned(face, of_track) for face in faces)


def _owned(face: Face, of_track: dict[int, tuple[str, float]]) -> Face:
    person, certainty = of_track.get(-1 if face.track is None else face.track, (None, None))
    return face.replace(person=person, certainty=certainty)


def _tracks(
    faces: Sequence[Face],
    embeddings: NDArray[np.float32],
    same_distance: float,
    clothes: Mapping[tuple[int, int], float],
) -> _Tracks:
    members: dict[int, list[Face]] = {}
    for face in faces:
        if face.track is not None:
            members.setdefault(face.track, []).append(face)
    numbers = list(members)  # by first appearance, since faces are by time
    views = [track_views(embeddings[[face.row for face in members[number]]] / same_distance) for number in numbers]
    distances = track_distances(views)
    for one, other in _together(faces, {number: n for n, number in enumerate(numbers)}):
        distances[one, other] = distances[other, one] = _NEVER
    evidence = np.array([sum(max(face.score - _DOUBTFUL_SCORE, 0.0) for face in members[number]) for number in numbers])
    small = np.array([max(face.box[2] - face.box[0] for face in members[number]) < _SMALL for number in numbers], bool)
    clear = evidence >= _MIN_EVIDENCE
    best = np.array([max(face.score for face in members[number]) for number in numbers])
    clear |= (best >= _MIN_BESIDE) & (distances[:, clear] >= _NEVER).any(1)
    firm = clear & ~small if (clear & ~small).any() else clear
    worn = np.array([[clothes.get((one, other), 0.0) for other in numbers] for one in numbers]).reshape(distances.shape)
    return _Tracks(numbers, evidence, distances, _even(views), small, firm, worn)


def _together(faces: Sequence[Face], number: dict[int, int]) -> set[tuple[int, int]]:
    """Distinct pairs of tracks seen in the same picture, at different places."""
    pairs: set[tuple[int, int]] = set()
    for _, group in groupby(faces, key=lambda face: face.time):
        seen = sorted({(number[face.track], face.box) for face in group if face.track is not None})
        pairs.update(
            (one, other)
            for (one, here), (other, there) in combinations(seen, 2)
            if one != other and overlap(here, there) <= _ONE_FACE
        )
    return pairs


def _even(views: Sequence[NDArray[np.float32]]) -> float:
    """Return the distance at which two tracks of this film are as likely one person as two."""
    spreads = [track_spread(one) for one in views if len(one) > 2]
    if len(spreads) < _MIN_SPREADS:
        return _EVEN
    spread = float(np.median(spreads))
    return float(np.interp(spread, (_SPREAD_DRAWN, _SPREAD_REAL), (_EVEN_DRAWN, _EVEN)))


def _groups(tracks: _Tracks) -> list[int | None]:
    """Return the group of each track; None for a track without a certain person."""
    groups: list[int | None] = [None] * len(tracks.numbers)
    firm = np.flatnonzero(tracks.firm)
    if not len(firm):
        return groups
    within = (tracks.distances - _WIDTH * tracks.clothes)[np.ix_(firm, firm)]
    labels = [1]
    if len(firm) > 1:
        condensed = within[np.triu_indices(len(firm), 1)].clip(min=0.0)
        labels = fcluster(linkage(condensed, "average"), tracks.even, "distance").tolist()
    for n, label in zip(firm.tolist(), labels, strict=True):
        groups[n] = int(label)
    for n, label in _joining(tracks, firm, np.array(labels)):
        groups[n] = label
    return groups


def _joining(tracks: _Tracks, firm: NDArray[np.intp], labels: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Return the tracks that are not firm but nearly certainly show a person, the most certain first, and the group.

    The clothes that count are those of the group's track in the same scene that is most like the track or most unlike.
    """
    odds = []
    for n in np.flatnonzero(~tracks.firm).tolist():
        for label in np.unique(labels).tolist():
            own = firm[labels == label]
            worn = tracks.clothes[n, own]
            distance = float(tracks.distances[n, own].mean()) - _WIDTH * float(worn[np.abs(worn).argmax()])
            odds.append((_probability(distance, tracks.even + _SMALL_APART * tracks.small[n]), n, label))
    taken: dict[int, int] = {}
    for chance, n, label in sorted(odds, reverse=True):
        if chance < _SURE:
            break
        rivals = [other for other, theirs in taken.items() if theirs == label]
        if n not in taken and not any(tracks.distances[n, other] >= _NEVER for other in rivals):
            taken[n] = int(label)
    return list(taken.items())


def _certainties(tracks: _Tracks, groups: Sequence[int | None]) -> list[float]:
    """Return the probability that each track shows its person, by its mean distance from the person's other tracks.

    The only track of a person has the certainty of not being another's: of the person it is most like.
    """
    label = np.array([-1 if group is None else group for group in groups])
    found = []
    for n, own in enumerate(label.tolist()):
        if own < 0:
            found.append(0.0)
            continue
        same = (label == own) & (np.arange(len(label)) != n)
        if same.any():
            distance = tracks.distances[n, same]
            found.append(_probability(float(distance[distance < _NEVER].mean()), tracks.even))
            continue
        others = [float(tracks.distances[n, label == other].mean()) for other in set(label.tolist()) - {own, -1}]
        found.append(1.0 - _probability(min(others, default=_NEVER), tracks.even))
    return [min(one, _CERTAIN) for one in found]


def _probability(distance: float, even: float) -> float:
    """Return the probability that two tracks at a distance show one person."""
    return float(1.0 / (1.0 + np.exp(min((distance - even) / _WIDTH, 50.0))))
