"""Scores as papers' released code computes them; `released.json` holds what that code gave for texts of ours."""

import json
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.published.as_published import PROTOCOLS, score_as_published
from cinescribe.metrics.published.lsmdc import lsmdc_scores
from cinescribe.metrics.published.metaphors import concept_similarities, metaphor_scores
from cinescribe.metrics.published.micap import as_written, micap_scores, released_ispice
from cinescribe.metrics.published.v2c import v2c_scores
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.letters import Letters
from tests.metrics.plain_parser import PlainParser

RELEASED = json.loads((Path(__file__).parent / "released.json").read_text())
IDS = [str(n) for n in range(len(RELEASED["candidates"]))]


class SameLength:
    """Texts of one length are alike."""

    name = "length"

    def between(self, left, right):
        return np.array([[float(len(one) == len(other)) for other in right] for one in left])


@pytest.fixture(scope="module")
def shipped():
    return shipped_parser()


@pytest.fixture
def pairs():
    texts = dict(zip(IDS, RELEASED["candidates"], strict=True))
    return Pairs.of(texts, dict(zip(IDS, RELEASED["references"], strict=True)))


def test_micap_captionsets_are_written_as_the_release_writes_them():
    assert [as_written(text) for text in RELEASED["candidates"]] == RELEASED["written"]
    assert as_written("P4 waits. then p2 nods to P4. ") == "P1 waits. Then P2 nods to P1"
    assert as_written("P3 nods. P3 goes") == "P1 nods. P1 goes"


@pytest.fixture(scope="module")
def micap(shipped):
    texts = dict(zip(IDS, RELEASED["candidates"], strict=True))
    pairs = Pairs.of(texts, dict(zip(IDS, RELEASED["references"], strict=True)))
    return {score.name: score for score in micap_scores(pairs, shipped)}


@pytest.mark.parametrize("metric", ["ROUGE-L", "CIDEr"])
def test_micap_scores_equal_those_of_the_release(micap, metric):
    found = micap
    assert list(found[metric].per_item.values()) == pytest.approx(RELEASED["micap"][metric], abs=1e-12)
    assert found["METEOR"].value == pytest.approx(np.mean(list(found["METEOR"].per_item.values())))
    assert found["METEOR"].signature.endswith("|mean:items")


def test_cider_of_the_release_depends_on_its_batches(micap):
    assert "df:batches-of-16" in micap["CIDEr"].signature
    alone = micap_scores(Pairs.of({"a": "P1 sits."}, {"a": "P1 sits."}), PlainParser())
    assert alone[2].value == 0  # with one captionset every n-gram weighs nothing


def test_released_ispice_equals_the_release():
    cases = RELEASED["tuples"]
    ids = [str(n) for n in range(len(cases))]
    candidates, references = ([case[side] for case in cases] for side in ("candidate", "reference"))
    score = released_ispice(ids, candidates, references)
    expected = {key: case["ispice"] for key, case in zip(ids, cases, strict=True) if case["ispice"] is not None}
    assert score.per_item == pytest.approx(expected, abs=1e-12)
    assert 0 < len(expected) < len(cases)  # some predictions have no tuple with an id


def test_released_ispice_without_any_tuple_with_an_id_has_no_value():
    with pytest.raises(ScoreError, match="none of the 1 items has a tuple of two or more elements with an id"):
        released_ispice(["a"], [[["p1"], ["man", "sit"]]], [[["p1", "sit"]]])


def test_micap_takes_one_reference():
    pairs = Pairs.of({"a": "P1 sits."}, {"a": ["P1 sits.", "P1 is sitting."]})
    with pytest.raises(ScoreError, match="item 'a' has several references; MICap's code takes one"):
        micap_scores(pairs, PlainParser())


@pytest.mark.parametrize("metric", ["BLEU-1", "BLEU-4", "ROUGE-L", "CIDEr"])
def test_v2c_scores_equal_those_of_the_release(pairs, metric):
    found = {score.name: score.value for score in v2c_scores(pairs)}
    assert found[metric] == pytest.approx(RELEASED["v2c"][metric], abs=1e-12)


def test_v2c_perplexity_equals_that_of_the_release():
    phrases = RELEASED["phrases"]
    found = score_as_published(phrases["candidates"], phrases["references"], "v2c")[-1]
    assert found.name == "Unigram perplexity, v2c"
    assert list(found.per_item.values()) == pytest.approx(phrases["perplexity"], rel=1e-12)


@pytest.mark.parametrize("metric", ["BLEU-1", "BLEU-4", "ROUGE-L", "CIDEr"])
def test_lsmdc_scores_equal_those_of_its_code(lsmdc, metric):
    assert lsmdc[f"{metric}, lsmdc"] == pytest.approx(RELEASED["lsmdc"][metric], abs=1e-12)
    assert lsmdc[metric] != pytest.approx(RELEASED["lsmdc"][metric], abs=1e-6)  # letters beyond ASCII are words


@pytest.fixture(scope="module")
def lsmdc(shipped):
    captions = RELEASED["lsmdc"]
    scores = score_as_published(
        captions["candidates"], captions["references"], "lsmdc", sources=Sources(parser=shipped)
    )
    return {score.name: score.value for score in scores}


def test_lsmdc_has_its_metrics_and_takes_one_reference():
    scores = lsmdc_scores(
        Pairs.of({"a": "P1 sits.", "b": "P2 runs."}, {"a": "P1 sits.", "b": "P2 sits."}), PlainParser()
    )
    names = ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr", "SPICE"]
    assert [score.name for score in scores] == names
    pairs = Pairs.of({"a": "P1 sits."}, {"a": ["P1 sits.", "P1 is sitting."]})
    with pytest.raises(ScoreError, match="item 'a' has several references; LSMDC's code takes one for each clip"):
        lsmdc_scores(pairs, PlainParser())


def test_references_without_words_are_refused():
    with pytest.raises(ScoreError, match="a reference of item 'a' has no words; remove it"):
        v2c_scores(Pairs(("a",), ("to win",), (("  ",),)))


def test_concepts_are_the_words_around_the_template():
    texts = ["The car is as fast as a cheetah", "A car is fast", "The door was as red as blood"]
    # `The car` and `a cheetah` differ in length; `The door was` loses its last word; no template counts as 1.
    assert concept_similarities(texts, SameLength()).tolist() == [0, 1, 0]
    assert concept_similarities(["The cup is as red as the sea"], SameLength()).tolist() == [1]


def test_acd_weights_the_distance_of_concepts_by_bertscore():
    texts = {"a": "The car is as fast as a cheetah", "b": "It is as red as blood"}
    pairs = Pairs.of(texts, texts)
    found = {score.name: score for score in metaphor_scores(pairs, Letters(), SameLength())}
    assert found["ACS"].per_item == {"a": 0, "b": 0}
    assert found["ACD"].value == pytest.approx(found["BERTScore"].value)
    assert f"weight:BERTScore,model:{Letters().name}" in found["ACD"].signature


def test_each_score_stands_beside_that_of_the_release():
    candidates, references = ["P2 sits.", "P1 runs away."], [["P1 sits."], ["P1 runs."]]
    sources = Sources(parser=PlainParser())
    scores = score_as_published(candidates, references, "micap", sources=sources)
    names = ["METEOR", "ROUGE-L", "CIDEr", "SPICE", "iSPICE"]
    assert [score.name for score in scores] == [name for one in names for name in (one, f"{one}, micap")]
    assert scores[3].signature.startswith("ROUGE-L|as:micap|")
    assert scores[2].value != scores[3].value  # `sits.` is a word of the release


def test_metaphors_use_the_given_models():
    sources = Sources(encoder=Letters(), sentences=SameLength())
    scores = score_as_published(
        ["The car is as fast as a cheetah", "It is as red as blood"],
        [["The car is as fast as a wind"], ["It is as red as wine"]],
        "metaphors",
        sources=sources,
    )
    assert "sim:length" in scores[-1].signature


def test_an_unknown_protocol_is_refused():
    with pytest.raises(ScoreError, match="unknown protocol 'coco'; choose one of micap, lsmdc, v2c, metaphors"):
        score_as_published(["a"], [["a"]], "coco")
    assert list(PROTOCOLS) == ["micap", "lsmdc", "v2c", "metaphors"]
