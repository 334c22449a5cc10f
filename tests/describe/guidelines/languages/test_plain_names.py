from cinescribe.describe.guidelines.languages.plain_names import PlainNames
from cinescribe.language.names.names import NamedPerson

PEOPLE = (NamedPerson("Ana", ("Ana",)), NamedPerson("Ana Maria Souza", ("Ana Maria Souza", "Ana Maria")))


def found(text):
    return [(text[one.start : one.end], one.name) for one in PlainNames(PEOPLE).mentions(text)]


def test_longest_form_of_a_name_is_found_after_any_word():
    assert found("Um homem entrega a Ana uma carta de Ana Maria.") == [("Ana", "Ana"), ("Ana Maria", "Ana Maria Souza")]


def test_parts_of_words_and_lower_case_are_not_names():
    assert found("Anas banana, ana Anabela.") == []


def test_plain_names_without_people_mention_no_person():
    assert PlainNames(()).mentions("Ana") == []
