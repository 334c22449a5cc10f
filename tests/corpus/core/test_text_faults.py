import pytest

from cinescribe.corpus.core.text_faults import text_faults


@pytest.mark.parametrize(
    "text",
    [
        "Rain.",
        "Ça va, naïve café?",
        "\u201cYes\u201d \u2013 she\u2019s 20 °C\u2026",
        "한국어 текст",
        "x\u0301",
        "emoji 🙂",
        "ÂME, SÃO PAULO, Ã l'â",
    ],
)
def test_texts_of_any_language_are_good(text):
    assert list(text_faults("clip 'a'", text)) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "clip 'a' has an empty text; write one, or leave it out"),
        ("\n ", "clip 'a' has an empty text"),
        ("ha " * 4000, "clip 'a' has a text of 12,000 letters; a caption has at most 10,000, split it"),
        ("a\tb\x07\t", "clip 'a' has control characters in its text (U+0009, U+0007); take them out"),
        ("a\u200bb", "clip 'a' has control characters in its text (U+200B)"),
        ("a\u2028b", "clip 'a' has control characters in its text (U+2028)"),
        ("\ud800", "clip 'a' has control characters in its text (U+D800)"),
        ("caf\ufffd", "clip 'a' has a character in its text that was lost (U+FFFD); write it again"),
        ("café".encode().decode("latin-1"), "clip 'a' has 'Ã©' in its text, UTF-8 read in another encoding"),
        ("she\u2019s".encode().decode("cp1252"), "clip 'a' has 'â€' in its text, UTF-8 read in another encoding"),
    ],
)
def test_a_fault_is_named(text, words):
    (fault,) = text_faults("clip 'a'", text)
    assert fault.startswith(words)
