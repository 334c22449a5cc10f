from cinescribe.language.semantics.clauses import clauses_of
from cinescribe.language.semantics.roles import roles
from cinescribe.language.semantics.tree import dependency_tree
from tests.language.parses import parsed


def filled(text):
    tree = dependency_tree(parsed(text))
    [clause] = clauses_of(tree)
    words = [
        None if at is None else tree.words[at].lemma
        for one in roles(tree, clause)
        for at in (one.subject, one.object, one.location)
    ]
    return [tuple(words[n : n + 3]) for n in range(0, len(words), 3)]


SUBJECT = "Man:man/NOUN/nsubj>2 "


def test_a_place_is_a_location_and_a_person_an_object():
    assert filled(SUBJECT + "sits:sit/VERB+Fin/root in/ADP/case>4 kitchen/NOUN/obl>2") == [("man", None, "kitchen")]
    assert filled(SUBJECT + "yells:yell/VERB+Fin/root at/ADP/case>4 woman/NOUN/obl>2") == [("man", "woman", None)]
    assert filled(SUBJECT + "looks:look/VERB+Fin/root at/ADP/case>4 house/NOUN/obl>2") == [("man", "house", None)]
    assert filled(SUBJECT + "hides:hide/VERB+Fin/root behind/ADP/case>4 curtain/NOUN/obl>2") == [
        ("man", None, "curtain")
    ]


def test_times_reflexives_and_repetitions_are_not_objects():
    assert filled(SUBJECT + "works:work/VERB+Fin/root at/ADP/case>4 night/NOUN/obl>2") == [("man", None, None)]
    assert filled(SUBJECT + "lowers:lower/VERB+Fin/root himself/PRON/obj>2") == [("man", None, None)]
    moves = "moves:move/VERB+Fin/root from/ADP/case>4 foot/NOUN/obl>2 to/ADP/case>6 foot/NOUN/obl>2"
    assert filled(SUBJECT + moves) == [("man", None, None)]


def test_thing_precedes_a_person_as_object():
    gives = "gives:give/VERB+Fin/root woman/NOUN/obj>2 book/NOUN/obj>2"
    assert filled(SUBJECT + gives) == [("man", "book", None)]


def test_subjects_and_objects_joined_by_and():
    subjects = "Man:man/NOUN/nsubj>4 and/CCONJ/cc>3 dog/NOUN/conj>1 see/VERB+Fin/root "
    assert filled(subjects + "car/NOUN/obj>4 and/CCONJ/cc>7 bus/NOUN/conj>5") == [
        ("man", "car", None),
        ("dog", "car", None),
        ("man", "bus", None),
    ]


def test_a_street_that_is_walked_down():
    text = SUBJECT + "walks:walk/VERB+Fin/root down/ADP/compound:prt>2 street/NOUN/obj>2"
    assert filled(text) == [("man", None, "street")]


def test_a_place_precedes_a_thing_as_location():
    lifts = "lifts:lift/VERB+Fin/root cup/NOUN/obj>2 onto/ADP/case>5 tray/NOUN/obl>2 in/ADP/case>7 bar/NOUN/obl>2"
    assert filled(SUBJECT + lifts) == [("man", "cup", "bar")]


def test_in_front_of_a_person_is_an_object_and_of_a_thing_a_location():
    kneels = "kneels:kneel/VERB+Fin/root in/ADP/case>4 front/NOUN/obl>2 of/ADP/case>6 "
    assert filled(SUBJECT + kneels + "boy/NOUN/nmod>4") == [("man", "boy", None)]
    assert filled(SUBJECT + kneels + "chest/NOUN/nmod>4") == [("man", None, "front")]  # the proposition says chest
