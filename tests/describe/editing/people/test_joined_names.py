import pytest

from cinescribe.describe.editing.people.joined_names import repeats_name, with_single_names


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Anna and Anna open the door.", "Anna opens the door."),
        ("Anna and Anna walk to the door and sit down.", "Anna walks to the door and sits down."),
        ("Then Anna and Anna slowly go away.", "Then Anna slowly goes away."),
        ("While Anna and Anna watch, Bob leaves.", "While Anna watches, Bob leaves."),
        ("Anna and Anna are talking.", "Anna is talking."),
        ("Anna and Anna were here.", "Anna was here."),
        ("Anna and Anna can run and jump.", "Anna can run and jump."),
        ("Anna and Anna both wave.", "Anna waves."),
        ("Anna, Bob and Anna sit.", "Anna and Bob sit."),
        ("Bob, Eve, Anna, and Anna sit.", "Bob, Eve, and Anna sit."),
        ("Bob sees Anna and Anna.", "Bob sees Anna."),
        ("Anna and Anna's hands move.", "Anna's hands move."),
        ("Annabel and Anna and Anna-Lena run.", "Annabel and Anna and Anna-Lena run."),
        ("Anna greets Anna.", "Anna greets Anna."),
    ],
)
def test_a_list_names_a_person_once_and_verbs_agree(text, wanted):
    assert with_single_names(text, "Anna", ["Bob", "Eve"]) == wanted


def test_numbers_are_names_too():
    assert with_single_names("Person 1 and person 1 wave.", "person 1", []) == "Person 1 waves."


def test_repeated_name_in_a_sentence_is_found():
    assert repeats_name("Anna hugs Anna.", "Anna")
    assert not repeats_name("Anna sits. Anna's hand is on Anna's knee. Annabel sees Anna.", "Anna")
