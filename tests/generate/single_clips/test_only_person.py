"""`someone` is a person where all faces of the clip are theirs, and stays `someone` otherwise."""

import pytest

from cinescribe.generate.single_clips.only_person import with_only_person
from cinescribe.schema import Caption, Face, Person

ANNA, BEN = Person("p1", "P1", "Anna"), Person("p2", "P2")
PEOPLE = (ANNA, BEN)


def face(person, *, time=1.0, score=0.9):
    return Face(time, (0.1, 0.1, 0.2, 0.3), score, 0, person=person, certainty=0.8 if person else None)


def named(text, *faces):
    return with_only_person(Caption("c", text, by="s2vt:x"), faces, PEOPLE)


def test_the_only_person_is_named_with_the_clearest_face_as_evidence():
    found = named("Someone opens the door.", face("p1"), face("p1", time=2.0, score=0.99))
    assert (found.text, found.people) == ("Anna opens the door.", ("p1",))
    (seen,) = found.evidence
    assert (seen.time, seen.what, seen.score) == (2.0, "all faces of the clip are those of Anna", 0.8)
    assert seen.box == (0.1, 0.1, 0.2, 0.3)
    assert named("At night, someone's dog runs.", face("p2")).text == "At night, P2's dog runs."


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("Someone opens the door.", ()),
        ("Someone opens the door.", (face("p1"), face("p2"))),
        ("Someone opens the door.", (face("p1"), face(None))),
        ("Someone opens the door.", (face("p9"),)),
        ("Someone looks at someone.", (face("p1"),)),
        ("The door opens.", (face("p1"),)),
        ("", (face("p1"),)),
    ],
)
def test_otherwise_the_caption_stays(text, faces):
    found = named(text, *faces)
    assert (found.text, found.people, found.evidence) == (text, (), ())


def test_captioner_ids_become_someone():
    assert named("P1 waves at P2.").text == "Someone waves at someone."
    assert named("P3 waves.", face("p1")).text == "Anna waves."
