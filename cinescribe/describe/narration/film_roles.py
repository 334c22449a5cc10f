"""What the people of a film are called in sentences that models write."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from cinescribe.generate.narration.moments import Role
from cinescribe.language.messages.messages import Messages
from cinescribe.language.names.name_inflection import forms_of_names, inflected_forms
from cinescribe.models.observer.footage import FaceTrack
from cinescribe.models.observer.names import PersonWords, Reference, references
from cinescribe.schema import Face, Person, Shot


def film_roles(
    people: Sequence[Person], faces: Sequence[Face], shots: Sequence[Shot], messages: Messages | None = None
) -> tuple[Role, ...]:
    """Return what each person is called: the name, else what a viewer recognises them by, as the observer says it.

    A person of whom neither is known has no role: models would mix them up with others.

    Args:
        people: of the film.
        faces: with tracks and persons, by time.
        shots: of the film.
        messages: in whose language sentences are written; None for English.
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
    roles = tuple(
        Role(person.id, called[person.id].later.subject, called[person.id].first.subject)
        for person in people
        if called[person.id].is_distinctive
    )
    return roles if messages is None else _in_language(roles, references(people, tracks, messages), messages.language)


def _in_language(roles: Sequence[Role], called: Mapping[str, Reference], tag: str) -> tuple[Role, ...]:
    """The roles with what people are called in a language, in all its cases."""
    names = {role.id: called[role.id].later.subject for role in roles}
    inflected = forms_of_names(set(names.values()), tag)
    found = []
    for role in roles:
        reference, local_name = called[role.id], names[role.id]
        forms = set(inflected[local_name]) if local_name == role.name else _cases(reference.later, tag)
        capitals = {form[:1].upper() + form[1:] for form in forms}
        found.append(
            replace(
                role, introduction=reference.first.subject, local_name=local_name, forms=tuple(sorted(forms | capitals))
            )
        )
    return tuple(found)


def _cases(called: PersonWords, tag: str) -> set[str]:
    """Words for a person without a name in the cases that messages have, else with their first word inflected."""
    if called.cases:
        return set(called.cases.values()) - {called.subject}
    first, _, rest = called.subject.partition(" ")
    return {f"{form} {rest}".strip() for each in inflected_forms(first, tag).values() for form in each}
