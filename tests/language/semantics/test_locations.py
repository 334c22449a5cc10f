import pytest

from cinescribe.language.semantics.clauses import clauses_of
from cinescribe.language.semantics.locations import is_location, is_named_place
from cinescribe.language.semantics.tree import dependency_tree
from tests.language.parses import parsed


def location(verb, preposition, noun, thing="", pos="NOUN"):
    """Whether `Man VERB [THING] PREPOSITION NOUN` has the noun as its place."""
    at = 4 if thing else 3
    direct = f"{thing}/NOUN/obj>2 " if thing else ""
    place = f"{preposition}/ADP/case>{at + 1} {noun}/{pos}/obl>2"
    tree = dependency_tree(parsed(f"Man:man/NOUN/nsubj>2 {verb}/VERB+Fin/root {direct}{place}"))
    [clause] = clauses_of(tree)
    return is_location(tree, at, clause)


@pytest.mark.parametrize(
    ("verb", "preposition", "noun"),
    [
        ("stand", "on", "roof"),
        ("stand", "on", "mantelpiece"),
        ("trickle", "down", "cheek"),
        ("flicker", "on", "face"),
        ("sit", "in", "diner"),  # the commonest sense is a person
    ],
)
def test_things_and_parts_of_the_body_are_places_of_what_moves_or_rests(verb, preposition, noun):
    assert location(verb, preposition, noun)


@pytest.mark.parametrize(
    ("verb", "thing", "preposition", "noun"),
    [
        ("bury", "face", "in", "pillow"),
        ("bury", "face", "against", "neck"),
        ("put", "gun", "in", "waistband"),
        ("wrap", "chain", "around", "fist"),
    ],
)
def test_things_are_placed_on_things(verb, thing, preposition, noun):
    assert location(verb, preposition, noun, thing)


@pytest.mark.parametrize(
    ("verb", "preposition", "noun"),
    [
        ("talk", "on", "phone"),
        ("gaze", "into", "eye"),
        ("focus", "on", "vest"),
        ("munch", "on", "doughnut"),
        ("get", "to", "foot"),
        ("touch", "up", "makeup"),
        ("take", "off", "hat"),
    ],
)
def test_what_is_used_looked_at_or_eaten_is_no_place(verb, preposition, noun):
    assert not location(verb, preposition, noun)


def test_what_a_thing_is_held_to_or_drunk_from_is_no_place():
    assert not location("hold", "to", "ear", "phone")
    assert not location("take", "from", "bottle", "sip")


def test_a_name_is_a_place_only_before_the_subject():
    assert not location("say", "at", "Marcel", "goodbye", pos="PROPN")
    before = "At/ADP/case>2 Perk/PROPN/obl>4 someone/PRON/nsubj>4 sits:sit/VERB+Fin/root"
    tree = dependency_tree(parsed(before))
    assert is_location(tree, 1, clauses_of(tree)[0])


def test_a_place_before_a_verb_of_perception_is_not_what_is_perceived():
    before = "At/ADP/case>2 airport/NOUN/obl>4 someone/PRON/nsubj>4 watches:watch/VERB+Fin/root boy/NOUN/obj>4"
    tree = dependency_tree(parsed(before))
    assert is_location(tree, 1, clauses_of(tree)[0])
    assert not location("look", "at", "airport")


def test_one_goes_into_what_has_an_article():
    goes = "Man/NOUN/nsubj>2 goes:go/VERB+Fin/root into/ADP/case>5 {}/DET/det>5 exhibit/NOUN/obl>2"
    found = []
    for article in ("the", "an"):
        tree = dependency_tree(parsed(goes.format(article)))
        found.append(is_location(tree, 4, clauses_of(tree)[0]))
    assert found == [True, False]


def test_named_places_are_those_that_one_can_be_at():
    tree = dependency_tree(parsed("kitchen/NOUN/root face/NOUN/dep>1"))
    assert [is_named_place(tree, at) for at in (0, 1)] == [True, False]
