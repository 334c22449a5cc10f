"""Simplified trees: multi-word prepositions and the words that replace others."""

from __future__ import annotations

import pytest

from cinescribe.language.scene_graph.scene_graph import scene_tuples
from cinescribe.language.scene_graph.tree_rewriting import scene_tree
from tests.language.parses import parsed

IN_FRONT = "in/ADP/case>{front} front/NOUN/{dep}>{head} of/ADP/case>{last} a/DET/det>{last} house/NOUN/nmod>{front}"


def test_preposition_in_front_of_after_a_verb_attaches_to_the_verb() -> None:
    text = "a/DET/det>2 man/NOUN/nsubj>3 waits:wait/VERB+Fin/root " + IN_FRONT.format(
        front=5, dep="obl", head=3, last=8
    )
    assert scene_tuples([parsed(text)]) == [("man",), ("front",), ("house",), ("man", "house", "wait in front of")]


def test_preposition_in_front_of_after_a_noun_attaches_to_the_noun() -> None:
    text = "a/DET/det>2 tree/NOUN/root " + IN_FRONT.format(front=4, dep="nmod", head=2, last=7)
    assert scene_tuples([parsed(text)]) == [("tree",), ("front",), ("house",), ("tree", "house", "in front of")]


@pytest.mark.parametrize("dep", ["advmod>2", "amod>2"])
def test_next_to_links_two_nouns(dep: str) -> None:
    text = f"a/DET/det>2 cat/NOUN/root next/ADV/{dep} to/ADP/case>6 a/DET/det>6 dog/NOUN/obl>3"
    assert scene_tuples([parsed(text)]) == [("cat",), ("dog",), ("cat", "dog", "next to")]


def test_next_to_as_predicate_is_replaced_by_the_noun() -> None:
    text = "a/DET/det>2 cat/NOUN/nsubj>4 is:be/AUX/cop>4 next/ADV/root to/ADP/case>7 a/DET/det>7 dog/NOUN/obl>4"
    assert scene_tuples([parsed(text)]) == [("cat",), ("dog",), ("cat", "dog", "next to")]


def test_preposition_is_not_rewritten_without_its_structure() -> None:
    text = "the/DET/det>2 front/NOUN/root of/ADP/case>5 a/DET/det>5 house/NOUN/nmod>2"
    assert scene_tuples([parsed(text)]) == [("front",), ("house",), ("front", "house", "of")]


def test_fixed_prepositions_are_read_whole() -> None:
    text = "a/DET/det>2 dog/NOUN/root because/ADP/case>6 of/ADP/fixed>3 the/DET/det>6 rain/NOUN/nmod>2"
    assert scene_tuples([parsed(text)]) == [("dog",), ("rain",), ("dog", "rain", "because of")]


def test_a_close_up_is_an_object() -> None:
    text = "a/DET/det>3 close/ADJ/amod>3 up/NOUN/root of/ADP/case>6 a/DET/det>6 dog/NOUN/nmod>3"
    assert scene_tuples([parsed(text)]) == [("close",), ("dog",), ("close", "dog", "of")]


def test_closing_up_is_no_close_up() -> None:
    text = "P1/PROPN/nsubj>2 close/VERB+Fin/root up/ADP/compound:prt>2 the/DET/det>5 shop/NOUN/obj>2"
    assert scene_tuples([parsed(text)]) == [("p1",), ("shop",), ("p1", "shop", "close up")]


def test_counted_noun_keeps_dependents_of_its_quantifier() -> None:
    text = (
        "a/DET/det>2 pair/NOUN/root of/ADP/case>4 shoes:shoe/NOUN+Plur/nmod>2 on/ADP/case>7 a/DET/det>7 mat/NOUN/nmod>2"
    )
    assert ("shoe", "mat", "on") in scene_tuples([parsed(text)])


def test_a_tree_keeps_the_order_of_words() -> None:
    sentence = parsed(
        "a/DET/det>2 lot/NOUN/root of/ADP/case>4 cars:car/NOUN+Plur/nmod>2 "
        "outside/ADV/advmod>2 of/ADP/case>7 town/NOUN/obl>5"
    )
    assert [node.word for node in scene_tree(sentence)] == list(sentence)
    assert [node.at for node in scene_tree(sentence)] == list(range(len(sentence)))


@pytest.mark.slow
def test_a_list_may_be_longer_than_the_stack_is_deep() -> None:
    things = " ".join(f"thing/NOUN/conj>{at}" for at in range(3, 1103))
    text = f"he/PRON/nsubj>2 lists/VERB+Fin/root thing/NOUN/obj>2 {things}"
    assert scene_tuples([parsed(text)]) == [("thing",)] * 1101
    verbs = " ".join(f"nods:nod/VERB+Fin/conj>{at}" for at in range(2, 1102))
    assert scene_tuples([parsed(f"P1/PROPN/nsubj>2 nods:nod/VERB+Fin/root {verbs}")]) == [("p1",), ("p1", "nod")]
