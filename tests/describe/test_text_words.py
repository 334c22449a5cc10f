import pytest

from cinescribe.describe.text_words import says_again, spoken_words, text_words
from cinescribe.errors import LanguageError
from cinescribe.language.messages import SPOKEN_LANGUAGES
from cinescribe.schema import ScreenText, TextKind
from cinescribe.timing import Span


def spoken(words: str, kind: TextKind = "title") -> str:
    return spoken_words(ScreenText(Span(1, 4), words, (0.2, 0.4, 0.8, 0.5), 0.98, kind))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("PLAN 9 / FROM / OUTER SPACE", "Plan 9 From Outer Space"),
        ("THE / GOLD RUSH", "The Gold Rush"),
        ("Wild Rescues / Meet Our Friends", "Wild Rescues Meet Our Friends"),
        ("WILD RESCUES / Meet Our Friends", "Wild Rescues Meet Our Friends"),
        ("ROSE / & / THORN", "Rose & Thorn"),
        ("MERCER& SONS", "Mercer & Sons"),
        ("AT&T Presents", "AT&T Presents"),
        ("DON'T LOOK BACK", "Don't Look Back"),
        ("ROCKY III", "Rocky III"),
        ("MR SMITH ON THE BBC", "Mr Smith On The BBC"),
        ("FBI", "FBI"),
        ("Amélie", "Amélie"),
    ],
)
def test_the_lines_of_a_title_are_one_name(words, expected):
    assert spoken(words) == expected


@pytest.mark.parametrize(
    ("language", "words", "expected"),
    [
        ("de", "DER MANN / MIT DER KAMERA", "Der Mann mit der Kamera"),
        ("de", "ROCKY IV: DER KAMPF", "Rocky IV: Der Kampf"),
        ("de", "DR. MABUSE AN DER STRAẞE", "Dr. Mabuse an der Straße"),
        ("de", "ARD UND ZDF ZEIGEN", "ARD und ZDF Zeigen"),
        ("fr", "L'HOMME QUI N'ÉTAIT PAS LÀ", "L'Homme Qui n'Était Pas Là"),
        ("fr", "SORTIE DE SECOURS", "Sortie de Secours"),
        ("it", "LA VITA È BELLA", "La Vita è Bella"),
        ("it", "DI QUA E DI LÀ", "Di Qua e di Là"),
        ("es", "EL LABERINTO DEL FAUNO", "El Laberinto del Fauno"),
        ("pt", "CIDADE DE DEUS", "Cidade de Deus"),
        ("nl", "HET IJS SMELT", "Het IJs Smelt"),
        ("pl", "WĄŻ W SZKOLE", "Wąż w Szkole"),
        ("en", "THE MAN IN THE IRON MASK", "The Man In The Iron Mask"),
        ("sv", "MANNEN SOM VAR SJUK", "Mannen Som Var Sjuk"),
        ("ru", "ВЫХОД ЗДЕСЬ", "Выход Здесь"),
        ("el", "ΕΔΩ ΕΞΟΔΟΣ", "Εδω Εξοδος"),
        ("ja", "東京 / 駅", "東京 駅"),
    ],
)
def test_titles_have_the_capitals_of_their_language(language, words, expected):
    assert spoken_words(ScreenText(Span(1, 4), words, (0.2, 0.4, 0.8, 0.5), 0.98, "title"), language) == expected


@pytest.mark.parametrize("language", [*SPOKEN_LANGUAGES, "sv"])
def test_each_language_has_words_that_join_lines(language):
    words = text_words(language)
    assert len(words.joining) > 30
    assert all(word == word.casefold() for word in words.joining)
    assert all(word == word.upper() for word in (*words.titles, *words.spelled))


def test_unknown_language_is_refused():
    with pytest.raises(LanguageError, match="unknown language"):
        text_words("no language")


def test_sign_is_joined_by_the_words_of_its_own_language():
    sign = ScreenText(Span(1, 4), "Tür / Zum Hof", (0.2, 0.4, 0.8, 0.5), 0.98, "sign")
    assert spoken_words(sign) == "Tür, Zum Hof"
    assert spoken_words(sign, "de") == spoken_words(sign.replace(language="de")) == "Tür Zum Hof"
    translated = sign.replace(language="de", translation="Door / to The Yard")
    assert spoken_words(translated, "en") == "Door to The Yard"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Bread / Fresh fish", "Bread, Fresh fish"),
        ("Mr. Lee / of London", "Mr. Lee of London"),
        ("A gift from / Anna", "A gift from Anna"),
        ("CLOSED: / MONDAY", "Closed, Monday"),
        ("Wet / paint", "Wet paint"),
    ],
)
def test_unconnected_blocks_of_a_sign_are_separated(words, expected):
    assert spoken(words, "sign") == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("helen marsh biologist", True),
        ("Helen Marsh Biologlst", True),  # read a little otherwise
        ("Helen Marsh", True),
        ("Marsh", False),  # may be somebody else
        ("Chapter 2 of 9", False),
        ("Chapter 1 of 9", True),
    ],
)
def test_repeated_text_is_recognised(words, expected):
    assert says_again(words, ["Helen Marsh Biologist", "Chapter 1 of 9"]) is expected
