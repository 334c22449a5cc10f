"""Who `someone` is: the only person whose face a clip shows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from cinescribe.corpus.core.blanks import SOMEONE, with_someone
from cinescribe.schema import Caption, Evidence, Face, Person

_SOMEONE = re.compile(rf"\b{SOMEONE}\b", re.IGNORECASE)


def with_only_person(caption: Caption, faces: Sequence[Face], people: Sequence[Person]) -> Caption:
    """Return a caption with a person in place of `someone`, if it is clear who that is.

    It is when the caption has one `someone`, and all faces of its clip are those of one known person. Person ids of
    the captioner's own, which mean nothing outside the clip, become `someone` first.

    Args:
        caption: of a clip.
        faces: the faces of the clip, with their persons.
        people: the film's people.
    """
    text = _SOMEONE.sub(_as_written, with_someone(caption.text))
    text = text[:1].upper() + text[1:]
    person = _only_person(faces, {person.id: person for person in people})
    if person is None or len(_SOMEONE.findall(text)) != 1:
        return caption.replace(text=text, people=())
    clearest = max((face for face in faces if face.person == person.id), key=lambda face: face.score)
    what = f"all faces of the clip are those of {person.called}"
    seen = Evidence(clearest.time, what, box=clearest.box, score=clearest.certainty)
    named = _SOMEONE.sub(lambda _: person.called, text)
    return caption.replace(text=named, people=(person.id,), evidence=(*caption.evidence, seen))


def _only_person(faces: Sequence[Face], people: Mapping[str, Person]) -> Person | None:
    """Return the person of all faces of a clip; None for several, unknown faces, or none."""
    by_person: defaultdict[str | None, list[Face]] = defaultdict(list)
    for face in faces:
        by_person[face.person].append(face)
    only = next(iter(by_person)) if len(by_person) == 1 else None
    return people.get(only) if only is not None else None


def _as_written(found: re.Match[str]) -> str:
    return found[0].lower() if found.start() else SOMEONE.title()
