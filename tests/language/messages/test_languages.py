import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.messages import is_right_to_left, native_name


@pytest.mark.parametrize(
    ("tag", "name"),
    [("de", "Deutsch"), ("ger", "Deutsch"), ("fr-CA", "français (Canada)"), ("pl", "polski"), ("yue", "粵語")],
)
def test_languages_are_named_as_by_their_speakers(tag, name):
    assert native_name(tag) == name


def test_language_without_a_known_name_is_called_by_its_tag():
    assert native_name("tlh") == "tlh"


@pytest.mark.parametrize(
    ("tag", "expected"), [("ar", True), ("he-IL", True), ("de", False), ("ja", False), ("tlh", False)]
)
def test_some_languages_are_written_from_right_to_left(tag, expected):
    assert is_right_to_left(tag) is expected


@pytest.mark.parametrize("function", [native_name, is_right_to_left])
def test_unknown_language_is_refused(function):
    with pytest.raises(LanguageError, match=r"unknown language .*; give a tag such as"):
        function("no language")
