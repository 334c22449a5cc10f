"""Portraits: the best face crop of each person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cinescribe.features.faces.face_crops import FaceCrop
from cinescribe.schema import Face, Person
from cinescribe.store import writing

FOLDER = "portraits"


def with_portraits(
    people: Iterable[Person], faces: Sequence[Face], glimpses: Iterable[FaceCrop], *, folder: Path
) -> tuple[Person, ...]:
    """Write `folder/portraits/<id>.jpg` for each person; return the people with the paths, None without a good crop.

    Args:
        people: the film's people.
        faces: its faces with their persons.
        glimpses: what the finder kept of them.
        folder: where the film's description lies; portraits' paths are relative to it.

    Raises:
        OutputError: when the folder cannot be written.
    """
    person_of = {face.row: face.person for face in faces}
    best: dict[str, FaceCrop] = {}
    for glimpse in glimpses:
        person = person_of.get(glimpse.row)
        if person is not None and (person not in best or glimpse.quality > best[person].quality):
            best[person] = glimpse
    return tuple(_with_portrait(person, best.get(person.id), folder) for person in people)


def _with_portrait(person: Person, glimpse: FaceCrop | None, folder: Path) -> Person:
    if glimpse is None:
        return person.replace(portrait=None)
    path = f"{FOLDER}/{person.id}.jpg"
    with writing(folder / path) as beside:
        beside.write_bytes(glimpse.jpeg)
    return person.replace(portrait=path)
