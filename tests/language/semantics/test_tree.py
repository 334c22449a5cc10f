from cinescribe.language.semantics.tree import dependency_tree
from tests.language.parses import parsed


def predicates(text):
    tree = dependency_tree(parsed(text))
    return [tree.words[at].text for at in range(len(tree.words)) if tree.is_predicate[at]]


def test_verbs_copulas_and_misread_verbs_state_something():
    assert predicates("moving/VERB/amod>2 bus/NOUN/root") == []
    assert predicates("He/PRON/nsubj>3 is:be/AUX/cop>3 happy/ADJ/root") == ["happy"]
    sits = "P1/PROPN/nsubj>2 sits:sit/VERB+Fin/root and/CCONJ/cc>4 waves:wave/NOUN+Plur/conj>2"
    assert predicates(sits) == ["sits", "waves"]
    assert predicates("P1/PROPN/nsubj>2 buys:buy/VERB+Fin/root cars:car/NOUN+Plur/obj>2") == ["buys"]
    danced = "P1/PROPN/nsubj>2 moves:move/VERB+Fin/root ,/PUNCT/punct>4 dancing/NOUN/conj>2"
    assert predicates(danced) == ["moves", "dancing"]


def test_heads_relations_and_transitive_verbs():
    tree = dependency_tree(parsed("P1/PROPN/nsubj>2 sees:see/VERB+Fin/root dogs:dog/NOUN/obj>2"))
    assert (tree.head(1), tree.head(0), tree.dep(2)) == (None, 1, "obj")
    assert tree.by_relation(1) == {"nsubj": [0], "obj": [2]}
    assert tree.is_transitive(1)
    assert tree.top_down == [1, 0, 2]


def test_the_base_form_is_a_verb_after_several_people():
    both = "Anna/PROPN/nsubj>4 and/CCONJ/cc>3 Ben/PROPN/conj>1 approach/NOUN/root"
    assert predicates(both) == ["approach"]
    assert predicates("Anna/PROPN/nsubj>2 approach/NOUN/root") == []
