from cinescribe.describe.narration.film_roles import film_roles
from cinescribe.generate.narration.moments import Role
from cinescribe.language.messages.spoken_messages import spoken_messages
from cinescribe.schema import Face, Person, Shot
from cinescribe.timing import Span

SHOTS = (Shot(Span(0, 5)), Shot(Span(5, 10)))


def face(time, track, person, clothes=None):
    return Face(time, (0.1, 0.1, 0.2, 0.2), 1.0, 0, track, person, clothes=clothes)


def test_roles_are_names_or_clothes_and_never_labels():
    people = (Person("p1", "P1", "Anna"), Person("p2", "P2"), Person("p3", "P3"), Person("p4", "P4", "Ben"))
    faces = (
        face(1, 0, "p1", "blue"), face(2, 0, "p1", "blue"), face(1, 1, "p2", "red"), face(2, 1, "p2", "red"),
        face(6, 2, "p2", "red"), face(6, 3, "p3"), face(7, 4, None), face(7, 5, "p4"),
    )  # fmt: skip
    assert film_roles(people, faces, SHOTS) == (
        Role("p1", "Anna", "Anna, in blue,"),
        Role("p2", "the person in red", "a person in red"),
        Role("p4", "Ben", "Ben"),
    )


def test_in_another_language_people_have_its_words_and_cases():
    people = (Person("p1", "P1", "Anna"), Person("p2", "P2"), Person("p3", "P3", "Jan"), Person("p4", "P4", "Jana"))
    faces = (
        face(1, 0, "p1", "blue"),
        face(2, 1, "p2", "red"),
        face(6, 2, "p2", "red"),
        face(7, 3, "p3"),
        face(8, 4, "p4"),
    )
    messages = spoken_messages("pl")
    anna, red, jan, jana = film_roles(people, faces, SHOTS, messages)
    assert (anna.name, anna.local_name, anna.spoken) == ("Anna", "Anna", "Anna")
    assert anna.has_introduction
    assert {"Anny", "Annę", "Anną"} <= set(anna.forms)
    assert red.name == "the person in red"  # as models are shown it
    assert red.local_name != red.name
    assert "osobę w czerwonym ubraniu" in red.forms
    assert "Jana" not in jan.forms
    assert jana.local_name == "Jana"


def test_a_film_without_people_has_no_roles():
    assert film_roles((), (), SHOTS) == ()
