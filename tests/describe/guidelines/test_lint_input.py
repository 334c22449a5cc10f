from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.schema import Film, Person, Script
from tests.describe.guidelines.inputs import given


def test_people_are_those_of_the_cast_and_those_named_in_cues():
    cast = (Person("p1", "P1", "Anna Stone"), Person("p2", "P2"))
    found = given("Anna greets Oskar.", "Oskar leaves.", people=cast)
    assert {person.name for person in found.people} == {"Anna Stone", "Oskar"}


def test_names_in_credits_are_not_people():
    assert not given("Directed by: Oskar Stone", "A man leaves.").people


def test_only_the_cast_is_known_without_a_parser():
    script = Script(Film("film.mp4", 9.0), people=(Person("p1", "P1", "Anna"),))
    assert [person.name for person in LintInput(script).people] == ["Anna"]
