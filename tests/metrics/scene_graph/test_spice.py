import gzip
import json

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.scene_graph.spice import match_tuples, spice, spice_from_tuples
from cinescribe.metrics.scene_graph.spice_categories import CATEGORIES
from tests.shared import shared

MAN = [("man",), ("man", "tall"), ("man", "horse", "ride"), ("horse",)]


def read(name):
    return json.loads(gzip.decompress(shared(f"golden/spice/fakecap1000_spice_{name}.json.gz").read_bytes()))


@pytest.fixture(scope="module")
def demo():
    """Ids, and the tuples of candidates and references, of the COCO tools' demo."""
    items = read("input_tuples")
    return [str(item["image_id"]) for item in items], [item["test"][0] for item in items], [i["refs"] for i in items]


@pytest.fixture(scope="module")
def original():
    return {str(item["image_id"]): item for item in read("detailed")}


def category_of(score):
    return score.name.removeprefix("SPICE").removeprefix("-") or "All"


@pytest.mark.slow
@pytest.mark.parametrize(("synsets", "key"), [(True, "synsets"), (False, "noSynsets")])
def test_the_demo_scores_as_in_the_original_spice(demo, synsets, key):
    expected = json.loads(shared("golden/spice/fakecap1000_spice_agg.json").read_text())[key]
    scores = spice_from_tuples(*demo, synsets=synsets)
    assert {category_of(score) for score in scores} == set(expected) == set(CATEGORIES)
    for score in scores:
        assert score.value == pytest.approx(expected[category_of(score)]["f"], abs=1e-12)
        assert len(score.per_item) == expected[category_of(score)]["n"]


@pytest.mark.slow
def test_every_image_of_the_demo_scores_as_in_the_original_spice(demo, original):
    for score in spice_from_tuples(*demo):
        expected = {key: item["scores"][category_of(score)]["f"] for key, item in original.items()}
        defined = {key: value for key, value in expected.items() if value is not None}
        assert score.per_item == pytest.approx(defined, abs=1e-12)


@pytest.mark.slow
def test_every_count_of_the_demo_equals_the_original_spice(demo, original):
    total = np.zeros(3, dtype=int)
    for key, candidate, references in zip(*demo, strict=True):
        counts = match_tuples(candidate, references).counts()
        for category, (n_shared, n_candidate, n_reference) in zip(CATEGORIES, counts.tolist(), strict=True):
            expected = original[key]["scores"][category]
            if n_reference:
                counted = (n_shared, n_candidate - n_shared, n_reference - n_shared)
                assert counted == (expected["tp"], expected["fp"], expected["fn"])
        total += (counts[0, 0], counts[0, 1] - counts[0, 0], counts[0, 2] - counts[0, 0])
    assert total.tolist() == [1935, 4114, 21281]


@pytest.mark.slow
def test_the_matched_tuples_equal_those_of_the_original_spice(demo, original):
    def words(concept):
        return frozenset(str(concept).split("/"))

    for key, candidate, references in zip(*demo, strict=True):
        match = match_tuples(candidate, references)
        ours = {(tuple(map(words, each)), hit) for each, hit in zip(match.candidate, match.is_matched, strict=True)}
        expected = original[key]["test_tuples"]
        assert ours == {(tuple(map(words, one["tuple"])), one["truth_value"]) for one in expected}


def test_a_candidate_with_its_references_tuples_scores_one():
    (score,) = (one for one in spice_from_tuples(["a"], [MAN], [[MAN]]) if one.name == "SPICE")
    assert score.value == 1.0
    assert score.signature.startswith("SPICE|parser:given|synsets:wordnet-3.0|v:")


def test_candidate_without_tuples_scores_zero_and_such_references_have_no_value():
    scores = spice_from_tuples(["a", "b"], [[], MAN], [[MAN], [[], []]])
    assert [score.name for score in scores] == [
        "SPICE",
        "SPICE-Object",
        "SPICE-Attribute",
        "SPICE-Relation",
        "SPICE-Size",
    ]
    assert scores[0].per_item == {"a": 0.0}
    assert scores[0].value == 0.0
    assert scores[0].sums.tolist() == [[0.0, 1.0], [0.0, 0.0]]


def test_reference_tuple_may_match_several_without_exceeding_one():
    # man and slice do not match each other, but both match piece.
    match = match_tuples([("man",), ("slice",)], [[("piece",)]])
    assert match.is_matched == (True, True)
    assert spice_from_tuples(["a"], [[("man",), ("slice",)]], [[[("piece",)]]])[0].value == 1.0


def test_a_number_matches_only_a_number():
    # As in SPICE, the references' attribute with both "3" and "three" is not a number.
    scores = spice_from_tuples(
        ["a", "b"], [[("zebra", "three")]] * 2, [[[("zebra", "3"), ("zebra", "three")]], [[("zebra", "two")]]]
    )
    by_name = {score.name: score.per_item for score in scores}
    assert by_name["SPICE-Attribute"] == {"a": 1.0, "b": 0.0}
    assert by_name["SPICE-Cardinality"] == {"b": 0.0}


def test_items_in_another_order_score_the_same(demo):
    ids, candidates, references = (part[:40] for part in demo)
    forward = spice_from_tuples(ids, candidates, references)
    backward = spice_from_tuples(ids[::-1], candidates[::-1], references[::-1])
    for one, other in zip(forward, backward, strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)
        assert one.per_item == other.per_item


def test_values_equal_the_rule_of_the_summed_items(demo):
    for score in spice_from_tuples(*(part[:60] for part in demo)):
        assert score.value == score.rule(score.sums.sum(axis=0))
        assert score.value == pytest.approx(np.mean(list(score.per_item.values())))


def test_a_size_matches_only_a_size():
    # The references' `big/large` is an attribute that matches the candidate's `big`, but not a size.
    match = match_tuples([("cat", "big")], [[("cat", "big"), ("cat", "large"), ("dog", "small")]])
    counts = dict(zip(CATEGORIES, match.counts().tolist(), strict=True))
    assert (counts["Attribute"], counts["Size"]) == ([1, 1, 2], [0, 1, 1])


def test_no_tuple_in_any_reference_is_an_error():
    with pytest.raises(ScoreError, match=r"no reference of any item has a scene-graph tuple; SPICE needs captions"):
        spice_from_tuples(["a"], [MAN], [[[]]])


def test_no_item_is_an_error():
    with pytest.raises(ScoreError, match="no reference of any item"):
        spice_from_tuples([], [], [])


def test_lists_of_different_lengths_are_an_error():
    with pytest.raises(
        ScoreError, match="there are 1 ids, 2 candidates and references of 1 items; expected one of each"
    ):
        spice_from_tuples(["a"], [MAN, MAN], [[MAN]])


class Spy:
    """A parser that returns no sentences and records its texts."""

    name = "spy"

    def __init__(self):
        self.texts = []

    def parse(self, texts):
        self.texts += texts
        return [[] for _ in texts]


def test_every_distinct_text_is_parsed_once():
    parser = Spy()
    pairs = Pairs.of({"a": "A dog.", "b": "A cat."}, {"a": ["A dog.", "A cat."], "b": "A cat."})
    with pytest.raises(ScoreError, match="no reference of any item"):
        spice(pairs, parser)
    assert sorted(parser.texts) == ["A cat.", "A dog."]


def test_a_repeated_item_id_is_an_error():
    with pytest.raises(ScoreError, match="SPICE: the id 'a' is there twice; give every item its own id"):
        spice_from_tuples(["a", "a"], [MAN, MAN], [[MAN], [MAN]])
