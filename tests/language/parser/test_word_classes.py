import pytest

from cinescribe.language.parser.word_classes import gerund, is_verb, third_person, verb_nouns, word_class


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("nods", "nsvsv"),
        ("Winces", "nsvsn"),
        ("wave", "nvn"),
        ("running", "nvgav"),
        ("wrote", "vdv"),
        ("slowly", "rr"),
        ("of", "-"),
        ("P1", "-"),
        ("", "-"),
    ],
)
def test_a_class_has_every_form_that_a_word_could_be(word, found):
    assert word_class(word) == found


def test_a_base_form_is_not_also_an_inflected_one():
    assert word_class("gas").startswith("nv")  # not `ns`, although it ends in -s


@pytest.mark.parametrize(
    ("lemma", "present"),
    [
        ("carry", "carries"),
        ("watch", "watches"),
        ("go", "goes"),
        ("have", "has"),
        ("be", "is"),
        ("play", "plays"),
        ("walk", "walks"),
    ],
)
def test_third_person_forms_of_verbs(lemma, present):
    assert third_person(lemma) == present


def test_verbs_in_base_form():
    assert [is_verb(word) for word in ("nod", "nods", "found", "table", "of", "")] == [
        True,
        False,
        False,
        True,
        False,
        False,
    ]


def test_words_that_are_verbs_and_nouns():
    words = ["wave", "nod", "wave", "waves", "man", "knife", "as", "eat", "horizon", "found"]
    assert verb_nouns(words) == ("nod", "wave")


@pytest.mark.parametrize(
    ("lemma", "form"),
    [
        ("run", "running"),
        ("visit", "visiting"),
        ("begin", "beginning"),
        ("hope", "hoping"),
        ("hop", "hopping"),
        ("tie", "tying"),
        ("panic", "panicking"),
        ("see", "seeing"),
        ("dye", "dyeing"),
        ("be", "being"),
        ("play", "playing"),
        ("high-five", "high-fiving"),
    ],
)
def test_gerunds_of_verbs(lemma, form):
    assert gerund(lemma) == form
