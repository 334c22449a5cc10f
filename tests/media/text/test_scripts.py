import pytest

from cinescribe.media.text.scripts import (
    has_letters_of,
    in_script,
    is_readable_in,
    looks_like,
    script_of,
    scripts_of_languages,
)


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Вход 2", "Cyrl"),
        ("Żółta łódź", "Latn"),
        ("ΕΙΣΙΤΗΡΙΑ", "Grek"),
        ("24 / 7", None),
        ("出口", None),
        ("Кафе Bar Улица", "Cyrl"),
    ],
)
def test_a_text_is_in_the_script_of_most_letters(text, script):
    assert script_of(text) == script


def test_letters_of_a_script_are_found_anywhere_in_a_text():
    assert has_letters_of("KAΦE", ["Grek"])
    assert not has_letters_of("KAFE 24", ["Grek", "Cyrl"])


def test_scripts_of_languages_ignore_unknown_tags():
    assert scripts_of_languages(["ru", "pl", "ell", None, "und", "???"]) == {"Cyrl", "Latn", "Grek"}
    assert scripts_of_languages(["sr-Latn"]) == {"Latn"}


@pytest.mark.parametrize(("latin", "script", "text"), [("MOCT", "Cyrl", "МОСТ"), ("TAXI", "Grek", "ΤΑΧΙ")])
def test_letters_have_twins(latin, script, text):
    assert looks_like(latin, script)
    assert in_script(latin, script) == text
    assert script_of(in_script(latin, script)) == script


def test_letters_without_twins_do_not_match():
    assert not looks_like("HOTEL", "Cyrl")
    assert not looks_like("24", "Cyrl")
    assert in_script("HOTEL 24", "Cyrl") == "НОТЕL 24"


@pytest.mark.parametrize(
    ("text", "language", "readable"),
    [
        ("Way out", "ru", True),
        ("Вход", "ru", True),
        ("Вход", "sr-Latn", False),
        ("Вход", "en", False),
        ("Вход EXIT-2 open", "de", True),
        ("出口", "ja", True),
        ("出口", "zh-Hant", True),
        ("でぐち", "zh", False),
        ("출구", "ko", True),
        ("مخرج", "fa", True),
        ("יציאה", "en", False),
        ("24 / 7", "el", True),
        ("Ѫ", "bg", True),
    ],
)
def test_a_text_is_readable_in_its_own_letters_and_in_latin_ones(text, language, readable):
    assert is_readable_in(text, language) is readable
