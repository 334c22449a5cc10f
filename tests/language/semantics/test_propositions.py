from cinescribe.language.semantics.propositions import label, propositions
from cinescribe.language.semantics.tree import dependency_tree
from tests.language.parses import parsed


def test_pronoun_it_refers_to_the_last_object():
    tree = dependency_tree(
        parsed(
            "Man:man/NOUN/nsubj>2 lifts:lift/VERB+Fin/root box/NOUN/obj>2 "
            "and/CCONJ/cc>5 drops:drop/VERB+Fin/conj>2 it/PRON/obj>5"
        )
    )
    first, second = propositions(tree)
    assert [label(tree, one.roles.object) for one in (first, second)] == ["box", "box"]
    assert (first.is_main, second.is_main) == (True, False)
    assert label(tree, None) == ""


def test_unresolved_it_is_kept():
    tree = dependency_tree(parsed("Man:man/NOUN/nsubj>2 drops:drop/VERB+Fin/root it/PRON/obj>2"))
    assert label(tree, propositions(tree)[0].roles.object) == "it"


def test_them_refers_to_several_things_only():
    start = "Man:man/NOUN/nsubj>2 lifts:lift/VERB+Fin/root "
    end = " and/CCONJ/cc>5 drops:drop/VERB+Fin/conj>2 them/PRON/obj>5"
    for thing, meant in (("boxes:box/NOUN+Plur/obj>2", "box"), ("box/NOUN+Sing/obj>2", "them")):
        tree = dependency_tree(parsed(start + thing + end))
        assert label(tree, propositions(tree)[1].roles.object) == meant


def test_it_stays_what_it_was_as_a_subject():
    clause = "it/PRON/nsubj>2 enters:enter/VERB+Fin/root lot/NOUN/obj>2 "
    tree = dependency_tree(parsed(clause + "and/CCONJ/cc>6 it/PRON/nsubj>6 stops:stop/VERB+Fin/conj>2"))
    assert [label(tree, one.roles.subject) for one in propositions(tree)] == ["it", "it"]
