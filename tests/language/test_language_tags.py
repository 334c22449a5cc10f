from functools import partial

import pytest

from cinescribe.errors import LanguageError
from cinescribe.language_tags import (
    base_language,
    closest_spoken,
    is_same_language,
    iso_639_2,
    known_language,
    language_tag,
    script_of_language,
)

FAULTS = ("", "no language", "und", "zz", "e", "de-", "english")
REFUSED = r"unknown language .*; give a tag such as `de`, `pt-BR` or `zh-Hant`"


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("de", "de"),
        ("ger", "de"),
        ("deu", "de"),
        ("DE", "de"),
        (" fr ", "fr"),
        ("pt_br", "pt-BR"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("gsw", "gsw"),
    ],
)
def test_a_language_has_one_spelling(name, tag):
    assert language_tag(name) == tag
    assert known_language(name) == tag


@pytest.mark.parametrize("name", FAULTS)
def test_unknown_language_is_refused(name):
    with pytest.raises(LanguageError, match=REFUSED):
        language_tag(name)
    assert known_language(name) is None


def test_a_file_may_name_no_language():
    assert known_language(None) is None


@pytest.mark.parametrize(("tag", "base"), [("pt-BR", "pt"), ("zh-Hant", "zh"), ("de", "de")])
def test_the_language_of_a_tag(tag, base):
    assert base_language(tag) == base


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("pt-BR", "pt_pt", True), ("ger", "de-AT", True), ("de", "nl", False), ("fr", "frr", False)],
)
def test_regions_are_of_one_language(one, other, expected):
    assert is_same_language(one, other) is expected


@pytest.mark.parametrize(("tag", "code"), [("de-AT", "deu"), ("pt", "por"), ("fr", "fra"), ("gsw", "gsw")])
def test_containers_have_three_letters(tag, code):
    assert iso_639_2(tag) == code


@pytest.mark.parametrize(("tag", "code"), [("de-AT", "ger"), ("fr", "fre"), ("pl", "pol")])
def test_some_languages_have_another_code_of_three_letters(tag, code):
    assert iso_639_2(tag, bibliographic=True) == code


def test_a_tag_for_private_use_has_no_code():
    assert language_tag("x-ours") == "x-ours"
    with pytest.raises(LanguageError, match="the language 'x-ours' has no code of three letters"):
        iso_639_2("x-ours")


@pytest.mark.parametrize(
    ("tag", "offered", "closest"),
    [
        ("fr-CA", ["de", "fr", "fr-BE"], "fr"),
        ("pt-BR", ["pt-PT", "pt-BR"], "pt-BR"),
        ("zh-Hant", ["en", "cmn"], "cmn"),
        ("de", ["no tag of a language", "de-AT"], "de-AT"),
        ("no", ["da"], None),
        ("de", [], None),
    ],
)
def test_a_listener_understands_the_closest_language(tag, offered, closest):
    assert closest_spoken(tag, offered) == closest


@pytest.mark.parametrize(
    ("tag", "script"),
    [("ru", "Cyrl"), ("sr-Latn", "Latn"), ("sr", "Cyrl"), ("el", "Grek"), ("ja", "Jpan"), ("de", "Latn")],
)
def test_languages_have_a_script(tag, script):
    assert script_of_language(tag) == script


@pytest.mark.parametrize(
    "function",
    [
        base_language,
        iso_639_2,
        script_of_language,
        partial(is_same_language, "de"),
        lambda tag: closest_spoken(tag, ["de"]),
    ],
)
def test_tag_functions_refuse_unknown_languages(function):
    with pytest.raises(LanguageError, match=REFUSED):
        function("no language")
