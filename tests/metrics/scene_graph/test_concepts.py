import pytest

from cinescribe.metrics.scene_graph.concepts import Concepts, facts, no_senses, senses_of


def told(tuples, **settings):
    return [" ".join(map(str, fact)) for fact in facts(tuples, **settings)]


def test_every_subject_and_object_is_an_object_once():
    assert told([("man", "horse", "ride"), ("man",), ("man", "tall")]) == ["man", "horse", "man tall", "man ride horse"]


def test_synonyms_are_one_object_and_their_facts_one_fact():
    assert told([("sofa", "red"), ("couch", "red"), ("couch",)]) == ["sofa/couch", "sofa/couch red"]
    assert told([("sofa",), ("couch",)], senses=no_senses) == ["sofa", "couch"]


def test_a_base_form_is_a_synonym_of_its_inflected_form():
    assert told([("dogs",), ("dog",)]) == ["dogs/dog"]


def test_attributes_are_joined_for_one_object_and_not_across():
    both = [("cat", "big"), ("cat", "large")]
    assert told(both) == ["cat", "cat big/large"]
    assert told([("cat", "big"), ("dog", "large")]) == ["cat", "dog", "cat big", "dog large"]


def test_relations_are_joined_between_the_same_two_objects():
    assert "man hold/have cup" in told([("man", "cup", "hold"), ("man", "cup", "have")])
    apart = told([("man", "cup", "hold"), ("girl", "cup", "have")])
    assert {"man hold cup", "girl have cup"} <= set(apart)


def test_a_relation_loses_its_leading_be():
    assert told([("taxi", "road", "be on")])[-1] == "taxi on road"
    assert told([("taxi", "road", "behind")])[-1] == "taxi behind road"


@pytest.mark.parametrize(
    ("before", "word", "nearest"),
    [
        (("motorcycle", "bicycle"), "bike", "bicycle/bike"),
        (("bike", "motorbike"), "motorcycle", "motorbike/motorcycle"),
        (("man", "slice"), "piece", "slice/piece"),
    ],
)
def test_a_word_joins_the_concept_whose_senses_are_nearest(before, word, nearest):
    concepts = Concepts(senses_of)
    for other in before:
        concepts.add(other)
    assert str(concepts.add(word)) == nearest
    assert concepts.add(word) is concepts.add(word)


def test_concepts_grow_by_what_their_words_mean():
    # "track" means nothing that "train" means; "rail" lies between them.
    assert told([("train",), ("track",)]) == ["train", "track"]
    assert told([("train",), ("rail",), ("track",)]) == ["train/rail/track"]


def test_nothing_told_is_nothing_known():
    assert facts([]) == []


def test_of_concepts_as_near_the_oldest_is_joined():
    senses = {"a": frozenset({1}), "b": frozenset({2}), "c": frozenset({1, 2})}
    for words in ("abc", "bac"):
        concepts = Concepts(senses.__getitem__)
        assert str([concepts.add(word) for word in words][-1]) == f"{words[0]}/c"
