import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.identification.short_text import short_text_language

EIGHT = ["en", "de", "fr", "es", "it", "pt", "nl", "pl"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Zutritt verboten", "de"),
        ("Défense d'afficher", "fr"),
        ("Vuur maken mag niet", "nl"),
        ("ÁGUA POTÁVEL", "pt"),
        ("Zakaz wstępu", "pl"),
        ("Mind the step", "en"),
    ],
)
def test_languages_of_signs_are_identified(text, language):
    assert short_text_language(text, EIGHT) == language
    assert short_text_language(text, EIGHT, usual=language) == language
    assert short_text_language(text, EIGHT, usual="it") == language


@pytest.mark.parametrize("text", ["24 / 7", "", "Anna Brook", "Hotel Adler", "Coca-Cola", "STOP"])
def test_names_numbers_and_international_words_have_no_language(text):
    assert short_text_language(text, EIGHT, usual="en") is None


def test_text_possible_in_the_usual_language_is_not_another():
    assert short_text_language("Panadería del barrio", ["es", "pt"], usual="es-MX") == "es"
    assert short_text_language("Rua das Laranjeiras", ["es", "pt", "it"], usual="gl") == "pt"


def test_undetectable_languages_are_left_out():
    assert short_text_language("Zutritt verboten", ["???", "tlh"]) is None
    assert short_text_language("Zutritt verboten", ["tlh", "de", "en"], usual="tlh") == "de"


def test_invalid_usual_language_is_refused():
    with pytest.raises(LanguageError, match="a tag such as `de`"):
        short_text_language("Zutritt verboten", EIGHT, usual="???")
