"""An evaluation script written for the COCO caption tools gets the same from ours."""

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
    """References and candidates as the tools take them, not in the order of their ids."""
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
def test_scores_are_the_peers_in_shape_and_value(golden, peer, ours):
    theirs = peer[ours().method()]()
    score, scores = ours().compute_score(*golden)
    peer_score, peer_scores = theirs.compute_score(*golden)
    assert ours().method() == theirs.method()
    assert type(scores) is type(peer_scores)
    np.testing.assert_allclose(score, peer_score, rtol=0, atol=1e-9)
    np.testing.assert_allclose(scores, peer_scores, rtol=0, atol=1e-9)


@pytest.mark.parametrize("orders", [1, 2, 4])
def test_bleu_of_fewer_orders_and_a_word_too_many(golden, peer, orders):
    score, scores = Bleu(orders).compute_score(*golden, verbose=0)
    assert (len(score), len(scores)) == (orders, orders)
    np.testing.assert_allclose(score, peer["Bleu"](orders).compute_score(*golden, verbose=0)[0], rtol=0, atol=1e-9)


def test_meteor_is_the_jars(golden):
    spec = find_spec("pycocoevalcap")
    if spec is None:
        pytest.skip("pycocoevalcap is not installed, whose wheel has the table of paraphrases")
    folder = Path(next(iter(spec.submodule_search_locations)))
    score, scores = Meteor(folder / "meteor" / "data" / "paraphrase-en.gz").compute_score(*golden)
    known = read(f"{SET}.perimage.json.gz")
    assert list(golden[0]) == known["ids"]
    np.testing.assert_allclose(scores, known["METEOR"], rtol=0, atol=1e-9)
    assert score == pytest.approx(0.20508447515305, abs=1e-9)
    assert Meteor().compute_score(*golden)[0] < score
    assert Meteor().method() == "METEOR"


def test_the_tokeniser_gives_what_the_tools_give():
    raw, known = read(f"{SET}.input.json.gz"), read(f"{SET}.tokenized.json.gz")
    given = {item["id"]: [{"caption": text, "image_id": item["id"]} for text in item["refs"]] for item in raw}
    assert PTBTokenizer().tokenize(given) == {item["id"]: item["refs"] for item in known}


def test_spice_tells_of_each_kind_what_genuine_spice_tells():
    given = read("golden/spice/fakecap1000_spice_input_tuples.json.gz")
    told = {item["image_id"]: item["scores"] for item in read("golden/spice/fakecap1000_spice_detailed.json.gz")}
    for item in given[:100]:
        parts = spice_parts(match_tuples(item["test"][0], item["refs"]))
        for kind, known in told[item["image_id"]].items():
            wanted = {name: math.nan if value is None else value for name, value in known.items()}
            assert parts[kind] == pytest.approx(wanted, nan_ok=True), (item["image_id"], kind)


def test_two_facts_that_are_one_of_the_references_leave_none_missed():
    part = spice_parts(match_tuples([("andiron",), ("frank",)], [[("dog",)]]))["Object"]
    assert part == {"pr": 1, "re": 1, "f": 1, "fn": 0, "numImages": 1, "fp": 0, "tp": 2}


def test_spice_is_ours_and_its_items_come_in_the_order_of_the_references():
    score, scores = Spice().compute_score({2: GTS["b"], 1: GTS["b"]}, {1: ["a dog sleeps"], 2: ["a red cat"]})
    assert [part["All"]["f"] for part in scores] == [0.0, 1.0]
    assert score == 0.5
    assert math.isnan(scores[0]["Color"]["f"])
    assert Spice().method() == "SPICE"


def test_an_empty_candidate_is_scored_as_there(peer):
    res = {7: [""], "b": RES["b"]}
    for ours in (Bleu, Rouge, Cider):
        scores = peer[ours().method()]().compute_score(GTS, res)
        np.testing.assert_allclose(ours().compute_score(GTS, res)[1], scores[1], rtol=0, atol=1e-9)
    assert Meteor().compute_score(GTS, res)[1][0] == 0


def test_a_token_with_a_blank_in_it_counts_as_there(peer):
    said = {7: [{"caption": "He ran 5 1/2 miles."}], "b": [{"caption": "A dog sleeps."}]}
    true = {7: [{"caption": "He ran 5 1/2 miles to a house."}], "b": [{"caption": "A dog sleeps on a bed."}]}
    res, gts = (PTBTokenizer().tokenize(captions) for captions in (said, true))
    assert "\xa0" in gts[7][0]
    for ours in (Bleu, Rouge, Cider):
        score, scores = peer[ours().method()]().compute_score(gts, res)
        np.testing.assert_allclose(ours().compute_score(gts, res)[0], score, rtol=0, atol=1e-9)
        np.testing.assert_allclose(ours().compute_score(gts, res)[1], scores, rtol=0, atol=1e-9)


FAULTS = [
    (GTS, {7: ["a"]}, "item 'b' is only on one side"),
    (GTS, {7: ["a", "b"], "b": ["c"]}, r"res has \['a', 'b'\] for item 7; wanted a list of one tokenised caption"),
    (GTS, {7: "a", "b": ["c"]}, "res has 'a' for item 7"),
    (GTS, {7: [3], "b": ["c"]}, "the candidate of item '7' is 3, of type int; wanted a text"),
    ({7: [], "b": ["c"]}, RES, "item '7' has an empty list of references"),
    ({7: [""], "b": ["c"]}, RES, "a reference of item '7' is empty"),
    ({1: ["a"], "1": ["b"]}, {1: ["a"], "1": ["b"]}, "two ids are one as text"),
    ({}, {}, "there is no candidate to score"),
]


@pytest.mark.parametrize(("gts", "res", "words"), FAULTS)
def test_what_cannot_be_scored_is_named(gts, res, words):
    for ours in (Bleu, Rouge, Cider, Meteor):
        with pytest.raises(ScoreError, match=words):
            ours().compute_score(gts, res)


def test_orders_and_captions_that_are_none_are_named():
    with pytest.raises(ScoreError, match="BLEU-5 was asked for; there are BLEU-1 to BLEU-4"):
        Bleu(5)
    with pytest.raises(ScoreError, match="a caption of item 3 came as 'a man'; wanted"):
        PTBTokenizer().tokenize({3: ["a man"]})
