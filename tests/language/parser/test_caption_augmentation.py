from random import Random

import pytest

from cinescribe.language.parser.caption_augmentation import (
    as_phrase,
    caption_like,
    in_lower_case,
    in_present_tense,
    tree_with_ids,
    without_full_stop,
)
from cinescribe.language.parser.treebank import read_treebank
from tests.language.parser.trees import tree
from tests.shared import shared

PAST = "Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin"


HER = tree(
    "She she PRON Case=Nom 2 nsubj",
    f"carried carry VERB {PAST} 0 root",
    "her her PRON Poss=Yes 4 nmod:poss",
    "dog dog NOUN Number=Sing 2 obj",
    ". . PUNCT _ 2 punct",
)
RIDING = tree(
    "Now now ADV _ 5 advmod",
    "a a DET _ 3 det",
    "man man NOUN Number=Sing 5 nsubj",
    "is be AUX _ 5 aux",
    "riding ride VERB _ 0 root",
    "a a DET _ 7 det",
    "horse horse NOUN Number=Sing 5 obj",
)


def spelt(made):
    return [(word.text, made.words[word.head].text, word.dep) for word in made.words]


def test_ids_replace_people_and_owners():
    made = tree_with_ids(HER, Random(0))
    who, verb, owner, mark, dog, _ = made.words
    assert {who.pos, owner.pos} == {"PROPN"}
    assert who.text[0] in "PS"
    assert who.lemma == who.text.lower()
    assert (mark.text, mark.dep, made.words[mark.head]) == ("'s", "case", owner)
    assert (made.words[owner.head], owner.dep) == (dog, "nmod:poss")
    assert made.words[dog.head] == verb
    assert f"{owner.text}'s dog" in made.text


def test_an_id_replaces_the_whole_name():
    named = tree(
        "Mary Mary PROPN Number=Sing 3 nsubj",
        "Smith Smith PROPN Number=Sing 1 flat",
        "ran run VERB _ 0 root",
    )
    who, ran = tree_with_ids(named, Random(0)).words
    assert (who.dep, who.head, ran.head) == ("nsubj", 1, 1)


def test_a_group_is_not_a_person():
    group = tree("They they PRON _ 2 nsubj", "ran run VERB _ 0 root")
    assert tree_with_ids(group, Random(0)) == group


@pytest.mark.parametrize(("lemma", "present"), [("carry", "carries"), ("be", "is"), ("walk", "walks")])
def test_past_verbs_become_present(lemma, present):
    (verb,) = in_present_tense(tree(f"xed {lemma} VERB {PAST} 0 root")).words
    assert verb.text == present
    assert "Tense=Pres" in verb.features


def test_only_the_third_person_becomes_present():
    first = tree("xed walk VERB Mood=Ind|Number=Sing|Person=1|Tense=Past|VerbForm=Fin 0 root")
    assert in_present_tense(first) == first


def test_the_plural_has_no_ending():
    (verb,) = in_present_tense(tree(f"xed walk VERB {PAST.replace('Sing', 'Plur')} 0 root")).words
    assert (verb.text, verb.features) == ("walk", "Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin")


def test_a_progressive_sentence_becomes_a_noun_phrase():
    assert spelt(as_phrase(RIDING, Random(0))) == [
        ("a", "man", "det"),
        ("man", "man", "root"),
        ("riding", "man", "acl"),
        ("a", "horse", "det"),
        ("horse", "riding", "obj"),
    ]


def test_a_phrase_of_another_sentence_has_no_preposition():
    sat = tree(
        "It it PRON _ 2 nsubj",
        "sat sit VERB _ 0 root",
        "on on ADP _ 6 case",
        "a a DET _ 6 det",
        "red red ADJ _ 6 amod",
        "mat mat NOUN _ 2 obl",
    )
    assert spelt(as_phrase(sat, Random(0))) == [("a", "mat", "det"), ("red", "mat", "amod"), ("mat", "mat", "root")]


def test_a_sentence_without_a_long_phrase_is_unchanged():
    assert as_phrase(HER, Random(0)) == HER


def test_full_stop_is_removed_unless_it_is_the_only_word():
    assert [word.text for word in without_full_stop(HER).words] == ["She", "carried", "her", "dog"]
    alone = tree(". . PUNCT _ 0 root")
    assert without_full_stop(alone) == alone
    assert without_full_stop(RIDING) == RIDING


def test_lower_case_changes_only_the_text():
    made = in_lower_case(HER)
    assert made.words[0].text == "she"
    assert [word.lemma for word in made.words] == [word.lemma for word in HER.words]


@pytest.mark.slow
def test_every_rewriting_of_a_real_treebank_is_a_tree():
    random = Random(1)
    for before in read_treebank(shared("data/ewt/en_ewt-ud-dev.conllu.gz"))[:600]:
        made = caption_like(before, random)
        assert len(made.words) == len(made.spaces) >= 1
        assert [word.dep == "root" for word in made.words].count(True) == 1
        for at in range(len(made.words)):
            place = at
            for _ in made.words:
                place = made.words[place].head
            assert made.words[place].dep == "root"
            assert made.words[place].head == place


def test_the_same_seed_gives_the_same_rewriting():
    assert caption_like(HER, Random(3)) == caption_like(HER, Random(3))
