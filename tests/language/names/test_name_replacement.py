import pytest

from cinescribe.language.names.name_replacement import with_names


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
