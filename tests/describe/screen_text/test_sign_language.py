import pytest

from cinescribe.describe.screen_text.sign_language import is_foreign, sign_language, with_language
from cinescribe.errors import LanguageError
from cinescribe.schema import Film, ScreenText, Stream
from cinescribe.timing import Span

BOX = (0.1, 0.4, 0.9, 0.6)


def sign(words, **facts):
    return ScreenText(Span(1.0, 3.0), words, BOX, 0.99, **facts)


@pytest.mark.parametrize(
    ("words", "language", "heard", "found"),
    [
        ("Zutritt verboten", "en", None, "de"),
        ("Zutritt verboten", "de-AT", None, "de-AT"),
        ("Panadería del barrio", "en", "es-MX", "es-MX"),
        ("Έξοδος κινδύνου", "de", None, "el"),
        ("Έξοδος κινδύνου", "el-CY", None, "el-CY"),
        ("Посторонним вход воспрещён", "pl", "ru", "ru"),
        ("Peter Lang", "en", "de", None),
        ("24 / 7", "en", None, None),
        ("出口", "en", None, None),
        ("Mind the step", "ru", None, "en"),
    ],
)
def test_signs_have_a_language_where_it_is_certain(words, language, heard, found):
    assert sign_language(words, language=language, heard=heard) == found


def test_language_of_the_sound_is_expected_on_signs():
    film = Film("film.mp4", 10.0, (Stream(0, "audio", "aac", language="swe"),))
    text = sign("Tillträde förbjudet för obehöriga")
    assert with_language(text, film, language="en").language == "sv"
    assert with_language(text, Film("film.mp4", 10.0), language="en").language != "sv"


@pytest.mark.parametrize(
    ("text", "language", "foreign"),
    [
        (sign("Zutritt verboten", language="de"), "en", True),
        (sign("Zutritt verboten", language="de"), "de-CH", False),
        (sign("Вход"), "en", True),
        (sign("Вход"), "uk", False),
        (sign("Way out"), "ru", False),
        (sign("24"), "el", False),
    ],
)
def test_another_language_and_other_letters_are_foreign(text, language, foreign):
    assert is_foreign(text, language=language) is foreign


def test_unknown_language_is_refused():
    with pytest.raises(LanguageError, match="a tag such as `de`"):
        sign_language("Zutritt verboten", language="???")
