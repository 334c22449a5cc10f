import pytest

from cinescribe.language.semantics.phrases import (
    counted,
    is_animate,
    is_mostly_verb,
    noun_label,
    place_of,
    preposition_of,
    verb_label,
)
from cinescribe.language.semantics.tree import dependency_tree
from tests.language.parses import parsed


def tree(text):
    return dependency_tree(parsed(text))


def test_nouns_with_the_word_before_them_if_wordnet_has_both():
    one = tree("living/VERB/amod>2 room/NOUN/root")
    assert noun_label(one.words, one.children, 1) == "living room"
    one = tree("red/ADJ/amod>2 cars:car/NOUN+Plur/root")
    assert noun_label(one.words, one.children, 1) == "car"
    one = tree("Others:others/NOUN+Plur/root")
    assert noun_label(one.words, one.children, 0) == "other"


def test_quantities_and_parts_of_places():
    one = tree("couple/NOUN/root of/ADP/case>3 dogs:dog/NOUN+Plur/nmod>1")
    assert counted(one.words, one.children, 0) == 2
    one = tree("middle/NOUN/root of/ADP/case>3 roads:road/NOUN+Plur/nmod>1")
    assert (counted(one.words, one.children, 0), place_of(one.words, one.children, 0)) == (0, 2)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("picks:pick/VERB/root up/ADP/compound:prt>1", "pick up"),
        ("picks:pick/VERB/root it/PRON/obj>1 up/ADP/compound:prt>1", "pick up"),
        ("stands:stand/VERB/root close/ADV/advmod>1 by/ADV/advmod>1", "stand"),
        ("runs:run/VERB/root upwards/ADV/advmod>1", "run"),
    ],
)
def test_phrasal_verbs_are_labelled_with_their_particle(text, label):
    one = tree(text)
    assert verb_label(one.words, one.children, 0) == label


def test_verbs_with_hyphens():
    one = tree("high/ADJ/amod>3 -/PUNCT/punct>1 fives:fives/VERB+Fin/root")
    assert verb_label(one.words, one.children, 2) == "high-five"


def test_prepositions_of_several_words_are_joined():
    one = tree("in/ADP/case>4 front/NOUN/fixed>1 of/ADP/fixed>1 cars:car/NOUN/root")
    assert preposition_of(one.words, one.children, 3) == "in front of"
    assert preposition_of(one.words, one.children, 1) == ""


def test_animate_nouns_are_recognised():
    words = parsed("man/NOUN/root stone/NOUN/dep>1 she/PRON/dep>1 P1/PROPN/dep>1 dog/NOUN/dep>1")
    assert [is_animate(word) for word in words] == [True, False, True, True, True]


def test_forms_that_are_mostly_verbs():
    assert is_mostly_verb("drinks")
    assert not is_mostly_verb("hands")
