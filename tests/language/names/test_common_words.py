import pytest

from cinescribe.language.names.common_words import is_also_word


@pytest.mark.parametrize(
    "name", ["Rose", "Hope", "Grace", "Will", "Mark", "May", "Paris", "Snow", "Wren", "Cliff", "the cook"]
)
def test_names_that_are_words_months_or_places(name):
    assert is_also_word(name)


@pytest.mark.parametrize("name", ["Anna", "John", "Mary", "Sally", "Proog", "Rose Li", "Ann-Marie", "Knight"])
def test_names_that_are_nothing_else(name):
    assert not is_also_word(name)
