"""An evaluation script for the COCO caption tools gets the same results from ours."""

import gzip
import json
import math
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.compat.coco import Bleu, Cider, Meteor, PTBTokenizer, Rouge, Spice, spice_parts
from cinescribe.metrics.scene_graph.spice import match_tuples
from tests.shared import shared

SET = "golden/coco/coco126_fakecap2014"
GTS = {7: ["a man runs", "the man is running"], "b": ["a dog sleeps"]}
RES = {"b": ["a dog is asleep"], 7: ["a man runs"]}


def read(path):
    with gzip.open(shared(path)) as opened:
        return json.load(opened)


@pytest.fixture(scope="module")
def golden():
    """References and candidates in the tools' form, not sorted by id."""
    items = read(f"{SET}.tokenized.json.gz")
    return {item["id"]: item["refs"] for item in items}, {item["id"]: [item["cand"]] for item in items}


@pytest.fixture(scope="module")
def peer():
    if find_spec("pycocoevalcap") is None:
        pytest.skip("pycocoevalcap is not installed")
    from pycocoevalcap.bleu import bleu  # noqa: PLC0415
    from pycocoevalcap.cider import cider  # noqa: PLC0415
    from pycocoevalcap.rouge import rouge  # noqa: PLC0415

    return {"Bleu": bleu.Bleu, "CIDEr": cider.Cider, "Rouge": rouge.Rouge}


@pytest.mark.parametrize("ours", [Bleu, Rouge, Cider])
def test_scores_equal_the_peers_in_shape_and_value(golden, peer, ours):
    theirs = peer[ours().method()]()
    score, scores = ours().compute_score(*golden)
    peer_score, peer_scores = theirs.compute_score(*golden)
    assert ours().method() == theirs.method()
    assert type(scores) is type(peer_scores)
    np.testing.assert_allclose(score, peer_score, rtol=0, atol=1e-9)
    np.testing.assert_allclose(scores, peer_scores, rtol=0, atol=1e-9)


@pytest.mark.parametrize("orders", [1, 2, 4])
def test_bleu_of_fewer_orders_ignores_verbose(golden, peer, orders):
    gts, res = golden
    score, scores = Bleu(orders).compute_score(gts, res, verbose=0)
    assert (len(score), len(scores)) == (orders, orders)
    np.testing.assert_allclose(score, peer["Bleu"](orders).compute_score(gts, res, verbose=0)[0], rtol=0, atol=1e-9)


@pytest.mark.slow
def test_meteor_equals_the_jars(golden):
    spec = find_spec("pycocoevalcap")
    if spec is None or spec.submodule_search_locations is None:
        pytest.skip("pycocoevalcap, which has METEOR's paraphrase table, is not installed")
    folder = Path(next(iter(spec.submodule_search_locations)))
    score, scores = Meteor(folder / "meteor" / "data" / "paraphrase-en.gz").compute_score(*golden)
    expected = read(f"{SET}.perimage.json.gz")
    assert list(golden[0]) == expected["ids"]
    np.testing.assert_allclose(scores, expected["METEOR"], rtol=0, atol=1e-9)
    assert score == pytest.approx(0.20508447515305, abs=1e-9)
    assert Meteor().compute_score(*golden)[0] < score
    assert Meteor().method() == "METEOR"


def test_the_tokeniser_equals_the_tools():
    raw, expected = read(f"{SET}.input.json.gz"), read(f"{SET}.tokenized.json.gz")
    given = {item["id"]: [{"caption": text, "image_id": item["id"]} for text in item["refs"]] for item in raw}
    assert PTBTokenizer().tokenize(given) == {item["id"]: item["refs"] for item in expected}


@pytest.mark.slow
def test_every_category_of_spice_equals_the_original():
    given = read("golden/spice/fakecap1000_spice_input_tuples.json.gz")
    original = {item["image_id"]: item["scores"] for item in read("golden/spice/fakecap1000_spice_detailed.json.gz")}
    for item in given[:100]:
        parts = spice_parts(match_tuples(item["test"][0], item["refs"]))
        for category, numbers in original[item["image_id"]].items():
            expected = {name: math.nan if value is None else value for name, value in numbers.items()}
            assert parts[category] == pytest.approx(expected, nan_ok=True), (item["image_id"], category)


def test_several_matches_of_one_reference_leave_no_missed_tuple():
    part = spice_parts(match_tuples([("andiron",), ("frank",)], [[("dog",)]]))["Object"]
    assert part == {"pr": 1, "re": 1, "f": 1, "fn": 0, "numImages": 1, "fp": 0, "tp": 2}


def test_spice_items_are_in_the_order_of_the_references():
    score, scores = Spice().compute_score({2: GTS["b"], 1: GTS["b"]}, {1: ["a dog sleeps"], 2: ["a red cat"]})
    assert [part["All"]["f"] for part in scores] == [0.0, 1.0]
    assert score == 0.5
    assert math.isnan(scores[0]["Color"]["f"])
    assert Spice().method() == "SPICE"


def test_an_empty_candidate_is_scored_as_in_the_tools(peer):
    res = {7: [""], "b": RES["b"]}
    for ours in (Bleu, Rouge, Cider):
        scores = peer[ours().method()]().compute_score(GTS, res)
        np.testing.assert_allclose(ours().compute_score(GTS, res)[1], scores[1], rtol=0, atol=1e-9)
    assert Meteor().compute_score(GTS, res)[1][0] == 0


def test_a_token_with_a_space_counts_as_in_the_tools(peer):
    candidates = {7: [{"caption": "He ran 5 1/2 miles."}], "b": [{"caption": "A dog sleeps."}]}
    references = {7: [{"caption": "He ran 5 1/2 miles to a house."}], "b": [{"caption": "A dog sleeps on a bed."}]}
    res, gts = (PTBTokenizer().tokenize(captions) for captions in (candidates, references))
    assert "\xa0" in gts[7][0]
    for ours in (Bleu, Rouge, Cider):
        score, scores = peer[ours().method()]().compute_score(gts, res)
        np.testing.assert_allclose(ours().compute_score(gts, res)[0], score, rtol=0, atol=1e-9)
        np.testing.assert_allclose(ours().compute_score(gts, res)[1], scores, rtol=0, atol=1e-9)


MALFORMED = [
    (GTS, {7: ["a"]}, "item 'b' is only on one side"),
    (GTS, {7: ["a", "b"], "b": ["c"]}, r"res has \['a', 'b'\] for item 7; expected a list of one tokenised caption"),
    (GTS, {7: "a", "b": ["c"]}, "res has 'a' for item 7"),
    (GTS, {7: [3], "b": ["c"]}, "the candidate of item '7' is 3, of type int; expected a text"),
    ({7: [], "b": ["c"]}, RES, "item '7' has an empty list of references"),
    ({7: [""], "b": ["c"]}, RES, "a reference of item '7' is empty"),
    ({1: ["a"], "1": ["b"]}, {1: ["a"], "1": ["b"]}, "two ids are equal as text"),
    ({}, {}, "there is no candidate to score"),
]


@pytest.mark.parametrize(("gts", "res", "words"), MALFORMED)
def test_malformed_captions_are_named(gts, res, words):
    for ours in (Bleu, Rouge, Cider, Meteor):
        with pytest.raises(ScoreError, match=words):
            ours().compute_score(gts, res)


def test_invalid_orders_and_captions_are_named():
    with pytest.raises(ScoreError, match="`n` is 5; expected a number from 1 to 4"):
        Bleu(5)
    with pytest.raises(ScoreError, match="a caption of item 3 is 'a man'; expected"):
        PTBTokenizer().tokenize({3: ["a man"]})  # type: ignore[list-item]
