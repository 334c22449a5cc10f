import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.names.elision import fits_after_elision


@pytest.mark.parametrize(
    ("text", "new", "tag", "fits"),
    [
        ("la main d'", "Ben", "fr", False),
        ("la main d'", "Émile", "fr", True),
        ("parce qu\u2019", "Ida", "fr", True),
        ("la main d'", "Hugo", "fr", False),
        ("la main de ", "Anna", "fr", False),
        ("la main de ", "Hugo", "fr", False),
        ("la main de ", "Ben", "fr", True),
        ("il voit ", "Anna", "fr", True),
        ("la mano di ", "Anna", "it", True),
        ("la mano d'", "Ben", "it", False),
        ("the hand of ", "Anna", "en", True),
        ("d'", "Ben", "de", True),
    ],
)
def test_another_name_fits_after_the_word_before(text, new, tag, fits):
    assert fits_after_elision(f"{text}Anna sourit", len(text), new, tag) is fits


def test_invalid_language_tag_is_refused():
    with pytest.raises(LanguageError, match="unknown language"):
        fits_after_elision("Anna", 0, "Ben", "no language")
