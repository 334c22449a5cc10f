import pytest

from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.naming import begins_with_name, named_as_cast, people_named, words_for_people
from tests.generate.narration.scenes import ANNA as ENGLISH_ANNA

ANNA = Role("p1", "Anna", "Anna", "Anna", ("Anny", "Annę", "Anną", "Annie"))
WILL = Role("p2", "Will", "Will", "Will", ("Willa",))
RED = Role(
    "p3", "the person in red", "osoba na czerwono", "osoba na czerwono", ("osobę na czerwono", "Osobę na czerwono")
)
ROLES = (ANNA, WILL, RED)


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("Willa widzi Annę.", (WILL, ANNA)),
        ("Annabel i Annina widzą.", ()),
        ("Osoba na czerwono macha.", (RED,)),
        ("Will widzi osobę na czerwono.", (WILL, RED)),
        ("Er will gehen.", ()),  # a verb, and no name
        ("annę", ()),
    ],
)
def test_people_are_named_in_any_case_of_the_language(sentence, named):
    assert people_named(sentence, ROLES) == named


def test_in_english_capitals_do_not_matter():
    assert people_named("anna sits.", [ENGLISH_ANNA]) == (ENGLISH_ANNA,)


def test_capitals_become_the_casts_spelling():
    assert named_as_cast("ANNA widzi.", ROLES) == "Anna widzi."
    assert named_as_cast("er will gehen.", ROLES) == "Er will gehen."


@pytest.mark.parametrize(
    ("sentence", "begins"),
    [
        ("Anna sits.", True),
        ("Anna, who sits.", True),
        ("Annas Hand zittert.", False),
        ("Anna's hand trembles.", False),
        ("Anna\u2019s hand trembles.", False),
        ("Ben sits.", False),
    ],
)
def test_a_name_at_the_start_is_in_the_nominative(sentence, begins):
    assert begins_with_name(sentence, ANNA) is begins


def test_writer_is_given_words_for_people_without_a_name():
    polish = SpokenLanguage("pl")
    assert words_for_people("1. the person in red waves", ROLES, polish) == [
        "In Polish, call the person in red `osoba na czerwono`."
    ]
    assert words_for_people("1. Anna waves", ROLES, polish) == []
