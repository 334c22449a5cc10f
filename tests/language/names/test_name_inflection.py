import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.names.name_inflection import forms_of_names, in_same_case, inflected_forms

# Genitive, dative, accusative, instrumental and locative, as grammars of Polish have them.
POLISH = (
    "Anna Anny Annie Annę Anną Annie",
    "Maria Marii Marii Marię Marią Marii",
    "Kasia Kasi Kasi Kasię Kasią Kasi",
    "Ola Oli Oli Olę Olą Oli",
    "Maja Mai Mai Maję Mają Mai",
    "Alicja Alicji Alicji Alicję Alicją Alicji",
    "Monika Moniki Monice Monikę Moniką Monice",
    "Kinga Kingi Kindze Kingę Kingą Kindze",
    "Marta Marty Marcie Martę Martą Marcie",
    "Magda Magdy Magdzie Magdę Magdą Magdzie",
    "Laura Laury Laurze Laurę Laurą Laurze",
    "Natasza Nataszy Nataszy Nataszę Nataszą Nataszy",
    "Ben Bena Benowi Bena Benem Benie",
    "Paweł Pawła Pawłowi Pawła Pawłem Pawle",
    "Marek Marka Markowi Marka Markiem Marku",
    "Piotr Piotra Piotrowi Piotra Piotrem Piotrze",
    "Dawid Dawida Dawidowi Dawida Dawidem Dawidzie",
    "Robert Roberta Robertowi Roberta Robertem Robercie",
    "Tomasz Tomasza Tomaszowi Tomasza Tomaszem Tomaszu",
    "Patryk Patryka Patrykowi Patryka Patrykiem Patryku",
    "Karol Karola Karolowi Karola Karolem Karolu",
    "Jerzy Jerzego Jerzemu Jerzego Jerzym Jerzym",
    "Antoni Antoniego Antoniemu Antoniego Antonim Antonim",
    "Hugo Hugona Hugonowi Hugona Hugonem Hugonie",
)
CASES = ("genitive", "dative", "accusative", "instrumental", "locative")


@pytest.mark.parametrize("row", POLISH)
def test_polish_names_decline(row):
    name, *wanted = row.split()
    forms = inflected_forms(name, "pl")
    assert [form for case, form in zip(CASES, wanted, strict=True) if form not in forms[case]] == []


@pytest.mark.parametrize(
    ("name", "tag", "genitive"),
    [
        ("Anna", "de", ("Annas",)),
        ("Hans", "de-AT", ("Hans’", "Hans'")),
        ("Anna Smith", "de", ("Anna Smiths",)),
        ("Anna", "nl", ("Anna’s", "Anna's")),
        ("Ben", "nl", ("Bens",)),
        ("Anna", "cs", ("Anny",)),
        ("Анна", "ru", ("Анны",)),
        ("Jan Nowak", "pl", ("Jana Nowaka",)),
    ],
)
def test_other_languages_have_their_own_endings(name, tag, genitive):
    assert inflected_forms(name, tag)["genitive"] == genitive


def test_a_language_without_cases_has_no_forms():
    assert inflected_forms("Anna", "fr") == inflected_forms("Anna", "ja") == inflected_forms(" ", "pl") == {}


def test_inflected_form_equal_to_another_name_is_dropped():
    found = forms_of_names(["Jan", "Jana"], "pl")
    assert "Janem" in found["Jan"]
    assert "Jana" not in found["Jan"]
    assert "Janie" not in (*found["Jan"], *found["Jana"])  # of both


@pytest.mark.parametrize(
    ("form", "old", "new", "tag", "wanted"),
    [
        ("Annas", "Anna", "Ben", "de", "Bens"),
        ("Annas", "Anna", "Hans", "de", "Hans’"),
        ("Annę", "Anna", "Ewa", "pl", "Ewę"),
        ("Annie", "Anna", "Kasia", "pl", "Kasi"),
        ("Annie", "Anna", "Ania", "pl", None),  # Ani or Anii
        ("Annę", "Anna", "Carmen", "pl", None),  # a woman's, which stays
        ("Bena", "Ben", "Tom", "pl", None),  # or a woman's?
        ("Annas", "Anna", "Ben", "fr", None),
    ],
)
def test_replacement_is_inflected_only_where_certain(form, old, new, tag, wanted):
    assert in_same_case(form, old, new, tag) == wanted


def test_invalid_language_tag_is_refused():
    with pytest.raises(LanguageError, match="unknown language"):
        inflected_forms("Anna", "no language")
