import pytest

from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.semantics.clauses import clauses
from tests.language.parses import parsed


def found(sentence):
    """Verb, kind, subjects, objects and obliques of each clause, as words."""
    return [
        (
            sentence[one.at].text,
            one.kind,
            *(tuple(sentence[n].text for n in words) for words in (one.subjects, one.objects, one.obliques)),
        )
        for one in clauses(sentence)
    ]


def test_conjuncts_share_subject_and_an_object_after_both():
    sentence = parsed("He/PRON/nsubj>2 shot:shoot/VERB+Fin/root and/CCONJ/cc>4 ate:eat/VERB+Fin/conj>2 it/PRON/obj>4")
    assert found(sentence) == [
        ("shot", "main", ("He",), ("it",), ()),
        ("ate", "coordinated", ("He",), ("it",), ()),
    ]


def test_a_passive_turns_round():
    sentence = parsed(
        "Cars:car/NOUN+Plur/nsubj:pass>3 are:be/AUX/aux:pass>3 sold:sell/VERB+Ed/root "
        "by/ADP/case>5 men:man/NOUN/obl:agent>3"
    )
    assert found(sentence) == [("sold", "main", ("men",), ("Cars",), ())]


def test_a_relative_clause_is_about_its_noun():
    sentence = parsed("men:man/NOUN+Plur/nsubj>4 who/PRON/nsubj>3 run/VERB+Fin/acl:relcl>1 fall/VERB+Fin/root")
    assert found(sentence) == [
        ("run", "relative", ("men",), (), ()),
        ("fall", "main", ("men",), (), ()),
    ]


def test_beginning_yields_to_its_verb():
    sentence = parsed("Men:man/NOUN+Plur/nsubj>2 begin/VERB+Fin/root to/PART/mark>4 run/VERB+Inf/xcomp>2")
    assert found(sentence) == [("run", "main", ("Men",), (), ())]


def test_a_copula_with_a_place():
    sentence = parsed("Men:man/NOUN+Plur/nsubj>4 are:be/AUX/cop>4 in/ADP/case>4 bars:bar/NOUN+Plur/root")
    assert found(sentence) == [("bars", "main", ("Men",), (), ("bars",))]


def test_a_verb_that_the_parser_reads_as_a_noun():
    sentence = parsed("Someone/PROPN/compound>2 waves:wave/NOUN+Plur/root")
    assert found(sentence) == [("waves", "main", ("Someone",), (), ())]


def test_a_place_before_its_verb():
    sentence = parsed("Nearby/ADV/advmod>2 stands:stand/VERB+Fin/root someone/PRON/obj>2")
    assert found(sentence) == [("stands", "main", ("someone",), (), ())]


def test_an_object_with_a_preposition_is_a_place_unless_it_is_a_particle():
    start = "Car:car/NOUN/nsubj>2 swerves:swerve/VERB+Fin/root "
    assert found(parsed(start + "over/ADP/case>4 road/NOUN/obj>2")) == [("swerves", "main", ("Car",), (), ("road",))]
    assert found(parsed(start + "down/ADP/case>4 bag/NOUN/obj>2")) == [("swerves", "main", ("Car",), ("bag",), ())]


def test_places_of_adverbs_and_results_belong_to_the_verb():
    back = "Back/ADV/advmod>5 in/ADP/case>3 bars/NOUN/obl>1 someone/PRON/nsubj>5 waits:wait/VERB+Fin/root"
    assert found(parsed(back)) == [("waits", "main", ("someone",), (), ("bars",))]
    result = "Someone/PRON/nsubj>2 lies:lie/VERB+Fin/root asleep/ADJ/xcomp>2 in/ADP/case>5 bed/NOUN/obl>3"
    assert found(parsed(result)) == [("lies", "main", ("Someone",), (), ("bed",))]


def test_who_is_seen_doing_something_is_the_object():
    sees = "Someone/PRON/nsubj>2 finds:find/VERB+Fin/root boy/NOUN/nsubj>4 texting:text/VERB+Ing/ccomp>2"
    assert [one[:4] for one in found(parsed(sees))] == [
        ("finds", "main", ("Someone",), ("boy",)),
        ("texting", "complement", ("boy",), ()),
    ]


def test_what_is_pulled_open_is_the_object():
    pulls = "Someone/PRON/nsubj>2 pulls:pull/VERB+Fin/root open/ADJ/xcomp>2 door/NOUN/obj>3"
    assert found(parsed(pulls)) == [("pulls", "main", ("Someone",), ("door",), ())]


def test_no_verb_no_clause():
    assert clauses(parsed("dark/ADJ/amod>2 night/NOUN/root")) == []


@pytest.mark.slow
def test_a_participle_takes_the_subject_of_its_clause():
    [sentence] = shipped_parser().parse(["A girl enters, followed by a man."])[0]
    assert [one[2:4] for one in found(sentence)] == [(("girl",), ()), (("man",), ("girl",))]
