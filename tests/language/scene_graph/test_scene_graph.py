"""Scene graphs: the rules for objects and attributes, each on a caption parsed by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cinescribe.language.scene_graph.scene_graph import scene_tuples, text_tuples
from cinescribe.language.tokens.parsed_sentence import Sentence, Word
from tests.language.parses import parsed


def attributes(text: str) -> set[tuple[str, ...]]:
    return {found for found in scene_tuples([parsed(text)]) if len(found) == 2}


def objects(text: str) -> list[str]:
    return [found[0] for found in scene_tuples([parsed(text)]) if len(found) == 1]


@st.composite
def trees(draw: st.DrawFn) -> Sentence:
    """Any words in any tree; words of prepositions, quantities and pronouns among them."""
    texts = draw(
        st.lists(
            st.sampled_from(
                ["in", "front", "of", "next", "to", "close", "up", "a", "couple", "dogs", "his", "P1", "runs", "red"]
            ),
            min_size=1,
        )
    )
    ranks = draw(st.permutations(range(len(texts))))  # a word hangs on one of lower rank
    by_rank = sorted(range(len(texts)), key=lambda at: ranks[at])
    heads = {by_rank[0]: by_rank[0]} | {
        at: by_rank[draw(st.integers(0, rank - 1))] for rank, at in enumerate(by_rank) if rank
    }
    tags = st.sampled_from(["NOUN", "VERB", "ADJ", "ADV", "ADP", "PRON", "PROPN"])
    deps = st.sampled_from(
        [
            "nsubj",
            "nsubj:pass",
            "obj",
            "obl",
            "obl:agent",
            "nmod",
            "nmod:poss",
            "amod",
            "compound",
            "conj",
            "case",
            "acl",
            "advcl",
        ]
    )
    return tuple(
        Word(text, text.lower(), draw(tags), draw(st.sampled_from(["", "Number=Plur"])), heads[at], draw(deps))
        for at, text in enumerate(texts)
    )


class FixedParser:
    """A parser with prepared parses of some texts."""

    name = "by-hand"

    def __init__(self, parses: dict[str, list[Sentence]]) -> None:
        self.parses = parses

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        return [self.parses[text] for text in texts]


def test_every_mention_of_a_noun_is_an_object() -> None:
    text = "a/DET/det>2 dog/NOUN/root near/ADP/case>5 another/DET/det>5 dog/NOUN/nmod>2"
    assert objects(text) == ["dog", "dog"]


def test_objects_are_named_by_their_lemma() -> None:
    assert objects("zebras:zebra/NOUN+Plur/root") == ["zebra"]


def test_pants_stay_pants() -> None:
    assert objects("pants:pant/NOUN+Plur/root") == ["pants"]


def test_nouns_of_a_compound_are_not_objects() -> None:
    text = "a/DET/det>2 man/NOUN/root on/ADP/case>6 a/DET/det>6 tennis/NOUN/compound>6 court/NOUN/nmod>2"
    assert objects(text) == ["man"]
    assert attributes(text) == {("court", "tennis")}


@pytest.mark.parametrize("word", ["P1", "p1", "SOMEONE", "PERSON3"])
def test_ids_are_objects_under_any_tag(word: str) -> None:
    assert scene_tuples([parsed(f"{word}/X/nsubj>2 winces:wince/VERB+Fin/root")]) == [
        (word.lower(),),
        (word.lower(), "wince"),
    ]


@pytest.mark.parametrize("dep", ["compound>2", "amod>2"])
def test_a_person_is_an_object_even_where_the_parse_is_wrong(dep: str) -> None:
    assert objects(f"P1/PROPN/{dep} winces:wince/NOUN/root")[0] == "p1"


def test_something_is_an_object_and_an_unresolved_pronoun_is_not() -> None:
    text = "he/PRON/nsubj>2 holds:hold/VERB+Fin/root something/PRON/obj>2"
    assert scene_tuples([parsed(text)]) == [("something",)]


def test_adjectives_are_attributes_coordinated_ones_too() -> None:
    text = "a/DET/det>5 green/ADJ/amod>5 and/CCONJ/cc>4 white/ADJ/conj>2 cake/NOUN/root"
    assert attributes(text) == {("cake", "green"), ("cake", "white")}


def test_adjectival_noun_is_not_an_object() -> None:
    assert objects("the/DET/det>3 orange/NOUN/amod>3 fish/NOUN/root") == ["fish"]


@pytest.mark.parametrize(
    ("participle", "quality"),
    [("striped:stripe/VERB+Ed", "striped"), ("smiling:smile/VERB+Ing", "smile"), ("bigger:big/ADJ", "bigger")],
)
def test_only_present_participles_become_lemmas(participle: str, quality: str) -> None:
    assert attributes(f"a/DET/det>3 {participle}/amod>3 cat/NOUN/root") == {("cat", quality)}


def test_numbers_are_attributes_of_plurals() -> None:
    assert attributes("two/NUM/nummod>2 dogs:dog/NOUN+Plur/root") == {("dog", "two")}


def test_numeral_one_is_not_an_attribute() -> None:
    assert attributes("one/NUM/nummod>2 dog/NOUN+Sing/root") == set()


def test_a_counted_noun_replaces_the_noun_of_quantity() -> None:
    text = "a/DET/det>2 couple/NOUN/nsubj>5 of/ADP/case>4 dogs:dog/NOUN+Plur/nmod>2 bark/VERB+Fin/root"
    assert scene_tuples([parsed(text)]) == [("couple",), ("dog",), ("dog", "a"), ("dog", "bark")]


def test_an_uncountable_noun_has_no_article_attribute() -> None:
    text = "a/DET/det>2 lot/NOUN/root of/ADP/case>4 traffic/NOUN+Sing/nmod>2"
    assert scene_tuples([parsed(text)]) == [("lot",), ("traffic",)]


def test_a_group_stays_a_group() -> None:
    text = "a/DET/det>2 group/NOUN/root of/ADP/case>4 boys:boy/NOUN+Plur/nmod>2"
    assert scene_tuples([parsed(text)]) == [("group",), ("boy",), ("group", "boy", "of")]


def test_a_predicate_adjective_is_an_attribute() -> None:
    assert attributes("the/DET/det>2 room/NOUN/nsubj>4 is:be/AUX/cop>4 small/ADJ/root") == {("room", "small")}


def test_an_action_without_object_is_an_attribute() -> None:
    assert attributes("a/DET/det>2 man/NOUN/nsubj>3 smiles:smile/VERB+Fin/root") == {("man", "smile")}


def test_coordinated_actions_share_their_subject() -> None:
    text = "a/DET/det>2 man/NOUN/nsubj>3 sits:sit/VERB+Fin/root and/CCONJ/cc>5 waits:wait/VERB+Fin/conj>3"
    assert attributes(text) == {("man", "sit"), ("man", "wait")}


def test_existence_is_not_an_action() -> None:
    text = "there/PRON/expl>2 is:be/VERB+Fin/root a/DET/det>4 bench/NOUN/nsubj>2"
    assert scene_tuples([parsed(text)]) == [("bench",)]


def test_the_subject_of_a_passive_does_not_act() -> None:
    assert attributes("the/DET/det>2 bus/NOUN/nsubj:pass>4 is:be/AUX/aux:pass>4 parked:park/VERB+Ed/root") == set()


def test_linking_adjective_is_not_an_attribute() -> None:
    text = "a/DET/det>2 box/NOUN/root full/ADJ/amod>2 of/ADP/case>5 toys:toy/NOUN+Plur/obl>3"
    assert scene_tuples([parsed(text)]) == [("box",), ("toy",), ("box", "toy", "of")]


def test_repeated_attributes_are_given_once_and_repeated_objects_each_time() -> None:
    text = "big/ADJ/amod>2 dog/NOUN/root and/CCONJ/cc>5 big/ADJ/amod>5 dog/NOUN/conj>2"
    assert scene_tuples([parsed(text)]) == [("dog",), ("dog",), ("dog", "big")]


@pytest.mark.slow
@given(trees())
def test_any_tree_has_a_graph(sentence: Sentence) -> None:
    for found in scene_tuples([sentence]):
        assert 1 <= len(found) <= 3
        assert all(found)


def test_the_graph_of_a_text_joins_those_of_its_sentences() -> None:
    first, second = (
        parsed("P1/PROPN/nsubj>2 sits:sit/VERB+Fin/root"),
        parsed("P2/PROPN/nsubj>2 winces:wince/VERB+Fin/root"),
    )
    parser = FixedParser({"P1 sits. P2 winces.": [first, second], "": []})
    assert text_tuples(["P1 sits. P2 winces.", ""], parser) == [
        [("p1",), ("p1", "sit"), ("p2",), ("p2", "wince")],
        [],
    ]
