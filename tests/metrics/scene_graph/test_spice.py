import gzip
import json

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.scene_graph.spice import match_tuples, spice, spice_of_tuples
from cinescribe.metrics.scene_graph.spice_kinds import KINDS
from tests.shared import shared

MAN = [("man",), ("man", "tall"), ("man", "horse", "ride"), ("horse",)]


def read(name):
    return json.loads(gzip.decompress(shared(f"golden/spice/fakecap1000_spice_{name}.json.gz").read_bytes()))


@pytest.fixture(scope="module")
def demo():
    """Ids, candidates' and references' tuples of the COCO tools' demo."""
    items = read("input_tuples")
    return [str(item["image_id"]) for item in items], [item["test"][0] for item in items], [i["refs"] for i in items]


@pytest.fixture(scope="module")
def genuine():
    return {str(item["image_id"]): item for item in read("detailed")}


def kind_of(score):
    return score.name.removeprefix("SPICE").removeprefix("-") or "All"


@pytest.mark.parametrize(("synsets", "key"), [(True, "synsets"), (False, "noSynsets")])
def test_the_demo_scores_what_genuine_spice_scores_it(demo, synsets, key):
    wanted = json.loads(shared("golden/spice/fakecap1000_spice_agg.json").read_text())[key]
    scores = spice_of_tuples(*demo, synsets=synsets)
    assert {kind_of(score) for score in scores} == set(wanted) == set(KINDS)
    for score in scores:
        assert score.value == pytest.approx(wanted[kind_of(score)]["f"], abs=1e-12)
        assert len(score.per_item) == wanted[kind_of(score)]["n"]


def test_every_image_of_the_demo_scores_what_genuine_spice_scores_it(demo, genuine):
    for score in spice_of_tuples(*demo):
        wanted = {key: item["scores"][kind_of(score)]["f"] for key, item in genuine.items()}
        known = {key: value for key, value in wanted.items() if value is not None}
        assert score.per_item == pytest.approx(known, abs=1e-12)


def test_every_count_of_the_demo_is_that_of_genuine_spice(demo, genuine):
    total = np.zeros(3, dtype=int)
    for key, candidate, references in zip(*demo, strict=True):
        counts = match_tuples(candidate, references).counts()
        for kind, (shared_, said, known) in zip(KINDS, counts.tolist(), strict=True):
            wanted = genuine[key]["scores"][kind]
            if known:
                assert (shared_, said - shared_, known - shared_) == (wanted["tp"], wanted["fp"], wanted["fn"])
        total += (counts[0, 0], counts[0, 1] - counts[0, 0], counts[0, 2] - counts[0, 0])
    assert total.tolist() == [1935, 4114, 21281]


def test_the_facts_found_are_those_that_genuine_spice_finds(demo, genuine):
    def words(concept):
        return frozenset(str(concept).split("/"))

    for key, candidate, references in zip(*demo, strict=True):
        match = match_tuples(candidate, references)
        ours = {(tuple(map(words, fact)), found) for fact, found in zip(match.candidate, match.found, strict=True)}
        wanted = genuine[key]["test_tuples"]
        assert ours == {(tuple(map(words, one["tuple"])), one["truth_value"]) for one in wanted}


def test_a_candidate_that_says_what_its_reference_says_has_one():
    (score,) = (one for one in spice_of_tuples(["a"], [MAN], [[MAN]]) if one.name == "SPICE")
    assert score.value == 1.0
    assert score.signature.startswith("SPICE|parser:given|synsets:wordnet-3.0|v:")


def test_a_candidate_that_says_nothing_has_zero_and_silent_references_have_no_value():
    scores = spice_of_tuples(["a", "b"], [[], MAN], [[MAN], [[], []]])
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


def test_one_fact_of_the_references_answers_several_and_no_score_passes_one():
    # man and slice are strangers, and both are like piece.
    match = match_tuples([("man",), ("slice",)], [[("piece",)]])
    assert match.found == (True, True)
    assert spice_of_tuples(["a"], [[("man",), ("slice",)]], [[[("piece",)]]])[0].value == 1.0


def test_a_number_is_found_only_where_it_is_a_number():
    # With both "3" and "three" the references' attribute is no longer a number, as in SPICE.
    scores = spice_of_tuples(
        ["a", "b"], [[("zebra", "three")]] * 2, [[[("zebra", "3"), ("zebra", "three")]], [[("zebra", "two")]]]
    )
    by_name = {score.name: score.per_item for score in scores}
    assert by_name["SPICE-Attribute"] == {"a": 1.0, "b": 0.0}
    assert by_name["SPICE-Cardinality"] == {"b": 0.0}


def test_items_in_another_order_score_the_same(demo):
    ids, candidates, references = (part[:40] for part in demo)
    there = spice_of_tuples(ids, candidates, references)
    back = spice_of_tuples(ids[::-1], candidates[::-1], references[::-1])
    for one, other in zip(there, back, strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)
        assert one.per_item == other.per_item


def test_values_of_items_add_up_by_the_rule(demo):
    for score in spice_of_tuples(*(part[:60] for part in demo)):
        assert score.value == score.rule(score.sums.sum(axis=0))
        assert score.value == pytest.approx(np.mean(list(score.per_item.values())))


def test_a_size_is_found_only_where_the_references_have_it_as_a_size():
    # `big/large` of the references is an attribute like the candidate's `big`, and no size.
    match = match_tuples([("cat", "big")], [[("cat", "big"), ("cat", "large"), ("dog", "small")]])
    counts = dict(zip(KINDS, match.counts().tolist(), strict=True))
    assert (counts["Attribute"], counts["Size"]) == ([1, 1, 2], [0, 1, 1])


def test_no_tuple_in_any_reference_is_an_error():
    with pytest.raises(ScoreError, match=r"no reference of any item has a scene-graph tuple; SPICE needs captions"):
        spice_of_tuples(["a"], [MAN], [[[]]])


def test_no_item_is_an_error():
    with pytest.raises(ScoreError, match="no reference of any item"):
        spice_of_tuples([], [], [])


def test_lists_of_different_lengths_are_an_error():
    with pytest.raises(ScoreError, match="1 ids, 2 candidates and references of 1 items came; wanted one of each"):
        spice_of_tuples(["a"], [MAN, MAN], [[MAN]])


class Spy:
    """A parser that knows no grammar and counts the texts it is given."""

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


def test_an_id_that_two_items_have_is_an_error():
    with pytest.raises(ScoreError, match="SPICE: item 'a' is there twice; give every item an id of its own"):
        spice_of_tuples(["a", "a"], [MAN, MAN], [[MAN], [MAN]])
