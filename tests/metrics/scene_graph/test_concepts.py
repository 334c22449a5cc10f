import pytest

from cinescribe.metrics.scene_graph.concepts import Concepts, concept_tuples, no_senses, senses_of


def merged(tuples, **settings):
    return [" ".join(map(str, each)) for each in concept_tuples(tuples, **settings)]


def test_every_subject_and_object_is_one_object():
    assert merged([("man", "horse", "ride"), ("man",), ("man", "tall")]) == [
        "man",
        "horse",
        "man tall",
        "man ride horse",
    ]


def test_synonyms_become_one_object_and_their_tuples_one():
    assert merged([("sofa", "red"), ("couch", "red"), ("couch",)]) == ["sofa/couch", "sofa/couch red"]
    assert merged([("sofa",), ("couch",)], senses=no_senses) == ["sofa", "couch"]


def test_a_base_form_is_a_synonym_of_its_inflected_form():
    assert merged([("dogs",), ("dog",)]) == ["dogs/dog"]


def test_attributes_are_merged_within_one_object_only():
    both = [("cat", "big"), ("cat", "large")]
    assert merged(both) == ["cat", "cat big/large"]
    assert merged([("cat", "big"), ("dog", "large")]) == ["cat", "dog", "cat big", "dog large"]


def test_relations_are_merged_between_the_same_two_objects():
    assert "man hold/have cup" in merged([("man", "cup", "hold"), ("man", "cup", "have")])
    apart = merged([("man", "cup", "hold"), ("girl", "cup", "have")])
    assert {"man hold cup", "girl have cup"} <= set(apart)


def test_a_relation_loses_its_leading_be():
    assert merged([("taxi", "road", "be on")])[-1] == "taxi on road"
    assert merged([("taxi", "road", "behind")])[-1] == "taxi behind road"


@pytest.mark.parametrize(
    ("before", "word", "nearest"),
    [
        (("motorcycle", "bicycle"), "bike", "bicycle/bike"),
        (("bike", "motorbike"), "motorcycle", "motorbike/motorcycle"),
        (("man", "slice"), "piece", "slice/piece"),
    ],
)
def test_a_word_joins_the_concept_with_the_nearest_senses(before, word, nearest):
    concepts = Concepts(senses_of)
    for other in before:
        concepts.add(other)
    assert str(concepts.add(word)) == nearest
    assert concepts.add(word) is concepts.add(word)


def test_concepts_gain_the_senses_of_new_words():
    # "track" shares no sense with "train"; "rail" shares one with each.
    assert merged([("train",), ("track",)]) == ["train", "track"]
    assert merged([("train",), ("rail",), ("track",)]) == ["train/rail/track"]


def test_empty_tuples_give_no_concepts():
    assert concept_tuples([]) == []


def test_oldest_of_equally_near_concepts_is_chosen():
    senses = {"a": frozenset({1}), "b": frozenset({2}), "c": frozenset({1, 2})}
    for words in ("abc", "bac"):
        concepts = Concepts(senses.__getitem__)
        assert str([concepts.add(word) for word in words][-1]) == f"{words[0]}/c"
