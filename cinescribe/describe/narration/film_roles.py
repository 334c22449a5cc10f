"""What the people of a film are called in sentences that models write."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby

from cinescribe.generate.narration.moments import Role
from cinescribe.models.observer.footage import FaceTrack
from cinescribe.models.observer.names import references
from cinescribe.schema import Face, Person, Shot


def film_roles(people: Sequence[Person], faces: Sequence[Face], shots: Sequence[Shot]) -> tuple[Role, ...]:
    """Return what each person is called: the name, else what a viewer recognises them by, as the observer says it.

    Somebody of whom neither is known has no role: models would mix them up with others.

    Args:
        people: of the film.
        faces: with tracks and persons, by time.
        shots: of the film.
    """
    starts = [shot.span.start for shot in shots]
    known = sorted(
        (face for face in faces if face.person is not None and face.track is not None),
        key=lambda face: (face.track or 0, str(face.person), face.time),
    )
    tracks = [
        FaceTrack(person, max(bisect_right(starts, some[0].time) - 1, 0), tuple(some))
        for (_, person), each in groupby(known, key=lambda face: (face.track, str(face.person)))
        if (some := list(each))
    ]
    called = references(people, tracks)
    return tuple(
        Role(person.id, called[person.id].later.subject, called[person.id].first.subject)
        for person in people
        if called[person.id].is_distinctive
    )
