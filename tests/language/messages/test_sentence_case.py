import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.messages.sentence_case import sentence_case


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("a person appears.", "en", "A person appears."),
        ("éva apparaît.", "fr", "Éva apparaît."),
        ("ijs smelt.", "nl", "IJs smelt."),
        ("ijs smelt.", "nl-BE", "IJs smelt."),
        ("ijs smelt.", "en", "Ijs smelt."),
        ("iki kişi.", "tr", "İki kişi."),
        ("ßx", "de", "Ssx"),
        ("żółw", "pl", "Żółw"),
        ("2 people", "en", "2 people"),
        ("McCoy", "en", "McCoy"),
        ("人", "ja", "人"),
        ("", "en", ""),
    ],
)
def test_sentences_begin_with_a_capital(text, language, expected):
    assert sentence_case(text, language) == expected


def test_unknown_language_is_refused():
    with pytest.raises(LanguageError, match="unknown language"):
        sentence_case("a", "no language")
