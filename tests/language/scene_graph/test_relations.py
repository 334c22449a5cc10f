"""Scene graphs: the rules for relations, each on a caption parsed by hand."""

from __future__ import annotations

from cinescribe.language.scene_graph.scene_graph import scene_tuples
from tests.language.parses import parsed


def relations(text: str) -> list[tuple[str, ...]]:
    return [found for found in scene_tuples([parsed(text)]) if len(found) == 3]


def test_subject_object_and_complement() -> None:
    text = (
        "a/DET/det>2 man/NOUN/nsubj>3 throws:throw/VERB+Fin/root a/DET/det>5 ball/NOUN/obj>3 "
        "to/ADP/case>8 a/DET/det>8 dog/NOUN/obl>3"
    )
    assert relations(text) == [("man", "ball", "throw"), ("man", "dog", "throw to")]


def test_a_particle_belongs_to_its_verb() -> None:
    text = (
        "P2/PROPN/nsubj>2 looks:look/VERB+Fin/root out/ADP/case>6 of/ADP/fixed>3 the/DET/det>6 window/NOUN/obl>2 "
        "and/CCONJ/cc>8 puts:put/VERB+Fin/conj>2 down/ADP/compound:prt>8 a/DET/det>11 cup/NOUN/obj>8"
    )
    assert relations(text) == [("p2", "window", "look out of"), ("p2", "cup", "put down")]


def test_coordinated_subjects_and_objects_are_all_related() -> None:
    text = (
        "cats:cat/NOUN+Plur/nsubj>4 and/CCONJ/cc>3 dogs:dog/NOUN+Plur/conj>1 eat/VERB+Fin/root "
        "fish/NOUN/obj>4 and/CCONJ/cc>7 meat/NOUN/conj>5"
    )
    assert relations(text) == [
        ("cat", "fish", "eat"),
        ("cat", "meat", "eat"),
        ("dog", "fish", "eat"),
        ("dog", "meat", "eat"),
    ]


def test_coordinated_noun_inherits_a_missing_preposition() -> None:
    text = (
        "a/DET/det>2 room/NOUN/root with/ADP/case>4 chairs:chair/NOUN+Plur/nmod>2 and/CCONJ/cc>7 a/DET/det>7 "
        "bed/NOUN/conj>4 and/CCONJ/cc>10 near/ADP/case>10 trees:tree/NOUN+Plur/conj>4"
    )
    assert relations(text) == [("room", "chair", "with"), ("room", "bed", "with"), ("room", "tree", "near")]


def test_location_is_a_relation() -> None:
    text = "a/DET/det>2 boat/NOUN/nsubj>6 is:be/AUX/cop>6 on/ADP/case>6 the/DET/det>6 lake/NOUN/root"
    assert relations(text) == [("boat", "lake", "on")]


def test_predicate_noun_is_not_a_relation() -> None:
    text = "the/DET/det>2 man/NOUN/nsubj>5 is:be/AUX/cop>5 a/DET/det>5 rider/NOUN/root"
    assert relations(text) == []


def test_the_agent_of_a_passive_is_the_subject() -> None:
    text = (
        "a/DET/det>2 cart/NOUN/nsubj:pass>4 is:be/AUX/aux:pass>4 pulled:pull/VERB+Ed/root "
        "by/ADP/case>7 a/DET/det>7 cow/NOUN/obl:agent>4"
    )
    assert relations(text) == [("cow", "cart", "pull")]


def test_a_passive_without_agent_has_no_relation() -> None:
    text = (
        "a/DET/det>2 bus/NOUN/nsubj:pass>4 is:be/AUX/aux:pass>4 parked:park/VERB+Ed/root "
        "on/ADP/case>7 the/DET/det>7 street/NOUN/obl>4"
    )
    assert relations(text) == []


def test_a_past_participle_relates_its_noun_and_keeps_by() -> None:
    text = "a/DET/det>2 table/NOUN/root surrounded:surround/VERB+Ed/acl>2 by/ADP/case>5 chairs:chair/NOUN+Plur/obl>3"
    assert relations(text) == [("table", "chair", "surround by")]


def test_a_lone_present_participle_of_a_fragment_has_no_relation() -> None:
    text = "a/DET/det>2 man/NOUN/root riding:ride/VERB+Ing/acl>2 a/DET/det>5 horse/NOUN/obj>3"
    assert relations(text) == []


def test_a_present_participle_after_a_counted_noun_has_a_relation() -> None:
    text = "two/NUM/nummod>2 men:man/NOUN+Plur/root riding:ride/VERB+Ing/acl>2 horses:horse/NOUN+Plur/obj>3"
    assert relations(text) == [("man", "horse", "ride")]


def test_the_subject_of_a_participle_is_the_noun_before_it() -> None:
    text = (
        "a/DET/det>2 group/NOUN/root of/ADP/case>4 boys:boy/NOUN+Plur/nmod>2 chasing:chase/VERB+Ing/acl>2 "
        "a/DET/det>7 ball/NOUN/obj>5"
    )
    assert relations(text) == [("group", "boy", "of"), ("boy", "ball", "chase")]


def test_a_participle_after_a_sentence_relates_its_last_noun() -> None:
    text = (
        "he/PRON/nsubj>2 sits:sit/VERB+Fin/root on/ADP/case>5 a/DET/det>5 bed/NOUN/obl>2 "
        "reading:read/VERB+Ing/advcl>2 a/DET/det>8 book/NOUN/obj>6"
    )
    assert relations(text) == [("bed", "book", "read")]


def test_a_clause_with_a_conjunction_has_no_implicit_subject() -> None:
    text = (
        "he/PRON/nsubj>2 sits:sit/VERB+Fin/root on/ADP/case>5 a/DET/det>5 bed/NOUN/obl>2 "
        "while/SCONJ/mark>7 reading:read/VERB+Ing/advcl>2 a/DET/det>9 book/NOUN/obj>7"
    )
    assert relations(text) == []


def test_relative_pronouns_are_not_resolved() -> None:
    text = "a/DET/det>2 man/NOUN/root who/PRON/nsubj>4 rides:ride/VERB+Fin/acl:relcl>2 a/DET/det>6 horse/NOUN/obj>4"
    assert relations(text) == []


def test_possession_is_a_relation() -> None:
    text = (
        "P1/PROPN/nsubj>2 races:race/VERB+Fin/root to/ADP/case>5 his/PRON/nmod:poss>5 car/NOUN/obl>2 "
        "near/ADP/case>9 P2/PROPN/nmod:poss>9 's/PART/case>7 house/NOUN/nmod>5"
    )
    assert relations(text) == [
        ("p1", "car", "race to"),
        ("p1", "car", "have"),
        ("car", "house", "near"),
        ("p2", "house", "have"),
    ]


def test_a_pronoun_refers_to_the_first_noun_of_a_caption() -> None:
    text = "a/DET/det>2 horse/NOUN/root with/ADP/case>5 a/DET/det>5 man/NOUN/nmod>2 on/ADP/case>7 it/PRON/nmod>5"
    assert relations(text) == [("horse", "man", "with"), ("man", "horse", "on")]


def test_a_personal_pronoun_refers_to_the_last_person_to_act() -> None:
    text = (
        "a/DET/det>2 phone/NOUN/nsubj>3 rings:ring/VERB+Fin/root as/SCONJ/mark>6 P2/PROPN/nsubj>6 "
        "hands:hand/VERB+Fin/advcl>3 P1/PROPN/iobj>6 his/PRON/nmod:poss>9 hat/NOUN/obj>6"
    )
    assert ("p2", "hat", "have") in relations(text)


def test_a_pronoun_before_the_first_noun_is_not_resolved() -> None:
    text = "a/DET/det>2 dog/NOUN/nsubj>3 hears:hear/VERB+Fin/root P1/PROPN/obj>3 near/ADP/case>6 it/PRON/obl>3"
    assert relations(text) == [("dog", "p1", "hear"), ("dog", "dog", "hear near")]


def test_lemmatised_captions_have_no_actions_after_be() -> None:
    text = "a/DET/det>2 man/NOUN/nsubj>4 be/AUX/aux>4 ride/VERB/root a/DET/det>6 bike/NOUN/obj>4"
    assert scene_tuples([parsed(text)]) == [("man",), ("bike",)]


def test_a_progressive_is_an_action() -> None:
    text = (
        "a/DET/det>2 boy/NOUN/nsubj>5 to/PART/mark>5 be/AUX/aux>5 riding:ride/VERB+Ing/root a/DET/det>7 bike/NOUN/obj>5"
    )
    assert relations(text) == [("boy", "bike", "ride")]
