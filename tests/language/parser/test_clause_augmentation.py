from dataclasses import replace
from random import Random

import pytest

from cinescribe.language.parser.clause_augmentation import (
    PLURAL,
    SINGULAR,
    finite,
    is_held_out,
    person_id,
    short_clause,
    with_other_words,
)
from cinescribe.language.parser.treebank import read_treebank
from cinescribe.language.tokens.parsed_sentence import Word
from tests.language.parser.trees import tree
from tests.shared import shared

PAST = "Mood=Ind|Number=Sing|Person=1|Tense=Past|VerbForm=Fin"
LEMMAS = ("nod", "wave")


WALKED = tree(
    "Yesterday yesterday NOUN Number=Sing 3 obl:unmarked",
    "I I PRON Case=Nom 3 nsubj",
    f"walked walk VERB {PAST} 0 root",
    "to to ADP _ 6 case",
    "the the DET _ 6 det",
    "shop shop NOUN Number=Sing 3 obl",
    "which which PRON _ 8 nsubj",
    f"closed close VERB {PAST} 6 acl:relcl",
    ". . PUNCT _ 3 punct",
)
SEA = tree(
    "The the DET _ 3 det",
    "cold cold ADJ _ 3 amod",
    "boats boat NOUN Number=Plur 4 nsubj",
    f"hit hit VERB {PLURAL} 0 root",
    "the the DET _ 7 det",
    "sea sea NOUN Number=Sing 7 compound",
    "walls wall NOUN Number=Plur 4 obj",
)


def clauses(of, lemmas=LEMMAS, n=200):
    return [short_clause(of, Random(seed), lemmas) for seed in range(n)]


def is_tree(made):
    roots = [at for at, word in enumerate(made.words) if word.head == at]
    return len(roots) == 1 and made.words[roots[0]].dep == "root" and len(made.words) == len(made.spaces)


def test_a_clause_has_a_person_and_a_verb_in_the_present():
    for made in clauses(WALKED):
        assert is_tree(made)
        (root,) = [word for word in made.words if word.dep == "root"]
        assert root.text in {"walks", "walk", "closes", "close", "nods", "nod", "waves", "wave"}
        assert root.features in {SINGULAR, PLURAL}
        (subject,) = [word for word in made.words if word.dep == "nsubj"]
        assert made.words[subject.head] == root


def test_a_clause_of_one_person_and_of_two():
    texts = {made.text.strip() for made in clauses(WALKED, n=3000)}
    assert {"SOMEONE nods.", "She waves."} <= texts
    assert any(text.startswith("P") and " and P" in text and text.endswith("nod.") for text in texts)
    assert all("walks" not in text for text in texts if text.startswith("They"))


def test_words_after_the_verb_keep_their_heads():
    short = tree(*["I I PRON _ 2 nsubj", f"go go VERB {PAST} 0 root", "to to ADP _ 4 case", "bed bed NOUN _ 2 obl"])
    kept = next(made for made in clauses(short, lemmas=()) if "bed" in made.text)
    bed, verb = (next(word for word in kept.words if word.lemma == lemma) for lemma in ("bed", "go"))
    to = next(word for word in kept.words if word.text == "to")
    assert (kept.words[bed.head], kept.words[to.head]) == (verb, bed)


def test_phrases_with_clauses_are_not_kept():
    assert not any("which" in made.text for made in clauses(WALKED))


def test_tree_without_a_clause_has_no_short_clause():
    assert short_clause(tree("Hello hello INTJ _ 0 root"), Random(0), LEMMAS) is None
    being = replace(WALKED, words=tuple(replace(word, lemma="be") for word in WALKED.words))
    assert short_clause(being, Random(0), LEMMAS) is None


def test_verbs_and_nouns_are_exchanged_in_their_form():
    texts = {with_other_words(SEA, Random(seed), LEMMAS).text.strip() for seed in range(200)}
    assert "The cold waves nod the sea walls" in texts
    assert all(text.endswith(" walls") for text in texts)  # a noun after another could be a verb
    made = with_other_words(SEA, Random(0), ("wave",))
    assert [(word.pos, word.features, word.head, word.dep) for word in made.words] == [
        (word.pos, word.features, word.head, word.dep) for word in SEA.words
    ]


def test_exchange_without_words_changes_nothing():
    assert with_other_words(SEA, Random(0), ()) is SEA


@pytest.mark.parametrize(
    ("lemma", "features", "text"),
    [("nod", SINGULAR, "nods"), ("nod", PLURAL, "nod"), ("be", SINGULAR, "is"), ("be", PLURAL, "are")],
)
def test_finite_verbs_keep_head_and_relation(lemma, features, text):
    assert finite(lemma, features, head=3, dep="conj") == Word(text, lemma, "VERB", features, 3, "conj")


def test_a_fifth_of_the_verbs_is_held_out():
    assert [is_held_out(verb) for verb in ("smile", "whimper", "nod", "wave")] == [True, True, False, False]


def test_random_person_ids_cover_the_vocabulary():
    found = {person_id(Random(seed)) for seed in range(300)}
    assert {"SOMEONE", "Someone", "P0", "P11"} <= found
    assert "P12" not in found


@pytest.mark.slow
def test_every_clause_of_a_real_treebank_is_a_tree():
    random = Random(1)
    trees = read_treebank(shared("data/ewt/en_ewt-ud-dev.conllu.gz"))[:600]
    made = [clause for each in trees if (clause := short_clause(each, random, LEMMAS))]
    assert len(made) > 200
    assert all(map(is_tree, made))
