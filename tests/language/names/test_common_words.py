import pytest

from cinescribe.language.names.common_words import is_also_word, is_known_word, is_verb_form


@pytest.mark.parametrize(
    "name", ["Rose", "Hope", "Grace", "Will", "Mark", "May", "Paris", "Snow", "Wren", "Cliff", "the cook"]
)
def test_names_that_are_words_months_or_places(name):
    assert is_also_word(name)


@pytest.mark.parametrize("name", ["Anna", "John", "Mary", "Sally", "Proog", "Rose Li", "Ann-Marie", "Knight"])
def test_unambiguous_names_are_not_words(name):
    assert not is_also_word(name)


def test_words_and_forms_of_verbs():
    assert is_known_word("doors")
    assert is_verb_form("sprints")
    assert not is_known_word("proog")
    assert not is_verb_form("proogs")
