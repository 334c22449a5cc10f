import pytest

from cinescribe.describe.hearing.heard_names import HeardName, cast_comment, heard_names
from cinescribe.schema import Face, Person, Speech
from cinescribe.timing import Span


def said(*lines):
    return [Speech(Span(5.0 * n, 5.0 * n + 3), "transcriber", line) for n, line in enumerate(lines)]


def names(lines, language):
    return {one.name: one.times for one in heard_names(said(*lines), language)}


def test_english_names_are_those_of_people():
    lines = (
        "Anna, come here!",
        "Where is Anna?",
        "I told Ben that you were late.",
        "Good morning, Mr. Miller.",
        "Ben! Wait for me.",
        "Yes, sir.",
        "London is cold, Anna.",
    )
    assert names(lines, "en-GB") == {"Anna": (0.0, 5.0, 30.0), "Ben": (10.0, 20.0), "Mr. Miller": (15.0,)}
    assert names(lines, None) == names(lines, "en")


@pytest.mark.parametrize(
    ("language", "lines", "wanted"),
    [
        (
            "de",
            ("Komm her, Anna!", "Ja, natürlich.", "Guten Morgen, Frau Müller.", "Ach, Anna, lass das.", "Gut, oder?"),
            {"Anna": (0.0, 15.0), "Frau Müller": (10.0,)},
        ),
        ("fr", ("Viens ici, Anne-Marie !", "Oui, bien sûr.", "Non, Paul."), {"Anne-Marie": (0.0,), "Paul": (10.0,)}),
        ("pl", ("Chodź tu, Anno!", "Dobrze, mamo."), {"Anno": (0.0,)}),
        ("es", ("Ven aquí, NO!", "Sí, señor."), {}),
    ],
)
def test_names_in_other_languages_are_forms_of_address(language, lines, wanted):
    assert names(lines, language) == wanted


def test_word_also_spoken_in_lower_case_is_not_a_name():
    assert names(("Ja, Mann!", "Der mann da.", "Komm, Rita."), "de") == {"Rita": (10.0,)}


def test_speech_without_words_has_no_names():
    assert heard_names([Speech(Span(0, 5), "vad")], "en") == ()


def test_people_in_view_are_counted_for_each_name():
    def face(time, person):
        return Face(time, (0, 0, 1, 1), 1.0, 0, person=person)

    people = (Person("p1", "P1"), Person("p2", "P2"))
    faces = [face(1.0, "p1"), face(1.5, "p1"), face(2.0, "p2"), face(16.0, "p1"), face(60.0, "p2"), face(1.0, None)]
    (anna,) = heard_names(said("Anna, come here!", "Yes.", "No.", "Anna!"), "en", people=people, faces=faces)
    assert anna == HeardName("Anna", (0.0, 15.0), (("P1", 2), ("P2", 1)))


def test_the_cast_file_names_a_few_moments():
    many = HeardName("Anna", (1.0, 62.5, 3725.0, 4000.0, 5000.0), (("P1", 3),))
    assert cast_comment([many, HeardName("Ben", (7.0,))]) == (
        "# Names that are said in the film, when, and who is in the picture then:\n"
        "#   Anna: 00:00:01, 00:01:02, 01:02:05 and 2 more; in view then: P1 (3)\n"
        "#   Ben: 00:00:07\n"
    )
    assert cast_comment([]) == ""
