import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.names.name_places import begins_sentence, name_places


def certain(text, *names, **values):
    return [text[slice(*one.place)] for one in name_places(text, names, **values) if one.is_certain]


def doubtful(text, *names, **values):
    found = name_places(text, names, **values)
    return [(text[slice(*one.place)], one.is_likely) for one in found if not one.is_certain]


@pytest.mark.parametrize(
    ("text", "name", "n"),
    [
        ("Anna sees Anna's cat.", "Anna", 2),
        ("Annabel, Anna-Lena, Jo-Anna and O'Anna.", "Anna", 0),
        ("Ana\u0301 and Ana.", "Ana", 1),
        ("P1 and P10, P1b, P1's.", "P1", 2),
        ("Person 1 and person 12.", "person 1", 1),
        ("Anna\nLi sits.", "Anna Li", 1),
        ("He sees Rose. Rose's hat and Mr. Rose.", "Rose", 2),
        ("(Anna) 'Anna'", "Anna", 2),
    ],
)
def test_names_are_whole_words(text, name, n):
    assert len(certain(text, name)) == n


@pytest.mark.parametrize(
    ("text", "name", "is_likely"),
    [
        ("Rose petals fall.", "Rose", False),
        ("Rose opens the door.", "Rose", True),
        ("It rains. Hope fades.", "Hope", True),
        ("Snow falls.", "Snow", True),
        ("Cliff edges crumble.", "Cliff", True),
        ("They meet in May, in town.", "May", False),
        ("He drives to Paris.", "Paris", False),
        ("The Grace sinks.", "Grace", False),
        ("She reads Anna Karenina.", "Anna", True),
        ("He walks down Rose Street.", "Rose", False),
        ("He sees the cook.", "the cook", True),
        ("They sell Cotton Candy here.", "Candy", True),
        ("A sign: Will returns soon.", "Will", True),
    ],
)
def test_names_that_may_be_other_words_are_doubtful(text, name, is_likely):
    ((_, likely),) = doubtful(text, name)
    assert likely == is_likely


def test_names_in_screen_text_are_never_certain():
    text = 'A sign: "P1". P1 waits.'
    assert certain(text, "P1", read=[(8, 12)]) == ["P1"]
    assert doubtful(text, "P1", read=[(8, 12)]) == [("P1", False)]


def test_names_inside_those_of_others_are_not_found():
    assert certain("Anna Li sees Anna.", "Anna", others=["Anna Li"]) == ["Anna"]
    assert name_places("Anna sits.", ()) == ()


@pytest.mark.parametrize(
    ("text", "at", "begins"),
    [
        ("Anna", 0, True),
        ('"Anna', 1, True),
        ("No. Anna", 4, True),
        ('He says: "No." "Anna', 16, True),
        ("Mr. Anna", 4, False),
        ("He sees (Anna", 9, False),
        ("1.5", 2, False),
    ],
)
def test_sentence_starts_are_recognised(text, at, begins):
    assert begins_sentence(text, at) == begins


def test_name_after_an_elided_word_is_found_where_the_language_elides():
    text = "La main d'Anna, qu\u2019Anna et O'Anna."
    assert len(certain(text, "Anna", language="fr")) == 2
    assert certain(text, "Anna") == certain(text, "Anna", language="de") == []


def test_invalid_language_tag_is_refused():
    with pytest.raises(LanguageError, match="unknown language"):
        name_places("Anna sits.", ["Anna"], language="no language")
