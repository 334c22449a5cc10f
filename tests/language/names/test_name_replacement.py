import pytest

from cinescribe.language.names.name_places import name_places
from cinescribe.language.names.name_replacement import with_names, with_names_at


@pytest.mark.parametrize(
    ("text", "names", "wanted"),
    [
        ("P1 nods.", {"P1": "Anna"}, "Anna nods."),
        ("P1 nods.", {"P1": "the cook"}, "The cook nods."),
        ("It rains. P1 and P10 run.", {"P1": "the cook", "P10": "Bo"}, "It rains. The cook and Bo run."),
        ("Person 2 sees person 2.", {"person 2": "Eve"}, "Eve sees Eve."),
        ("Anna sees Eve.", {"Anna": "Eve", "Eve": "Anna"}, "Eve sees Anna."),
        ("Annabel is Anna's aunt.", {"Anna": "Eve"}, "Annabel is Eve's aunt."),
        ("Anna Li and Anna.", {"Anna": "Eve", "Anna Li": "Zoe"}, "Zoe and Eve."),
        ("He sees (P1).", {"P1": "a+b"}, "He sees (a+b)."),
        ("Nothing.", {}, "Nothing."),
    ],
)
def test_whole_names_are_replaced_at_once_and_sentences_keep_their_capital(text, names, wanted):
    assert with_names(text, names) == wanted


def test_only_the_places_that_are_given_are_replaced():
    text = "Rose petals fall. Rose smiles at Rose."
    places = [place for place in name_places(text, ["Rose"]) if place.is_likely]
    assert with_names_at(text, places, {"Rose": "the cook"}) == "Rose petals fall. The cook smiles at the cook."
    assert with_names_at(text, (), {}) == text
